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

  /// The camera without its lens.
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

/// How a lens moves the image of a ray from where a pinhole would have it: radially about a centre, and tangentially.
///
/// Places are those of the plane at depth 1, (x/z, y/z). With d from the centre and r = |d|,
///
///     image = centre + d (1 + k₁ r² + k₂ r⁴ + …) + (2 p₁ dx dy + p₂ (r² + 2 dx²), p₁ (r² + 2 dy²) + 2 p₂ dx dy)
///
/// (Brown 1971, in OpenCV's order and signs).
public struct Lens: Equatable, Sendable {
  /// The radial coefficients k₁, k₂, … of r², r⁴, ….
  public var radial: SIMD8<Double>
  /// The tangential coefficients p₁ and p₂.
  public var tangential: Vector2
  /// Where the distortion is centred.
  public var centre: Vector2

  /// A lens from its coefficients; of the radial ones at most eight, the others are zero.
  public init(radial: [Double], tangential: Vector2 = .zero, centre: Vector2 = .zero) {
    precondition(radial.count <= 8)
    self.radial = .zero
    for (k, coefficient) in radial.enumerated() { self.radial[k] = coefficient }
    (self.tangential, self.centre) = (tangential, centre)
  }

  /// Where a ray is seen that a pinhole would see at `place`.
  public func distorted(_ place: Vector2) -> Vector2 {
    let d = place - centre
    let squared = d.dot(d)
    let shift =
      tangential.x * Vector2(2 * d.x * d.y, squared + 2 * d.y * d.y)
      + tangential.y * Vector2(squared + 2 * d.x * d.x, 2 * d.x * d.y)
    return centre + d * magnification(squared) + shift
  }

  /// The place at which a pinhole would see what is seen at `place`, by Newton's method; not a number where no ray is
  /// seen there.
  public func undistorted(_ place: Vector2) -> Vector2 {
    var guess = place
    for _ in 0..<Self.mostSteps {
      let miss = distorted(guess) - place
      let (a, b) = derivatives(guess)
      let determinant = a.cross(b)
      guard determinant > 0 else { return Vector2(.nan, .nan) }
      let step = Vector2(miss.cross(b), a.cross(miss)) / determinant
      guess -= step
      if step.dot(step) < Self.smallestStep { return guess }
    }
    return Vector2(.nan, .nan)
  }

  private static let mostSteps = 30
  /// The square of a step below which a place has been found: a billionth of a focal length.
  private static let smallestStep = 1e-22

  /// 1 + k₁ s + k₂ s² + … at s = r².
  private func magnification(_ squared: Double) -> Double {
    var sum = 0.0
    for k in (0..<8).reversed() { sum = (sum + radial[k]) * squared }
    return 1 + sum
  }

  /// The derivative of r (1 + k₁ r² + …) by r, at s = r².
  private func slope(_ squared: Double) -> Double {
    var sum = 0.0
    for k in (0..<8).reversed() { sum = (sum + Double(2 * k + 3) * radial[k]) * squared }
    return 1 + sum
  }

  /// The derivatives of ``distorted(_:)`` by x and by y.
  public func derivatives(_ place: Vector2) -> (byX: Vector2, byY: Vector2) {
    let d = place - centre
    let squared = d.dot(d)
    let m = magnification(squared)
    let growth = squared > 0 ? (slope(squared) - m) / squared : 2 * radial[0]
    let (p, q) = (tangential.x, tangential.y)
    let mixed = growth * d.x * d.y + 2 * p * d.x + 2 * q * d.y
    return (
      Vector2(m + growth * d.x * d.x + 2 * p * d.y + 6 * q * d.x, mixed),
      Vector2(mixed, m + growth * d.y * d.y + 6 * p * d.y + 2 * q * d.x)
    )
  }
}

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
    if areOne || shareView {
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

/// What a camera's image shows. A lens whose image folds over beyond the rim would show there what lies far outside.
public struct FieldOfView: Sendable {
  /// Where the lens is centred, at depth 1, and the square of the farthest radius about it that the image shows.
  private let centre: Vector2
  private let farthest: Double

  /// The field of view of a camera; without a lens all that lies in front of it.
  public init(_ camera: Camera) {
    centre = camera.lens?.centre ?? .zero
    guard camera.lens != nil else {
      farthest = .infinity
      return
    }
    let (right, bottom) = (Double(camera.width) - 0.5, Double(camera.height) - 0.5)
    let middle = Vector2(right - 0.5, bottom - 0.5) / 2
    let rim: [Vector2] = [
      [-0.5, -0.5], [right, -0.5], [-0.5, bottom], [right, bottom],
      [middle.x, -0.5], [middle.x, bottom], [-0.5, middle.y], [right, middle.y],
    ]
    let centre = centre
    // A place that shows no ray lies beyond the fold.
    farthest = rim.reduce(0) { farthest, place in
      let ray = camera.ray(place)
      let d = Vector2(ray.x, ray.y) - centre
      return d.dot(d) > farthest ? d.dot(d) : farthest
    }
  }

  /// Whether a point (camera frame, metres, z > 0) may be in the image; where it is not, its projection has no meaning.
  @inline(__always)
  public func contains(_ point: Vector3) -> Bool {
    let d = Vector2(point.x, point.y) / point.z - centre
    return d.dot(d) <= farthest
  }
}
