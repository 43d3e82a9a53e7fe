import Geometry
import Images
import Testing

@testable import Landmarks

/// The depth at a click.
@Suite struct ReportedClickTests {
  private static let camera = Camera(width: 40, height: 30, fx: 37, fy: 37, cx: 19.5, cy: 14.5)

  /// The depth image of a plane normal · p = offset.
  private static func image(_ normal: Vector3, _ offset: Double) -> DepthImage {
    let pixels = (0..<1200).map { Float(depth(normal, offset, [Double($0 % 40), Double($0 / 40)])) }
    return DepthImage(width: 40, height: 30, pixels: pixels)
  }

  private static func seen(_ image: DepthImage) -> RegisteredDepth { RegisteredDepth(image, CameraPair(camera)) }

  private static func depth(_ normal: Vector3, _ offset: Double, _ pixel: Vector2) -> Double {
    offset / normal.dot(camera.ray(pixel))
  }

  /// Inverse depth is linear over the image of a plane, so a plane's depth is exact between the pixels, and at the border.
  @Test(arguments: [Vector2(20, 15), [17.3, 12.8], [0, 0], [38.6, 28.7], [-0.4, 29.4]]) func aPlanesDepthIsExact(
    pixel: Vector2
  ) throws {
    for normal in [Vector3(0, 0, 1), [0.2, -0.1, 1], [-0.25, 0.3, 1]] {
      let found = try #require(ReportedClick.depth(at: pixel, in: Self.seen(Self.image(normal, 0.3))))
      let expected = Self.depth(normal, 0.3, pixel)
      #expect(abs(found - expected) < 1e-6, "\(normal): \(found), \(expected)")
    }
  }

  /// The background beside an edge is left out; the surface that most neighbours show is the clicked one.
  @Test func anotherSurfaceIsLeftOut() throws {
    var image = Self.image([0, 0, 1], 0.3)
    for i in image.pixels.indices where i % 40 >= 22 { image.pixels[i] = 0.5 }
    #expect(abs(try #require(ReportedClick.depth(at: [20.4, 15], in: Self.seen(image))) - 0.3) < 1e-6)
    #expect(abs(try #require(ReportedClick.depth(at: [22.6, 15], in: Self.seen(image))) - 0.5) < 1e-6)
  }

  /// Eight valid pixels of the 49 around it are enough, seven are not.
  @Test(arguments: [(7, false), (8, true), (49, true)]) func aFewPixelsAreEnough(count: Int, isEnough: Bool) {
    var image = DepthImage(width: 40, height: 30, pixels: Array(repeating: .nan, count: 1200))
    // Every third of the 49, so that they are on no line.
    for place in (0..<count).map({ 3 * $0 % 49 }) { image.pixels[(12 + place / 7) * 40 + 17 + place % 7] = 0.3 }
    #expect((ReportedClick.depth(at: [20, 15], in: Self.seen(image)) != nil) == isEnough)
  }

  @Test func pixelsWithoutDepthSayNothing() {
    let image = DepthImage(width: 40, height: 30, pixels: Array(repeating: .nan, count: 1200))
    #expect(ReportedClick.depth(at: [20, 15], in: Self.seen(image)) == nil)
    #expect(ReportedClick.depth(at: [-20, 15], in: Self.seen(Self.image([0, 0, 1], 0.3))) == nil, "beside the image")
    // Nearly all pixels on a line make no plane.
    var line = image
    for x in 17...23 { line.pixels[15 * 40 + x] = 0.3 }
    #expect(ReportedClick.depth(at: [20, 15], in: Self.seen(line)) == nil)
  }
}
