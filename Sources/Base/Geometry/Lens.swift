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
