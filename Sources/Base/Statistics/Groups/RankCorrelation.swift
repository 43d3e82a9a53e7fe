public import Geometry

internal import Platform

/// Whether two quantities rise together, in whatever curve: Spearman's ρ, Pearson's correlation of ranks.
public struct RankCorrelation: Sendable, Equatable {
  /// The number of pairs.
  public let count: Int
  /// ρ, with an interval by Fisher's z and the standard error √((1 + ρ²/2) / (n − 3)) (Bonett & Wright 2000,
  /// *Psychometrika* 65:23); nil for ρ = ±1.
  public let value: Estimate
  /// The probability of one at least as far from 0 where there is none, by Student's t of ρ √((n − 2) / (1 − ρ²)); an
  /// approximation for few pairs.
  public let probability: Double

  /// - Parameters:
  ///   - x: one quantity, at least four values.
  ///   - y: the other, in the same order.
  public init(_ x: [Double], _ y: [Double]) throws(StatisticsError) {
    try Checks.pairs(x, y, atLeast: 4)
    let moments = try PairMoments.ofSpread(Ranks(x).values, Ranks(y).values)
    count = x.count
    let (n, r) = (Double(count), moments.correlation)
    let isComplete = abs(r) > 1 - 1e-14
    probability =
      isComplete ? 0 : StudentT(freedom: n - 2).probability(beyond: r * ((n - 2) / (1 - r * r)).squareRoot())
    let reach = Level.z * ((1 + r * r / 2) / (n - 3)).squareRoot()
    value = Estimate(r, ci95: isComplete ? nil : ClosedRange(finite: tanh(atanh(r) - reach), tanh(atanh(r) + reach)))
  }
}
