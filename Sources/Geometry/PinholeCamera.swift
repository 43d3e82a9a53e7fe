/// A pinhole camera without distortion: x right, y down, z forward, pixel centres at integers.
public struct PinholeCamera: Equatable, Sendable {
  /// The image's size in pixels.
  public var width, height: Int
  /// Focal lengths in pixels.
  public var fx, fy: Double
  /// The principal point in pixels.
  public var cx, cy: Double

  /// A camera from its parameters.
  public init(width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double) {
    (self.width, self.height) = (width, height)
    (self.fx, self.fy, self.cx, self.cy) = (fx, fy, cx, cy)
  }

  /// The pixel at which a point (camera frame, metres, z > 0) is seen.
  public func project(_ point: Vector3) -> Vector2 {
    [fx * point.x / point.z + cx, fy * point.y / point.z + cy]
  }

  /// The ray of a pixel as the point at depth 1.
  public func ray(_ pixel: Vector2) -> Vector3 {
    [(pixel.x - cx) / fx, (pixel.y - cy) / fy, 1]
  }

  /// True when a pixel lies within the image, borders of half a pixel included.
  public func contains(_ pixel: Vector2) -> Bool {
    pixel.x >= -0.5 && pixel.y >= -0.5 && pixel.x <= Double(width) - 0.5 && pixel.y <= Double(height) - 0.5
  }
}
