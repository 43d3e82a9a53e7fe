public import Geometry

/// How far the means of two groups differ.
public struct GroupDifference: Sendable, Equatable {
  /// The number of values of either group.
  public let firstCount, secondCount: Int
  /// Mean of the first − mean of the second, with the interval for unequal variances (Welch 1947, *Biometrika* 34:28).
  public let difference: Estimate
  /// Welch's degrees of freedom, and the probability of a difference at least as large where there is none.
  public let freedom, probability: Double
  /// Hedges' g: the difference in pooled standard deviations, d = (x̄₁ − x̄₂) / s, times J = Γ(ν/2) / (√(ν/2) Γ((ν − 1)/2)),
  /// which makes it unbiased (Hedges 1981, *J. Educ. Stat.* 6:107, eq. 6e).
  ///
  /// The interval is that of the true difference over the common deviation, from the noncentral t distribution of
  /// d √(n₁ n₂ / (n₁ + n₂)) (Steiger & Fouladi 1997); exact for normal values of one variance.
  public let effect: Estimate

  /// - Parameters:
  ///   - first: values of one group, at least two.
  ///   - second: values of the other, in the same unit.
  public init(_ first: [Double], _ second: [Double]) throws(StatisticsError) {
    try Checks.finite(first)
    try Checks.finite(second)
    try Checks.count(first.count, of: .values, atLeast: 2)
    try Checks.count(second.count, of: .values, atLeast: 2)
    let (a, b) = (Moments(first), Moments(second))
    guard a.hasSpread || b.hasSpread else { throw .noSpread(.values) }
    let (n, m) = (Double(a.count), Double(b.count))
    let difference = a.mean - b.mean
    let (ofFirst, ofSecond) = (a.variance / n, b.variance / m)
    let error = (ofFirst + ofSecond).squareRoot()
    freedom =
      (ofFirst + ofSecond) * (ofFirst + ofSecond) / (ofFirst * ofFirst / (n - 1) + ofSecond * ofSecond / (m - 1))
    let distribution = StudentT(freedom: freedom)
    let reach = distribution.quantile(Level.upperShare) * error
    self.difference = Estimate(difference, ci95: ClosedRange(finite: difference - reach, difference + reach))
    probability = distribution.probability(beyond: difference / error)
    (firstCount, secondCount) = (a.count, b.count)

    let pooled = n + m - 2
    let d = difference / ((a.squares + b.squares) / pooled).squareRoot()
    let unit = (1 / n + 1 / m).squareRoot()
    let low = try NoncentralT.shift(freedom: pooled, x: d / unit, share: Level.upperShare) * unit
    let high = try NoncentralT.shift(freedom: pooled, x: d / unit, share: Level.lowerShare) * unit
    effect = Estimate(d * SampleDeviation.hedgesFactor(freedom: pooled), ci95: ClosedRange(finite: low, high))
  }

  /// The difference that is left when both groups have the same covariates: the coefficient of the group in a linear model with
  /// them (analysis of covariance).
  /// - Parameters:
  ///   - values: of both groups.
  ///   - isFirst: whether each value is of the first group.
  ///   - covariates: columns to adjust for, as age.
  /// - Returns: the difference, first − second, and the model it comes from.
  public static func adjusted(
    _ values: [Double], isFirst: [Bool], covariates: [Column]
  ) throws(StatisticsError) -> (difference: Coefficient, model: LinearModel) {
    try Checks.lengths(isFirst.count, values.count)
    let group = Column("group", isFirst.map { $0 ? 1 : 0 })
    let model = try LinearModel(values, [group] + covariates)
    return (model.coefficients[1], model)
  }
}
