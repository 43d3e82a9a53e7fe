extension ChiSquared {
  /// The interval of a variance that was estimated with these degrees of freedom, from normal values.
  func interval(ofVariance variance: Double, _ level: Level) -> (low: Double, high: Double) {
    (freedom * variance / quantile(level.upperShare), freedom * variance / quantile(level.lowerShare))
  }
}
