import Geometry
import PointClouds
import Testing

@testable import HeadViews

@Suite struct SurfaceShadingTests {
  /// Only the light from all sides falls on a vertex without a normal, 55 % of it.
  @Test func aVertexWithoutANormalIsInTheShade() throws {
    let half = 0.05
    var mesh = Mesh(
      positions: [[-half, 0, -half], [half, 0, -half], [half, 0, half], [-half, 0, half]],
      triangles: [[0, 2, 1], [0, 3, 2]])
    mesh.normals = [SIMD3<Float>](repeating: .zero, count: 4)
    let scene = try HeadScene.make(mesh, maps: [])
    let image = HeadPicture.render(scene, from: .front, width: 64, height: 64).image
    let middle = 3 * (32 * 64 + 32)
    // 0.55 of 240, 235 and 228 is 132, 129.25 and 125.4; steps of 3.
    for (k, expected) in [132.0, 129.25, 125.4].enumerated() {
      #expect(abs(Double(image.pixels[middle + k]) - expected) <= 3, "\(k): \(image.pixels[middle + k])")
    }
  }
}
