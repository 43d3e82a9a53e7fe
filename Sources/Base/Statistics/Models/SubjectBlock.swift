internal import Platform

/// What the likelihood needs of one subject: the design and the response along the directions that a random intercept and slope
/// reach.
///
/// With an orthonormal basis B of (1, t), (1, t) = B T, the covariance of the subject's observations is that of T b along B and
/// σ² at right angles to it. What is at right angles is the same for every covariance, and is summed up once for all subjects.
struct SubjectBlock: Sendable {
  /// The upper triangle T: t₁₁, t₁₂, t₂₂, the last 0 where all observations are at one time.
  let corner, across, spread: Double
  /// Bᵀ X, two numbers a column, and Bᵀ y.
  let design: [(Double, Double)]
  let response: (Double, Double)

  /// Whether the observations are at two times at least.
  var hasSlope: Bool { spread > 0 }

  /// T x.
  func times(_ x: (Double, Double)) -> (Double, Double) { (corner * x.0 + across * x.1, spread * x.1) }

  /// Tᵀ x.
  func transposedTimes(_ x: (Double, Double)) -> (Double, Double) { (corner * x.0, across * x.0 + spread * x.1) }

  /// Tᵀ M T.
  func between(_ m: Symmetric2) -> Symmetric2 {
    let first = m * (corner, 0)
    let second = m * (across, spread)
    return Symmetric2(
      a: corner * first.0, b: corner * second.0, c: across * second.0 + spread * second.1)
  }

  /// The derivatives of K by σ² and by Σ₁₁, Σ₂₁ and Σ₂₂: the unit matrix, and T S Tᵀ of each of the others.
  var derivatives: [Symmetric2] {
    [
      Symmetric2(a: 1, c: 1), Symmetric2((corner, 0)), Symmetric2(a: 2 * corner * across, b: corner * spread),
      Symmetric2((across, spread)),
    ]
  }

  /// The inverse of K = σ² I + T Σ Tᵀ, and the logarithm of its determinant; nil where K is not positive definite.
  func inverse(_ residual: Double, _ covariance: Symmetric2) -> (inverse: Symmetric2, logDeterminant: Double)? {
    // T Σ Tᵀ, and the determinant of K as a sum, so that it keeps its digits where Σ is large.
    let first = times((covariance.a, covariance.b))
    let second = times((covariance.b, covariance.c))
    let a = corner * first.0 + across * second.0
    let b = spread * second.0
    let c = spread * second.1
    let own = corner * spread
    let determinant =
      residual * residual + residual * (a + c) + own * own * (covariance.a * covariance.c - covariance.b * covariance.b)
    guard determinant > 0, residual + a > 0 else { return nil }
    return (
      Symmetric2(a: (residual + c) / determinant, b: -b / determinant, c: (residual + a) / determinant),
      log(determinant)
    )
  }
}
