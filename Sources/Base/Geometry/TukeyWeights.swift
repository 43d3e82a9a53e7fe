/// The weights of iteratively reweighted least squares with Tukey's biweight (Beaton & Tukey 1974). Each step uses the memory
/// of the one before.
public struct TukeyWeights: Sendable {
  /// The weight of each observation, 0 to 1.
  public private(set) var values: [Double]
  private var sizes: [Double]

  /// The weights of the first step.
  public init(_ values: [Double]) { (self.values, sizes) = (values, values) }

  /// Weights that are all 1.
  public init(count: Int) { self.init([Double](repeating: 1, count: count)) }

  /// Weighs each observation by its residual.
  ///
  /// - Parameters:
  ///   - leastScale: The residuals are never taken to scatter by less than this.
  ///   - cut: From how many scales on the weight is 0.
  /// - Returns: The scale of the residuals: 1.4826 times the median of their sizes.
  public mutating func update(
    leastScale: Double, cut: Double = RobustStatistics.tukeyCut, residual: (Int) -> Double
  ) -> Double {
    for k in values.indices {
      values[k] = residual(k)
      sizes[k] = abs(values[k])
    }
    let scale = max(leastScale, RobustStatistics.madToSigma * RobustStatistics.quantile(reordering: &sizes, 0.5))
    for k in values.indices { values[k] = RobustStatistics.tukeyWeight(values[k] / scale, cut: cut) }
    return scale
  }
}
