import Geometry

@testable import Phantom

/// What a pixel sees of surfaces that are made up: at first a wall of cloth that faces the camera.
struct MadePixel {
  var depth = 0.3
  var cosine: Float = 1
  var material = Material.cloth
  var light = SIMD3<Float>(repeating: 0.3)
  var normal: SIMD3<Float> = [0, 0, -1]
}

extension SurfaceBuffer {
  /// What a camera sees, pixel by pixel, of surfaces that are made up.
  static func made(_ camera: Camera, _ pixel: (Int, Int) -> MadePixel) -> SurfaceBuffer {
    let pixels = (0..<camera.width * camera.height).map { pixel($0 % camera.width, $0 / camera.width) }
    return SurfaceBuffer(
      width: camera.width, height: camera.height, depth: pixels.map(\.depth), cosine: pixels.map(\.cosine),
      material: pixels.map(\.material), light: pixels.map(\.light), normal: pixels.map(\.normal), camera: camera)
  }

  /// A wall that faces a camera of some size.
  static func wall(_ width: Int, _ height: Int, _ pixel: MadePixel = MadePixel()) -> SurfaceBuffer {
    made(Camera(width: width, height: height, fx: 100, fy: 90, cx: 20, cy: 15)) { _, _ in pixel }
  }
}
