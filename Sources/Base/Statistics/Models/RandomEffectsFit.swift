internal import Platform

/// The covariance of random effects and the residual variance at which the restricted likelihood is largest.
struct RandomEffectsFit: Sendable {
  let likelihood: RestrictedLikelihood
  let withSlope: Bool
  /// The triangle of Σ, the covariance of the random effects.
  let triangle: CovarianceTriangle
  /// σ².
  let residual: Double
  /// The likelihood's terms there.
  let terms: RestrictedLikelihood.Terms
  /// Whether the slope's variance is above 0 and not all of it determined by the intercept.
  let slopeHasOwnVariance: Bool

  /// The minimum of the profiled criterion Σ log|V| + log|XᵀV⁻¹X| + (n − p) log rᵀV⁻¹r over Λ, with V relative to σ².
  init(_ likelihood: RestrictedLikelihood, withSlope: Bool) throws(StatisticsError) {
    let profiled = NewtonMinimiser { Self.profile(likelihood, CovarianceTriangle($0)) }
    guard let start = Self.start(withSlope: withSlope, profiled.function),
      let found = profiled.minimum(from: start),
      let relative = likelihood.terms(1, CovarianceTriangle(found).covariance)
    else { throw .notComputed(.likelihood) }
    residual = relative.quadratic / likelihood.freedom
    let scale = residual.squareRoot()
    triangle = CovarianceTriangle(found.map { $0 * scale })
    guard residual > 0, let terms = likelihood.terms(residual, triangle.covariance) else {
      throw .notComputed(.likelihood)
    }
    self.terms = terms
    self.likelihood = likelihood
    self.withSlope = withSlope
    if withSlope {
      let (a, b, c) = (found[0] * found[0], found[1] * found[1], found[2] * found[2])
      let reach = likelihood.blocks.reduce(0) { max($0, $1.spread * $1.spread) }
      slopeHasOwnVariance = c > 1e-8 * (b + c) && c * reach > 1e-10 && a > 1e-10 * (b + c)
    } else {
      slopeHasOwnVariance = false
    }
  }

  var covariance: Symmetric2 { triangle.covariance }

  /// Whether subjects differ at all.
  var hasSubjectVariance: Bool { covariance.a > 1e-10 * residual || withSlope }

  /// The conditional means of the subjects' random effects: Σ Zᵀ V⁻¹ r.
  var effects: [(Double, Double)] {
    zip(likelihood.blocks, terms.inverses).map { block, inverse in
      covariance * block.transposedTimes(inverse * likelihood.residual(of: block, terms.coefficients))
    }
  }

  private static func profile(
    _ likelihood: RestrictedLikelihood, _ triangle: CovarianceTriangle
  ) -> (value: Double, gradient: [Double])? {
    guard let terms = likelihood.terms(1, triangle.covariance), terms.quadratic > 0 else { return nil }
    var slope = terms.byCovariance.quadratic * (likelihood.freedom / terms.quadratic)
    slope += terms.byCovariance.logDeterminants
    return (terms.logDeterminants + likelihood.freedom * log(terms.quadratic), triangle.gradient(slope))
  }

  /// The best of some uncorrelated starts.
  private static func start(withSlope: Bool, _ function: NewtonMinimiser.Function) -> [Double]? {
    let sizes = [0.03, 0.1, 0.3, 1, 3, 10, 30]
    let starts: [[Double]] = withSlope ? sizes.flatMap { a in sizes.map { [a, 0, $0] } } : sizes.map { [$0] }
    return starts.compactMap { start in function(start).map { (start, $0.value) } }.min { $0.1 < $1.1 }?.0
  }
}
