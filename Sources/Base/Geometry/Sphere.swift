/// A sphere.
public struct Sphere: Sendable, Equatable {
  /// In the unit of the points that it was made of.
  public var centre: Vector3
  /// In the same unit.
  public var radius: Double

  /// A sphere from its parts.
  public init(centre: Vector3, radius: Double) { (self.centre, self.radius) = (centre, radius) }

  /// The sphere of least algebraic squares: |p|² = 2 p·c + (r² − |c|²) is linear in its unknowns (Coope 1993). Nil for
  /// fewer than four points or a patch as flat as a plane.
  ///
  /// - Parameter weights: one for each point; all alike without.
  public static func through(_ points: [Vector3], weights: [Double]? = nil) -> Sphere? {
    guard points.count >= 4 else { return nil }
    let weights = weights ?? [Double](repeating: 1, count: points.count)
    let total = weights.reduce(0, +)
    var (mean, meanSquare) = (Vector3.zero, 0.0)
    for (point, weight) in zip(points, weights) { mean += point * (weight / total) }
    for (point, weight) in zip(points, weights) { meanSquare += weight / total * (point - mean).dot(point - mean) }
    var (covariance, moment) = (Matrix3.zero, Vector3.zero)
    for (point, weight) in zip(points, weights) {
      let p = point - mean
      covariance = covariance + .outer(p * weight, p)
      moment += p * (weight * (p.dot(p) - meanSquare))
    }
    let determinant = covariance.determinant
    guard abs(determinant) > 1e-6 * covariance.trace * covariance.trace * covariance.trace else { return nil }
    let (a, b, c) = (covariance.c0, covariance.c1, covariance.c2)
    let offset = Vector3(moment.dot(b.cross(c)), a.dot(moment.cross(c)), a.dot(b.cross(moment))) / (2 * determinant)
    return Sphere(centre: mean + offset, radius: (meanSquare + offset.dot(offset)).squareRoot())
  }
}
