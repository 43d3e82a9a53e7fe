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
    guard colorFromDepth == .identity else { return false }
    // What both lenses do, not how they are stated: tables at two sizes give coefficients that differ in last digits. Of one
    // and the same lens the pinholes tell.
    let isOneLens = color.lens == depth.lens
    let depth = isOneLens ? depth.pinhole : depth
    let resized = (isOneLens ? color.pinhole : color).resized(width: depth.width, height: depth.height)
    return Self.places.allSatisfy { place in
      let pixel = place * Vector2(Double(depth.width - 1), Double(depth.height - 1))
      let miss = resized.project(depth.ray(pixel)) - pixel
      return abs(miss.x) <= Self.sameView && abs(miss.y) <= Self.sameView
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
  /// Where views are compared, in widths and heights of the image: at its corners, halfway between them, in the middle.
  private static let places: [Vector2] = [
    [0, 0], [0.5, 0], [1, 0], [0, 0.5], [0.5, 0.5], [1, 0.5], [0, 1], [0.5, 1], [1, 1],
  ]
}
