/// Whether values of several groups lie differently high (Kruskal & Wallis 1952, *J. Am. Stat. Assoc.* 47:583).
public struct KruskalWallis: Sendable, Equatable {
  /// The number of groups and of values in all.
  public let groups, count: Int
  /// H = 12 / (N (N + 1)) Σ Rᵢ² / nᵢ − 3 (N + 1), over 1 − Σ (t³ − t) / (N³ − N) for values that are alike.
  public let statistic: Double
  /// The probability of at least that where all groups are alike, by χ² with one degree of freedom less than groups; an
  /// approximation for fewer than five values a group.
  public let probability: Double

  /// - Parameter groups: the values of each group, at least one each.
  public init(_ groups: [[Double]]) throws(StatisticsError) {
    try Checks.finite(groups.flatMap { $0 })
    try Checks.count(groups.count, of: .groups, atLeast: 2)
    for group in groups { try Checks.count(group.count, of: .values, atLeast: 1) }
    let ranks = Ranks(groups.flatMap { $0 })
    let n = Double(ranks.values.count)
    try Checks.count(ranks.values.count, of: .values, atLeast: 3)
    let untied = 1 - ranks.ties / (n * n * n - n)
    guard untied > 0 else { throw .noSpread(.values) }
    // About the mean rank, which is the same sum without the difference of large numbers.
    var (sum, start) = (0.0, 0)
    for group in groups {
      let mean = ranks.values[start..<(start + group.count)].reduce(0, +) / Double(group.count)
      sum += Double(group.count) * (mean - (n + 1) / 2) * (mean - (n + 1) / 2)
      start += group.count
    }
    self.groups = groups.count
    count = ranks.values.count
    statistic = 12 / (n * (n + 1)) * sum / untied
    probability = ChiSquared(freedom: Double(groups.count - 1)).probability(above: statistic)
  }
}
