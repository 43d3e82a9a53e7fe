import Foundation
import Geometry
import PointClouds
import Testing

@testable import HeadViews

@Suite struct ReductionTests {
  @Test(arguments: [20_000, 8_000]) func theSurfaceStaysWhereItIs(_ most: Int) throws {
    let scene = try TestHead.scene(bump: 0.003)
    let reduced = scene.reduced(toTriangles: most)
    #expect(scene.mesh.triangles.count > 40_000)
    #expect(reduced.mesh.triangles.count <= most)
    #expect(reduced.mesh.triangles.count > most / 2)
    let surface = MeshDistance(reduced.mesh)
    for position in scene.mesh.positions {
      #expect(try #require(surface.closest(to: position)).distance < 0.0003)
    }
  }

  @Test func rimsAndValuesStay() throws {
    let scene = try TestHead.whole.get()
    let reduced = scene.reduced(toTriangles: 10_000)
    let kept = Set(reduced.mesh.positions)
    for point in scene.holes.joined() { #expect(kept.contains(point)) }
    #expect(reduced.holes == scene.holes)
    // The weight of a vertex of this head follows from its height.
    let coverage = try #require(reduced[.coverage])
    #expect(coverage.values.count == reduced.mesh.positions.count)
    for (position, value) in zip(reduced.mesh.positions, coverage.values) {
      #expect(value == Float(100 + 1000 * position.z))
    }
  }

  @Test func edgesOfColorKeepTheirPlace() throws {
    // Stripes of 10 mm: without them a collapse would smear black over white.
    let isDark = { (point: Vector3) in Int((point.z * 100).rounded(.down)).isMultiple(of: 2) }
    let scene = try TestHead.scene { isDark($0) ? [0, 0, 0] : [240, 240, 240] }
    let reduced = scene.reduced(toTriangles: 15_000)
    let surface = MeshDistance(reduced.mesh)
    var wrong = 0
    for (position, color) in zip(scene.mesh.positions, scene.mesh.colors) {
      let closest = try #require(surface.closest(to: position))
      let triangle = reduced.mesh.triangles[closest.triangle]
      let shown = (0..<3).reduce(0.0) {
        $0 + closest.barycentric[$1] * Double(reduced.mesh.colors[Int(triangle[$1])].x)
      }
      if (shown < 125) != (color.x < 125) { wrong += 1 }
    }
    #expect(Double(wrong) < 0.05 * Double(scene.mesh.positions.count))
    // What is gained for colours is not lost of the shape.
    for position in scene.mesh.positions { #expect(try #require(surface.closest(to: position)).distance < 0.0004) }
  }

  /// Single precision has steps of 8 mm there.
  @Test func aHeadFarFromTheOriginIsReducedAsWell() throws {
    let (whole, away) = (TestHead.mesh(rings: 60), Vector3(0, 0, 1e5))
    var mesh = whole
    mesh.positions = whole.positions.map { $0 + away }
    var reduced = mesh.reduced(to: 8000)
    #expect(reduced.triangles.count <= 8000 && reduced.triangles.count > 4000)
    reduced.positions = reduced.positions.map { $0 - away }
    let surface = MeshDistance(reduced)
    for position in whole.positions { #expect(try #require(surface.closest(to: position)).distance < 0.0005) }
  }

  /// What has a few triangles too many keeps its structure: every edge but those of the rim has two triangles.
  @Test func aSlightReductionKeepsTheStructure() {
    let mesh = TestHead.mesh(rings: 60)
    let most = mesh.triangles.count * 9 / 10
    let reduced = mesh.reduced(to: most)
    #expect(reduced.triangles.count <= most && reduced.triangles.count > most * 9 / 10)
    var triangles: [SIMD2<Int32>: Int] = [:]
    for t in reduced.triangles {
      for (a, b) in [(t.x, t.y), (t.y, t.z), (t.z, t.x)] { triangles[[min(a, b), max(a, b)], default: 0] += 1 }
    }
    #expect(triangles.values.allSatisfy { $0 <= 2 })
    // Both rims.
    #expect(triangles.values.count { $0 == 1 } == 2 * TestHead.spokes)
  }

  @Test func aSmallMeshStaysAsItIs() throws {
    let scene = try TestHead.whole.get()
    #expect(scene.reduced(toTriangles: 100_000).mesh == scene.mesh)
  }

  /// Triangles that meet in corners alone, as black squares of a chessboard do, allow no collapse: their structure is given
  /// up, and no more are left than are wanted.
  @Test(arguments: [500, 1000, 1500]) func whatAllowsNoCollapseIsReduced(most: Int) {
    let n = 60
    var mesh = Mesh()
    for j in 0...n {
      for i in 0...n {
        let (x, y) = (Double(i), Double(j))
        let wobble = Vector2(sin(12.9 * x + 78.2 * y), sin(39.3 * x + 11.1 * y)) * 0.3
        mesh.positions.append([0.002 * (x + wobble.x), 0.002 * (y + wobble.y), 0])
      }
    }
    for j in 0..<n {
      for i in 0..<n {
        let a = Int32(j * (n + 1) + i)
        mesh.triangles.append([a, a + 1, a + Int32(n + 1)])
      }
    }
    let count = mesh.simplified(to: most).count
    #expect(count <= most && count > most * 4 / 5, "\(count)")
  }

  @Test func evenLooseTrianglesAreReduced() throws {
    // No two of them share an edge, so every edge is a rim.
    var random = SeededGenerator(seed: 11)
    var mesh = Mesh()
    for _ in 0..<5000 {
      let corner = random.direction() * 0.08
      mesh.positions += [corner, corner + random.direction() * 0.002, corner + random.direction() * 0.002]
      let n = Int32(mesh.positions.count)
      mesh.triangles.append([n - 3, n - 2, n - 1])
    }
    #expect(try HeadScene.make(mesh).reduced(toTriangles: 1000).mesh.triangles.count <= 1000)
  }
}
