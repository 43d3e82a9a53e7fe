public import Geometry

/// How much of the variance of single readings is that between subjects (McGraw & Wong 1996, *Psychol. Methods* 1:30).
///
/// Of a table of n subjects by k raters (methods, sessions) with the mean squares of rows R, columns C, error E and within rows
/// W, as Shrout & Fleiss (1979) number them:
///
/// - ICC(1,1) = (R − W) / (R + (k − 1) W): raters differ from subject to subject,
/// - ICC(2,1) = (R − E) / (R + (k − 1) E + k (C − E) / n): raters are a sample, and their bias counts (absolute agreement),
/// - ICC(3,1) = (R − E) / (R + (k − 1) E): these raters alone, and their bias does not count (consistency).
public struct IntraclassCorrelation: Sendable, Equatable {
  /// Which of the three.
  public enum Form: String, Sendable, CaseIterable {
    case oneWay = "1,1"
    case twoWayRandom = "2,1"
    case twoWayMixed = "3,1"
  }

  /// The correlation, with an interval by F distributions (McGraw & Wong 1996). It is nil where all readings of every
  /// subject are alike, and where the distribution can't be computed.
  public let oneWay, twoWayRandom, twoWayMixed: Estimate
  /// How many subjects with all readings, and how many raters.
  public let subjects, raters: Int
  /// The places of rows that were left out because a reading is missing.
  public let leftOut: [Int]

  /// One of the three.
  public subscript(form: Form) -> Estimate {
    switch form {
    case .oneWay: oneWay
    case .twoWayRandom: twoWayRandom
    case .twoWayMixed: twoWayMixed
    }
  }

  /// - Parameter table: a row for each subject with a reading of each rater; nil where it is missing.
  public init(_ table: [[Double?]]) throws(StatisticsError) {
    let raters = table.first?.count ?? 0
    for row in table { try Checks.lengths(row.count, raters) }
    try Checks.count(raters, of: .raters, atLeast: 2)
    let complete = table.indices.filter { !table[$0].contains { $0 == nil } }
    let rows = complete.map { table[$0].compactMap { $0 } }
    try Checks.finite(table.flatMap { $0.map { $0 ?? 0 } })
    try Checks.count(rows.count, of: .subjects, atLeast: 2)
    let squares = try MeanSquares(rows)
    subjects = rows.count
    self.raters = raters
    leftOut = table.indices.filter { table[$0].contains { $0 == nil } }
    oneWay = squares.oneWay
    twoWayRandom = squares.twoWayRandom
    twoWayMixed = squares.twoWayMixed
  }

  /// The mean squares of a complete table of two ways, one reading a cell.
  private struct MeanSquares {
    let n, k: Double
    let rows, columns, error, within: Double

    init(_ table: [[Double]]) throws(StatisticsError) {
      let all = Moments(table.flatMap { $0 })
      guard all.hasSpread else { throw .noSpread(.values) }
      (n, k) = (Double(table.count), Double(table[0].count))
      let rowMeans = table.map { Moments($0).mean - all.mean }
      let columnMeans = table[0].indices.map { j in Moments(table.map { $0[j] }).mean - all.mean }
      // From residuals, not as a difference of sums of squares, which would lose them beside large differences of subjects.
      var (error, within) = (0.0, 0.0)
      for (i, row) in table.enumerated() {
        for (j, value) in row.enumerated() {
          let own = value - all.mean - rowMeans[i]
          within += own * own
          error += (own - columnMeans[j]) * (own - columnMeans[j])
        }
      }
      let size = table.flatMap { $0 }.reduce(0) { max($0, abs($1)) } * (n * k).squareRoot()
      let between = k * rowMeans.reduce(0) { $0 + $1 * $1 }
      guard Rounding.exceeds(between.squareRoot(), size) else { throw .noSpread(.subjects) }
      rows = between / (n - 1)
      columns = n * columnMeans.reduce(0) { $0 + $1 * $1 } / (k - 1)
      self.error = Rounding.exceeds(error.squareRoot(), size) ? error / ((n - 1) * (k - 1)) : 0
      self.within = Rounding.exceeds(within.squareRoot(), size) ? within / (n * (k - 1)) : 0
    }

    var oneWay: Estimate {
      byRatio(error: within, freedom: n * (k - 1))
    }

    var twoWayMixed: Estimate {
      byRatio(error: error, freedom: (n - 1) * (k - 1))
    }

    /// A correlation that depends on F = R / error alone.
    private func byRatio(error: Double, freedom: Double) -> Estimate {
      let value = (rows - error) / (rows + (k - 1) * error)
      guard error > 0, let low = FisherF(numerator: n - 1, denominator: freedom).quantile(Level.upperShare),
        let high = FisherF(numerator: freedom, denominator: n - 1).quantile(Level.upperShare)
      else { return Estimate(value, ci95: nil) }
      let (least, most) = (rows / error / low, rows / error * high)
      return Estimate(value, ci95: ClosedRange(finite: (least - 1) / (least + k - 1), (most - 1) / (most + k - 1)))
    }

    var twoWayRandom: Estimate {
      let value = (rows - error) / (rows + (k - 1) * error + k * (columns - error) / n)
      // The degrees of freedom of the sum of two mean squares are Satterthwaite's.
      let a = k * value / (n * (1 - value))
      let b = 1 + k * value * (n - 1) / (n * (1 - value))
      let sum = a * columns + b * error
      let parts = (a * columns) * (a * columns) / (k - 1) + (b * error) * (b * error) / ((n - 1) * (k - 1))
      let freedom = sum * sum / parts
      guard error > 0, freedom.isFinite, freedom > 0,
        let low = FisherF(numerator: n - 1, denominator: freedom).quantile(Level.upperShare),
        let high = FisherF(numerator: freedom, denominator: n - 1).quantile(Level.upperShare)
      else { return Estimate(value, ci95: nil) }
      let others = k * columns + (k * n - k - n) * error
      return Estimate(
        value,
        ci95: ClosedRange(
          finite: n * (rows - low * error) / (low * others + n * rows),
          n * (high * rows - error) / (others + n * high * rows)))
    }
  }
}
