import Geometry
import Testing

@testable import PointClouds

@Suite struct MeshRaycasterTests {
  @Test(arguments: [1, 4, 5, 300], [1, 2, 3] as [UInt64])
  func agreesWithBruteForce(count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let mesh = SearchSamples.soup(count, &random)
    let triangles = SearchSamples.triangles(mesh)
    let caster = MeshRaycaster(mesh)
    var hits = 0
    for _ in 0..<300 {
      let origin = random.normal3() * 0.3
      let direction = random.normal3() * 0.05 - origin
      let best = triangles.compactMap { $0.hit(origin, direction)?.distance }.min()
      let found = caster.firstHit(origin: origin, direction: direction)
      #expect(found?.distance == best)
      #expect(mesh.firstHit(origin: origin, direction: direction) == best)
      #expect(mesh.firstHit(origin: origin, direction: direction, limit: best ?? 1) == nil)
      if let found {
        hits += 1
        let point = triangles[found.triangle].point(found.barycentric)
        #expect((point - origin - direction * found.distance).length < 1e-9)
      }
    }
    #expect(count < 5 || hits > 0)
  }

  @Test(arguments: [[0, 0, 1], [0, 0, -1]] as [Vector3]) func hitsAlongAnAxisFromEitherSide(direction: Vector3) {
    let mesh = Mesh(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]])
    let hit = MeshRaycaster(mesh).firstHit(origin: [0, 0.25, 0] - direction * 2, direction: direction)
    #expect(hit?.distance == 2)
    #expect(hit?.barycentric == [0.75, 0, 0.25])
    #expect(MeshRaycaster(mesh).firstHit(origin: [0, 0.25, 0] + direction, direction: direction) == nil)
    #expect(MeshRaycaster(mesh).firstHit(origin: [0, 0.25, 0] - direction * 2, direction: direction, limit: 1) == nil)
  }

  @Test func refusesRaysThatAreNone() {
    let caster = MeshRaycaster(SampleMesh.attributed)
    #expect(caster.firstHit(origin: .zero, direction: .zero) == nil)
    #expect(caster.firstHit(origin: [.nan, 0, 0], direction: [1, 0, 0]) == nil)
    #expect(MeshRaycaster(Mesh()).firstHit(origin: .zero, direction: [1, 0, 0]) == nil)
  }
}
