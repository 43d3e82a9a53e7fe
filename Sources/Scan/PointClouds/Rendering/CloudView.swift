import Geometry
import Images

/// A view of a cloud from one side by parallel projection: every point a square, the nearest one in front.
public struct CloudView: Sendable {
  /// The picture's size in pixels.
  public let width, height: Int
  private let centre: Vector3
  private let right, down, forward: Vector3
  /// Pixels a metre.
  private let scale: Double

  /// A view.
  ///
  /// - Parameters:
  ///   - centre, radius: the sphere that fills the shorter side of the picture, metres.
  ///   - eye: the direction from the centre to the eye; of any length, not along `up`.
  ///   - up: what is up in the picture.
  public init(width: Int, height: Int, centre: Vector3, radius: Double, eye: Vector3, up: Vector3) {
    (self.width, self.height, self.centre) = (width, height, centre)
    scale = Double(min(width, height)) / (2 * radius)
    forward = -eye.normalized
    right = forward.cross(up).normalized
    down = forward.cross(right)
  }

  /// The pixel at which a point is seen, centres at integers.
  public func pixel(_ point: Vector3) -> Vector2 {
    let from = point - centre
    return Vector2(from.dot(right), from.dot(down)) * scale + Vector2(Double(width) - 1, Double(height) - 1) / 2
  }

  /// True for a surface that is seen from its outer side.
  public func faces(_ outward: Vector3) -> Bool { outward.dot(forward) < 0 }

  /// Draws the points that were seen from this side of them.
  ///
  /// - Parameter size: the side of a point's square in metres.
  public func image(of points: [GrowingCloud.Point], size: Double, background: SIMD3<UInt8>) -> ColorImage {
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    for i in 0..<(width * height) {
      (pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]) = (background.x, background.y, background.z)
    }
    var depths = [Float](repeating: .infinity, count: width * height)
    let side = max(1, Int((size * scale).rounded(.up)))
    let ahead = SIMD3<Float>(forward)
    for point in points where (point.outward * ahead).sum() < 0 {
      let place = Vector3(point.position)
      let depth = Float((place - centre).dot(forward))
      let corner = pixel(place) - Double(side - 1) / 2
      let (left, top) = (Int(corner.x.rounded()), Int(corner.y.rounded()))
      for y in max(0, top)..<max(0, min(height, top + side), top) {
        for x in max(0, left)..<max(0, min(width, left + side), left) where depth < depths[y * width + x] {
          let at = y * width + x
          depths[at] = depth
          pixels[3 * at] = UInt8(point.color.x.rounded())
          pixels[3 * at + 1] = UInt8(point.color.y.rounded())
          pixels[3 * at + 2] = UInt8(point.color.z.rounded())
        }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }
}
