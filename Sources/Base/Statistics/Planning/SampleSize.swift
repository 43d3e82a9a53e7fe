/// How many subjects a study needs for an interval of a wanted half-width: the smallest number whose expected half-width is not
/// above it.
///
/// The deviation that enters an interval is that of the sample, whose mean is c₄ times the true one; so is the expected
/// half-width.
public struct SampleSize: Sendable, Equatable {
  /// The smallest number: of subjects, of pairs, or of subjects in each of two groups.
  public let count: Int
  /// The half-width that is expected with it.
  public let halfWidth: Double

  /// The most that is looked for.
  public static let most = 10_000_000

  /// For a mean: t(n − 1) c₄ σ / √n.
  /// - Parameter deviation: σ, as `halfWidth` in the unit of the values.
  public static func mean(deviation: Double, halfWidth: Double) throws(StatisticsError)
    -> SampleSize
  {
    try Checks.positive(deviation, .standardDeviation)
    return try smallest(from: 2, halfWidth) { n in
      StudentT(freedom: n - 1).quantile(Level.upperShare) * SampleDeviation.mean(freedom: n - 1) * deviation
        / n.squareRoot()
    }
  }

  /// For a within-subject standard deviation from k repeats of each subject: half of the interval of the χ² distribution with
  /// n (k − 1) degrees of freedom.
  public static func withinSubject(deviation: Double, repeats: Int, halfWidth: Double)
    throws(StatisticsError) -> SampleSize
  {
    try Checks.positive(deviation, .standardDeviation)
    guard repeats >= 2 else { throw .outOfRange(.repeats, Double(repeats)) }
    return try smallest(from: 1, halfWidth) { n in
      let freedom = n * Double(repeats - 1)
      let bounds = ChiSquared(freedom: freedom).interval(ofVariance: 1)
      let reach = (bounds.high.squareRoot() - bounds.low.squareRoot()) / 2
      return deviation * SampleDeviation.mean(freedom: freedom) * reach
    }
  }

  /// For an intraclass correlation from k readings of each subject (Bonett 2002, *Stat. Med.* 21:1331, eq. 3):
  /// n = 8 z² (1 − ρ)² (1 + (k − 1) ρ)² / (k (k − 1) w²) + 1 for the whole width w, and 5 ρ more for k = 2 and ρ ≥ 0.7.
  /// - Parameter correlation: ρ, in [0, 1).
  public static func intraclassCorrelation(
    _ correlation: Double, readings k: Int, halfWidth: Double
  ) throws(StatisticsError) -> SampleSize {
    guard correlation >= 0, correlation < 1 else { throw .outOfRange(.correlation, correlation) }
    guard k >= 2 else { throw .outOfRange(.repeats, Double(k)) }
    let readings = Double(k)
    let spread = (1 - correlation) * (1 + (readings - 1) * correlation)
    let added = 1 + (k == 2 && correlation >= 0.7 ? 5 * correlation : 0)
    return try smallest(from: Int(added.rounded(.up)) + 1, halfWidth) { n in
      Level.z * spread * (2 / (readings * (readings - 1) * (n - added))).squareRoot()
    }
  }

  /// For limits of agreement, of pairs of single readings: half of the exact interval of one limit (Carkeet 2015).
  /// - Parameter deviation: of the differences.
  public static func limitsOfAgreement(deviation: Double, halfWidth: Double)
    throws(StatisticsError) -> SampleSize
  {
    try Checks.positive(deviation, .standardDeviation)
    let z = Normal.quantile(0.975)
    return try smallest(from: 3, halfWidth) { n throws(StatisticsError) in
      let tolerance = NoncentralT(freedom: n - 1, shift: z * n.squareRoot())
      let reach = try (tolerance.quantile(Level.upperShare) - tolerance.quantile(Level.lowerShare)) / 2
      return deviation * SampleDeviation.mean(freedom: n - 1) * reach / n.squareRoot()
    }
  }

  /// For a difference of two groups of equal size and deviation: t(2n − 2) c₄ σ √(2 / n).
  public static func difference(deviation: Double, halfWidth: Double) throws(StatisticsError)
    -> SampleSize
  {
    try Checks.positive(deviation, .standardDeviation)
    return try smallest(from: 2, halfWidth) { n in
      let freedom = 2 * n - 2
      return StudentT(freedom: freedom).quantile(Level.upperShare) * SampleDeviation.mean(freedom: freedom) * deviation
        * (2 / n).squareRoot()
    }
  }

  /// The smallest number from a first one on at which a half-width, which falls with the number, is as wanted: by doubling, then
  /// by halving.
  private static func smallest(
    from first: Int, _ wanted: Double, _ halfWidth: (Double) throws(StatisticsError) -> Double
  ) throws(StatisticsError) -> SampleSize {
    try Checks.positive(wanted, .halfWidth)
    var (low, high) = (first - 1, first)
    while try halfWidth(Double(high)) > wanted {
      guard high < most else { throw .notComputed(.sampleSize) }
      (low, high) = (high, min(2 * high, most))
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try halfWidth(Double(middle)) <= wanted { high = middle } else { low = middle }
    }
    return SampleSize(count: high, halfWidth: try halfWidth(Double(high)))
  }
}
