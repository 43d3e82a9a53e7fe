import Platform

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

/// Directions spread evenly over the sphere, from pole to pole along a spiral (González 2010).
public struct FibonacciSphere: Sendable {
  /// The unit vectors, z descending: z of the i-th is 1 − (2 i + 1) / count.
  public let points: [Vector3]

  /// `count` directions, at least one.
  public init(count: Int) {
    let n = max(count, 1)
    let golden = Double.pi * (3 - 5.0.squareRoot())
    points = (0..<n).map { i in
      let z = 1 - Double(2 * i + 1) / Double(n)
      let r = max(0, 1 - z * z).squareRoot()
      return [r * cos(golden * Double(i)), r * sin(golden * Double(i)), z]
    }
  }
}

/// The head that a stage assumes where the recording does not show its size.
public enum UsualHead {
  /// The radius of the vault in metres: an infant's at half a year.
  public static let radius = 0.065
}
