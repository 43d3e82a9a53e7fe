import Geometry
import PointClouds
import Testing

@testable import Viewer

/// Picking on the outside of a head.
@Suite struct OuterSurfaceTests {
  /// A cube of 2 m about the origin without its top, triangles anticlockwise from outside.
  private static let open: Mesh = {
    let corners = (0..<8).map { Vector3($0 & 1 == 0 ? -1 : 1, $0 & 2 == 0 ? -1 : 1, $0 & 4 == 0 ? -1 : 1) }
    let quads: [[Int32]] = [[0, 2, 3, 1], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]]
    return Mesh(
      positions: corners,
      triangles: quads.flatMap { [SIMD3($0[0], $0[1], $0[2]), SIMD3($0[0], $0[2], $0[3])] })
  }()

  private static let turned: Mesh = {
    var mesh = open
    mesh.triangles = mesh.triangles.map { SIMD3($0.x, $0.z, $0.y) }
    return mesh
  }()

  @Test(arguments: [open, turned]) func onlyTheOutsideIsPicked(_ mesh: Mesh) throws {
    let surface = OuterSurface.prepare(mesh)
    let met = try #require(surface.meet(Vector3(-5, 0.2, 0.1), Vector3(2, 0, 0)))
    #expect((met - Vector3(-1, 0.2, 0.1)).length < 1e-12)
    #expect(surface.meet(Vector3(0.3, 0.2, 5), Vector3(0, 0, -1)) == nil, "through the hole onto the inside")
    #expect(surface.meet(Vector3(-5, 3, 0), Vector3(1, 0, 0)) == nil, "past it")
  }

  /// Wherever the surface lies and however small it is: the outside is told about its own middle, not the origin's.
  @Test(
    arguments: [
      (0, 0, 3, 1), (0, 0, -3, 1), (4, -7, 2, 1), (-0.3, 0.2, 0.5, 0.05), (0.01, 0.02, -0.4, 0.05),
    ] as [(Double, Double, Double, Double)])
  func theOutsideIsKnownAnywhere(_ x: Double, _ y: Double, _ z: Double, _ size: Double) throws {
    let centre = Vector3(x, y, z)
    for original in [Self.open, Self.turned] {
      var mesh = original
      mesh.positions = mesh.positions.map { centre + $0 * size }
      let surface = OuterSurface.prepare(mesh)
      // Onto each of the five sides from outside, at a place that is nobody's corner, edge or diagonal.
      let sides: [Vector3] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, -1]]
      for side in sides {
        let across = Vector3(side.y + side.z, side.z + side.x, side.x + side.y) * 0.3 + Vector3(0.1, 0.17, 0.05)
        let place = across - side * across.dot(side) + side
        let met = try #require(surface.meet(centre + (place + side * 4) * size, side * -1), "\(side)")
        #expect((met - centre - place * size).length < 1e-9)
        #expect(surface.meet(centre + (place - side * 0.5) * size, side) == nil, "\(side) from inside")
      }
    }
  }

  @Test func nothingIsPickedOfNothing() {
    #expect(OuterSurface.prepare(Mesh()).meet(.zero, Vector3(1, 0, 0)) == nil)
  }
}
