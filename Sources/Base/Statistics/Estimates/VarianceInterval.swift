extension ChiSquared {
  /// The interval of a variance that was estimated with these degrees of freedom, from normal values.
  func interval(ofVariance variance: Double) -> (low: Double, high: Double) {
    (freedom * variance / quantile(Level.upperShare), freedom * variance / quantile(Level.lowerShare))
  }
}
