import Geometry
import Images

extension DepthImage {
  /// The image that the camera would have taken without its lens.
  ///
  /// Inverse depth, which is linear over a plane, is interpolated between four pixels; where one of them is invalid or on
  /// another surface, the nearest one counts.
  func rectified(_ camera: Camera) -> DepthImage {
    let pinhole = camera.pinhole
    var rectified = DepthImage(width: width, height: height, pixels: Array(repeating: .nan, count: pixels.count))
    for y in 0..<height {
      for x in 0..<width {
        let place = camera.project(pinhole.ray([Double(x), Double(y)]))
        guard place.x > -0.5, place.y > -0.5, place.x < Double(width) - 0.5, place.y < Double(height) - 0.5 else {
          continue
        }
        rectified.pixels[y * width + x] = depth(at: place)
      }
    }
    return rectified
  }

  /// The depth at a place within the image.
  private func depth(at place: Vector2) -> Float {
    let nearest = self[Int(place.x.rounded()), Int(place.y.rounded())]
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    let (a, b, c, d) = (self[x, y], self[x + 1, y], self[x, y + 1], self[x + 1, y + 1])
    let (low, high) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    guard high - low < Self.sameSurface * low, !(a + b + c + d).isNaN else { return nearest }
    let (u, v) = (Float(place.x - Double(x)), Float(place.y - Double(y)))
    return 1 / ((1 / a * (1 - u) + 1 / b * u) * (1 - v) + (1 / c * (1 - u) + 1 / d * u) * v)
  }

  /// Depths of four neighbours within this share of each other are one surface's.
  private static let sameSurface: Float = 0.03
}
