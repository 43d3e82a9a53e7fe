/// The one-way analysis of variance of groups, which may differ in size.
struct OneWayVariance: Sendable {
  let groups, readings: Int
  /// The mean of all readings.
  let mean: Double
  /// The sums of squares within and between groups.
  let within, between: Double
  /// The sum of squares of the numbers of readings over their sum, for the mean number of a random group.
  private let squaredCounts: Double
  private let hasSpreadWithin: Bool

  /// - Parameter table: the readings of each group, at least one each.
  init(_ table: [[Double]]) {
    let all = Moments(table.flatMap { $0 })
    let groups = table.map { Moments($0) }
    self.groups = table.count
    readings = all.count
    mean = all.mean
    within = groups.reduce(0) { $0 + $1.squares }
    between = groups.reduce(0) { $0 + Double($1.count) * ($1.mean - all.mean) * ($1.mean - all.mean) }
    squaredCounts = groups.reduce(0) { $0 + Double($1.count * $1.count) } / Double(all.count)
    hasSpreadWithin = groups.contains { $0.hasSpread }
  }

  var freedomWithin: Int { readings - groups }
  var freedomBetween: Int { groups - 1 }
  var meanSquareWithin: Double { hasSpreadWithin ? within / Double(freedomWithin) : 0 }
  var meanSquareBetween: Double { between / Double(freedomBetween) }

  /// n₀, by which the variance between groups enters their mean square (Searle, Casella & McCulloch 1992, *Variance Components*).
  var meanSize: Double { (Double(readings) - squaredCounts) / Double(freedomBetween) }

  /// The variance between groups, by moments; 0 where it comes out negative.
  var varianceBetween: Double { max(0, (meanSquareBetween - meanSquareWithin) / meanSize) }
}
