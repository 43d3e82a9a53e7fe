public import Geometry

/// How far two methods that measure the same subjects once differ (Bland & Altman 1986, 1999).
///
/// Of the differences d = first − second of n subjects: the bias d̄ and the limits d̄ ± z s, between which 95 % of differences
/// lie; z = 1.95996.
public struct BlandAltman: Sendable, Equatable {
  /// The number of pairs.
  public let count: Int
  /// The mean difference, with the interval of Student's t.
  public let bias: Estimate
  /// The standard deviation of the differences.
  public let standardDeviation: Double
  /// The limits of agreement, each with its own exact interval by the noncentral t distribution:
  /// d̄ + s t(share; n − 1, z √n) / √n (Carkeet 2015, *Optom. Vis. Sci.* 92:e71; Carkeet & Goh 2018). It holds for one limit at a
  /// time; for both at once Carkeet's two-sided tolerance factors are wider.
  public let lower, upper: Estimate
  /// By how much the difference grows with each unit of the mean of both methods (proportional bias), by least squares (Bland &
  /// Altman 1999, section 3.2); nil where the means don't vary.
  public let slope: Estimate?

  /// - Parameters:
  ///   - first: readings of one method, one a subject.
  ///   - second: readings of the other, in the same order and unit.
  public init(_ first: [Double], _ second: [Double]) throws(StatisticsError) {
    try Checks.pairs(first, second, atLeast: 3)
    let differences = zip(first, second).map { $0 - $1 }
    let size = zip(first, second).reduce(0) { max($0, abs($1.0), abs($1.1)) }
    let moments = Moments(differences, size: size)
    guard moments.hasSpread else { throw .noSpread(.differences) }
    count = moments.count
    let freedom = Double(count - 1)
    let reach = StudentT(freedom: freedom).quantile(Level.upperShare) * moments.standardError
    bias = Estimate(moments.mean, ci95: ClosedRange(finite: moments.mean - reach, moments.mean + reach))
    standardDeviation = moments.standardDeviation
    let z = Normal.quantile(0.975)
    let tolerance = NoncentralT(freedom: freedom, shift: z * Double(count).squareRoot())
    let near = try tolerance.quantile(Level.lowerShare) * moments.standardError
    let far = try tolerance.quantile(Level.upperShare) * moments.standardError
    lower = Estimate(
      moments.mean - z * moments.standardDeviation,
      ci95: ClosedRange(finite: moments.mean - far, moments.mean - near))
    upper = Estimate(
      moments.mean + z * moments.standardDeviation,
      ci95: ClosedRange(finite: moments.mean + near, moments.mean + far))
    let means = zip(first, second).map { ($0 + $1) / 2 }
    slope = Self.slope(of: differences, on: means)
  }

  private static func slope(of differences: [Double], on means: [Double]) -> Estimate? {
    let moments = PairMoments(means, differences)
    guard moments.first.hasSpread else { return nil }
    let slope = moments.products / moments.first.squares
    var residual = 0.0
    for i in means.indices {
      let rest = differences[i] - moments.second.mean - slope * (means[i] - moments.first.mean)
      residual += rest * rest
    }
    let freedom = Double(means.count - 2)
    let reach =
      StudentT(freedom: freedom).quantile(Level.upperShare) * (residual / freedom / moments.first.squares).squareRoot()
    return Estimate(slope, ci95: ClosedRange(finite: slope - reach, slope + reach))
  }
}
