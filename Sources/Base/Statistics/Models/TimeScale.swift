/// Time in deviations of its own, so that a random intercept and slope are of one size and hardly correlated.
struct TimeScale: Sendable {
  private let mean, unit: Double

  /// The scale of some times; that of none leaves all as it is.
  init(_ time: [Double]?) {
    let moments = Moments(time ?? [])
    mean = moments.mean
    unit = moments.hasSpread ? moments.standardDeviation : 1
  }

  func standardised(_ time: [Double]) -> [Double] { time.map { ($0 - mean) / unit } }

  /// Intercept and slope for time as it was given: b₀ + b₁ (t − mean) / unit.
  func given(_ effect: (Double, Double)) -> (intercept: Double, slope: Double) {
    (effect.0 - mean / unit * effect.1, effect.1 / unit)
  }

  /// The covariance of those.
  func given(_ covariance: Symmetric2) -> Symmetric2 {
    let shift = mean / unit
    return Symmetric2(
      a: covariance.a - 2 * shift * covariance.b + shift * shift * covariance.c,
      b: (covariance.b - shift * covariance.c) / unit, c: covariance.c / (unit * unit))
  }
}
