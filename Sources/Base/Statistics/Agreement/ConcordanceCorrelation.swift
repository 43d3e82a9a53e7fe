public import Geometry

internal import Platform

/// How close pairs lie to the line of equality (Lin 1989, *Biometrics* 45:255).
///
/// ρ_c = 2 S_xy / (S_x² + S_y² + (x̄ − ȳ)²) with moments over n: Pearson's ρ (precision) times C_b (accuracy).
public struct ConcordanceCorrelation: Sendable, Equatable {
  /// The number of pairs.
  public let count: Int
  /// ρ_c, with the interval of Fisher's z and the asymptotic variance as corrected by Lin (2000, *Biometrics* 56:324). It is nil
  /// where the pairs lie on the line of equality or are not correlated.
  public let value: Estimate
  /// Pearson's correlation, and C_b = ρ_c / ρ: 1 for equal means and deviations.
  public let precision, accuracy: Double

  /// - Parameters:
  ///   - x: readings of one method.
  ///   - y: readings of the other, in the same order and unit.
  public init(_ x: [Double], _ y: [Double]) throws(StatisticsError) {
    try Checks.pairs(x, y, atLeast: 3)
    let moments = try PairMoments.ofSpread(x, y)
    count = x.count
    let n = Double(count)
    let (xx, yy, xy) = (moments.first.squares / n, moments.second.squares / n, moments.products / n)
    let apart = moments.first.mean - moments.second.mean
    let concordance = 2 * xy / (xx + yy + apart * apart)
    precision = moments.correlation
    accuracy = 2 * (xx * yy).squareRoot() / (xx + yy + apart * apart)
    value = Estimate(
      concordance,
      ci95: Self.interval(
        concordance, precision, squaredShift: apart * apart / (xx * yy).squareRoot(), count: n))
  }

  private static func interval(
    _ c: Double, _ r: Double, squaredShift u: Double, count n: Double
  ) -> ClosedRange<Double>? {
    guard abs(c) < 1 - 1e-15, r != 0 else { return nil }
    let first = (1 - r * r) * c * c * (1 - c * c) / (r * r)
    let second = 2 * c * c * c * (1 - c) * u / r
    let third = c * c * c * c * u * u / (2 * r * r)
    let variance = (first + second - third) / (n - 2)
    guard variance > 0 else { return nil }
    let reach = Level.z * variance.squareRoot() / (1 - c * c)
    return ClosedRange(finite: tanh(atanh(c) - reach), tanh(atanh(c) + reach))
  }
}
