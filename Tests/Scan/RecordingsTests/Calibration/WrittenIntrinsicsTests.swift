import Foundation
import Geometry
import Testing

@testable import Recordings

/// What is written of cameras is read again as it was.
@Suite struct WrittenIntrinsicsTests {
  private static let plain = Camera(width: 16, height: 12, fx: 15, fy: 14.8, cx: 7.5, cy: 5.5)

  private static func with(_ lens: Lens) -> Camera {
    var camera = plain
    camera.lens = lens
    return camera
  }

  /// Of a table, at a quarter of the size for depth.
  private static let resized: CameraPair = {
    let color = with(Lens(radial: [0.02, -0.01, 0.003, 0.001, 0, 0.0005, 0.0002], centre: [0.01, -0.02]))
    return CameraPair(color: color.resized(width: 64, height: 48), depth: color.resized(width: 16, height: 12))
  }()

  static let pairs = [
    resized,
    CameraPair(plain),
    CameraPair(with(Lens(radial: [0.05, -0.02, 0.003], tangential: [0.001, -0.002]))),
    CameraPair(
      with(Lens(radial: [0.02, -0.01, 0.003, 0.001, 0, 0.0005], tangential: [0.001, 0], centre: [0.01, -0.02]))),
    CameraPair(
      color: plain, depth: with(Lens(radial: [0.01])),
      colorFromDepth: RigidTransform(rotation: .rotation([0.01, 0.02, -0.03]), translation: [0.012, 0.001, -0.002])),
  ]

  @Test(arguments: pairs.indices) func theyAreReadAsTheyWere(index: Int) throws {
    let pair = Self.pairs[index]
    let small = try SmallRecording.tum(frames: 1)
    try small.write("rgb/0.jpg", SmallRecording.color(width: pair.color.width, height: pair.color.height))
    try small.write("intrinsic.json", WrittenIntrinsics(pair).json())
    let read = try Recording.open(small.folder).frames[0].cameras
    #expect(read.shareView == pair.shareView)
    #expect(read.areOne == pair.areOne)
    #expect(read.color.fx == pair.color.fx)
    #expect(read.color.cy == pair.color.cy)
    #expect((read.colorFromDepth.translation - pair.colorFromDepth.translation).length < 1e-12)
    for (one, other) in [(read.color, pair.color), (read.depth, pair.depth)] {
      for pixel in [Vector2(0, 0), Vector2(15, 3), Vector2(7, 11)] {
        #expect((one.rectified(pixel) - other.rectified(pixel)).length < 1e-9)
      }
    }
  }
}
