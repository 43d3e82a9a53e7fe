import Geometry
import Testing

@testable import PointClouds

@Suite struct MeshDistanceTests {
  @Test(arguments: [1, 4, 5, 300], [1, 2, 3] as [UInt64])
  func agreesWithBruteForce(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mesh = SearchSamples.soup(count, &random)
    let triangles = SearchSamples.triangles(mesh)
    let distance = MeshDistance(mesh)
    for _ in 0..<200 {
      let query = random.normal3() * 0.2
      let best = triangles.map { ($0.point($0.closest(to: query)) - query).length }.min()!
      let found = try #require(distance.closest(to: query))
      #expect(abs(found.distance - best) < 1e-15)
      #expect((triangles[found.triangle].point(found.barycentric) - found.point).length < 1e-12)
      let corners = triangles[found.triangle]
      let normal = (corners.b - corners.a).cross(corners.c - corners.a).normalized
      #expect(!normal.isFinite || (found.normal - normal).length < 1e-12)
      // Within a limit it is the same point, or none.
      let near = distance.closest(to: query, within: best * 1.0001)
      #expect(near?.point == found.point)
      #expect(best == 0 || distance.closest(to: query, within: best * 0.9999) == nil)
    }
  }

  @Test func hasNothingToFindInNothing() {
    #expect(MeshDistance(Mesh()).closest(to: .zero) == nil)
  }
}
