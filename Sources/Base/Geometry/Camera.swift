/// A camera: x right, y down, z forward, pixel centres at integers; a pinhole, with a lens where one is known.
public struct Camera: Equatable, Sendable {
  /// The image's size in pixels.
  public var width, height: Int
  /// Focal lengths in pixels.
  public var fx, fy: Double
  /// The principal point in pixels.
  public var cx, cy: Double
  /// What its lens does to the image; nil for a pinhole.
  public var lens: Lens?

  /// A camera from its parameters.
  public init(width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double, lens: Lens? = nil) {
    (self.width, self.height) = (width, height)
    (self.fx, self.fy, self.cx, self.cy, self.lens) = (fx, fy, cx, cy, lens)
  }

  /// The pixel at which a point (camera frame, metres, z > 0) is seen.
  public func project(_ point: Vector3) -> Vector2 {
    guard let lens else { return [fx * point.x / point.z + cx, fy * point.y / point.z + cy] }
    let place = lens.distorted([point.x / point.z, point.y / point.z])
    return [fx * place.x + cx, fy * place.y + cy]
  }

  /// The ray of a pixel as the point at depth 1; not a number where the lens shows no ray.
  public func ray(_ pixel: Vector2) -> Vector3 {
    let place = Vector2((pixel.x - cx) / fx, (pixel.y - cy) / fy)
    guard let lens else { return [place.x, place.y, 1] }
    let ideal = lens.undistorted(place)
    return [ideal.x, ideal.y, 1]
  }

  /// True when a pixel lies within the image, borders of half a pixel included.
  public func contains(_ pixel: Vector2) -> Bool {
    pixel.x >= -0.5 && pixel.y >= -0.5 && pixel.x <= Double(width) - 0.5 && pixel.y <= Double(height) - 0.5
  }

  /// The same camera without its lens.
  public var pinhole: Camera { Camera(width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy) }

  /// The pixel at which the camera without its lens would see what this one sees at `pixel`.
  public func rectified(_ pixel: Vector2) -> Vector2 { lens == nil ? pixel : pinhole.project(ray(pixel)) }

  /// The camera of the same image at another size: what is at the edges stays there.
  public func resized(width: Int, height: Int) -> Camera {
    let (x, y) = (Double(width) / Double(self.width), Double(height) / Double(self.height))
    return Camera(
      width: width, height: height, fx: fx * x, fy: fy * y, cx: (cx + 0.5) * x - 0.5, cy: (cy + 0.5) * y - 0.5,
      lens: lens)
  }
}
