/// The colour and the depth camera of a frame.
public struct CameraPair: Equatable, Sendable {
  /// Each with its own size, intrinsics and lens.
  public var color, depth: Camera
  /// The pose of the depth camera in the colour camera's frame.
  public var colorFromDepth: RigidTransform

  /// Two cameras; by default in the same place.
  public init(color: Camera, depth: Camera, colorFromDepth: RigidTransform = .identity) {
    (self.color, self.depth, self.colorFromDepth) = (color, depth, colorFromDepth)
  }

  /// One camera that gives both images, pixel by pixel.
  public init(_ both: Camera) { self.init(color: both, depth: both) }

  /// Whether a pixel of one image shows what the same pixel of the other shows.
  public var areOne: Bool { color == depth && colorFromDepth == .identity }

  /// Whether depth was brought into the colour camera's image, at its size or another: a place in one image, measured in
  /// widths and heights, is that in the other.
  public var shareView: Bool {
    guard colorFromDepth == .identity, color.lens == depth.lens else { return false }
    let resized = color.resized(width: depth.width, height: depth.height)
    return [Vector2.zero, Vector2(Double(depth.width - 1), Double(depth.height - 1))].allSatisfy { corner in
      let (u, v) = (corner.x - depth.cx, corner.y - depth.cy)
      let miss = Vector2(
        u / depth.fx * resized.fx + resized.cx - corner.x, v / depth.fy * resized.fy + resized.cy - corner.y)
      return max(abs(miss.x), abs(miss.y)) <= Self.sameView
    }
  }

  /// The place across the depth image, −1 … 1 from edge to edge, that shows what the colour camera sees.
  ///
  /// - Parameters:
  ///   - pixel: where the colour image shows it.
  ///   - point: where it is in the colour camera's frame, metres.
  public func depthPlace(of pixel: Vector2, at point: Vector3) -> Vector2 {
    if colorFromDepth == .identity && (areOne || shareView) {
      return DepthCorrection.normalized(pixel, width: color.width, height: color.height)
    }
    let seen = depth.project(colorFromDepth.inverse * point)
    return DepthCorrection.normalized(seen, width: depth.width, height: depth.height)
  }

  /// Cameras whose pixels lie no farther apart than this up to the corners show the same view, pixels of the depth image:
  /// a recorder that resizes intrinsics by a factor s < 1 without regard to pixel centres is off by (1 − s) / 2.
  private static let sameView = 0.5
}
