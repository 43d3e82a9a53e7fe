import Geometry
import Images
import Recordings
import Testing

@testable import PointClouds

@Suite struct DepthViewTests {
  @Test(arguments: [0, 30, 60]) func findsThePlaneAndItsNormal(degrees: Int) {
    let normal = Matrix3.rotation([0.2, Double(degrees) * .pi / 180, 0]) * Vector3(0, 0, -1)
    let offset = normal.dot([0, 0, 0.3])
    let depth = RenderedScene.depth(.identity) { _, ray in offset / normal.dot(ray) }
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera)
    #expect(cloud.positions.count > 320 * 240 / 2)
    for i in stride(from: 0, to: cloud.positions.count, by: 101) {
      #expect(abs(normal.dot(cloud.positions[i]) - offset) < 1e-6)
      #expect(Vector3(cloud.normals[i]).dot(normal) > 0.99999)
    }
    #expect(cloud.colors.isEmpty)
  }

  @Test func dropsPixelsNearEdgesAndHoles() {
    let pixels = (0..<(320 * 240)).map { i -> Float in i % 320 < 160 ? 0.3 : i % 320 < 240 ? 0.4 : .nan }
    let depth = DepthImage(width: 320, height: 240, pixels: pixels)
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera)
    let columns = Set(cloud.positions.map { Int(RenderedScene.camera.project($0).x.rounded()) })
    #expect(columns.isDisjoint(with: 157...162))
    #expect(columns.contains(150))
    #expect(columns.contains(170))
    #expect(columns.max()! < 240)
  }

  @Test func dropsObliquePixels() {
    let normal = Matrix3.rotation([0, 75 * Double.pi / 180, 0]) * Vector3(0, 0, -1)
    let depth = RenderedScene.depth(.identity) { _, ray in normal.z * 0.3 / normal.dot(ray) }
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera)
    for (p, n) in zip(cloud.positions, cloud.normals) { #expect(-Vector3(n).dot(p.normalized) > 0.34) }
  }

  @Test func takesColoursOfAnyImageSize() {
    let depth = DepthImage(width: 320, height: 240, pixels: Array(repeating: 0.3, count: 320 * 240))
    let pixels = (0..<(160 * 120)).flatMap { (i: Int) -> [UInt8] in [UInt8(i % 160), UInt8(i / 160), 7] }
    let color = ColorImage(width: 160, height: 120, pixels: pixels)
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera, color: color)
    for (p, c) in zip(cloud.positions, cloud.colors) {
      let pixel = RenderedScene.camera.project(p)
      #expect(c == [UInt8(pixel.x.rounded() / 2), UInt8(pixel.y.rounded() / 2), 7])
    }
    #expect(!cloud.colors.isEmpty)
  }
}
