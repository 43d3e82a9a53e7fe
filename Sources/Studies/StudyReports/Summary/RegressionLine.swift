internal import Statistics

/// A straight line between two methods.
struct RegressionLine: Encodable, Sendable, Equatable {
  /// The second method's value for each unit of the first, and where the first is 0.
  let slope, intercept: SummaryEstimate
  /// The probability of scatter at least as uneven along the line if it is straight; nil where it is not tested.
  let linearityProbability: Double?

  private init(_ slope: Estimate, _ intercept: Estimate, linearity: Double?, withIntervals: Bool) {
    self.slope = withIntervals ? SummaryEstimate(slope) : SummaryEstimate(value: slope.value)
    self.intercept = withIntervals ? SummaryEstimate(intercept) : SummaryEstimate(value: intercept.value)
    linearityProbability = withIntervals ? linearity : nil
  }

  /// Of methods whose errors have variances of a ratio that is stated.
  ///
  /// - Parameters:
  ///   - lambda: λ, that of the second method over that of the first.
  ///   - isRepeated: whether children have several pairs, which intervals do not allow for.
  static func deming(
    _ x: [Double], _ y: [Double], lambda: Double, isRepeated: Bool
  ) throws(StatisticsError) -> RegressionLine {
    let found = try DemingRegression(x, y, varianceRatio: lambda)
    return RegressionLine(found.slope, found.intercept, linearity: nil, withIntervals: !isRepeated)
  }

  /// Without an assumption on how they err.
  static func passingBablok(_ x: [Double], _ y: [Double], isRepeated: Bool) throws(StatisticsError) -> RegressionLine {
    let found = try PassingBablok(x, y)
    return RegressionLine(
      found.slope, found.intercept, linearity: found.linearity.probability, withIntervals: !isRepeated)
  }
}
