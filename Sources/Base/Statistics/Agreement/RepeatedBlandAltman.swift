public import Geometry

/// How far two methods differ that measured each subject several times at once, while the true value may have changed between
/// the times (Bland & Altman 2007, *J. Biopharm. Stat.* 17:571).
///
/// The variance of a single difference is that of the subjects' means and of what is within subjects,
/// σ² = s_d̄² + (1 − 1/m_h) s_w², where m_h is the harmonic mean of the numbers of pairs (Zou 2013, *Stat. Methods Med. Res.*
/// 22:630). With as many pairs from each subject it is that of Bland & Altman.
public struct RepeatedBlandAltman: Sendable, Equatable {
  /// How many subjects and pairs.
  public let subjects, pairs: Int
  /// The mean of the subjects' mean differences, each with the same weight, with the interval of Student's t.
  public let bias: Estimate
  /// The standard deviation of a single difference of any subject; that within subjects; and that between them, 0 where it can't
  /// be told from none.
  public let standardDeviation, withinSubjects, betweenSubjects: Double
  /// The limits, bias ± 1.95996 σ, with intervals that put together those of bias and variance (MOVER; Zou 2013).
  public let lower, upper: Estimate

  /// - Parameter table: for each subject the differences, first method − second, of its pairs.
  public init(differences table: [[Double]]) throws(StatisticsError) {
    try Checks.finite(table.flatMap { $0 })
    let table = table.filter { !$0.isEmpty }
    try Checks.count(table.count, of: .subjects, atLeast: 3)
    let variance = OneWayVariance(table)
    try Checks.count(variance.freedomWithin, of: .repeats, atLeast: 1)
    let means = Moments(table.map { Moments($0).mean })
    let n = Double(table.count)
    let within = variance.meanSquareWithin
    let inverse = table.reduce(0) { $0 + 1 / Double($1.count) } / n  // 1 / m_h
    let total = means.variance + (1 - inverse) * within
    guard means.hasSpread || within > 0 else { throw .noSpread(.differences) }
    (subjects, pairs) = (table.count, variance.readings)
    let reach = StudentT(freedom: n - 1).quantile(Level.upperShare) * means.standardError
    bias = Estimate(means.mean, ci95: ClosedRange(finite: means.mean - reach, means.mean + reach))
    standardDeviation = total.squareRoot()
    withinSubjects = within.squareRoot()
    betweenSubjects = max(0, means.variance - inverse * within).squareRoot()

    // The interval of the variance, each part with that of its χ² distribution.
    let parts = [(means.variance, n - 1), ((1 - inverse) * within, Double(variance.freedomWithin))]
    var (down, up) = (0.0, 0.0)
    for (part, freedom) in parts {
      let bounds = ChiSquared(freedom: freedom).interval(ofVariance: part)
      down += (part - bounds.low) * (part - bounds.low)
      up += (bounds.high - part) * (bounds.high - part)
    }
    let deviation = standardDeviation
    let least = max(0, total - down.squareRoot()).squareRoot()
    let most = (total + up.squareRoot()).squareRoot()

    let z = Normal.quantile(0.975)
    let own = Level.z * means.standardError
    let inward = (own * own + z * z * (deviation - least) * (deviation - least)).squareRoot()
    let outward = (own * own + z * z * (most - deviation) * (most - deviation)).squareRoot()
    let (low, high) = (means.mean - z * deviation, means.mean + z * deviation)
    lower = Estimate(low, ci95: ClosedRange(finite: low - outward, low + inward))
    upper = Estimate(high, ci95: ClosedRange(finite: high - inward, high + outward))
  }
}
