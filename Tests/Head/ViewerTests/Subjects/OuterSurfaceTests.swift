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

  @Test func nothingIsPickedOfNothing() {
    #expect(OuterSurface.prepare(Mesh()).meet(.zero, Vector3(1, 0, 0)) == nil)
  }
}
