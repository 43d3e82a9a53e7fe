/// By how much one group lies above another, without an assumption on the distribution but that both have the same
/// (Hodges & Lehmann 1963, *Ann. Math. Stat.* 34:598): the median of all differences between a value of one and a value of the
/// other.
public struct HodgesLehmann: Sendable, Equatable {
  /// The number of values of either group.
  public let firstCount, secondCount: Int
  /// First − second, with the interval that the Mann–Whitney test leaves (Hollander & Wolfe 1999, section 4.3): from the C-th
  /// smallest to the C-th largest difference. C is by the exact distribution of U up to 50 values a group, which no interval
  /// falls short of, and by the normal one with a correction for continuity above. Nil where no interval of these many values
  /// reaches the level.
  public let shift: Estimate

  /// - Parameters:
  ///   - first: values of one group.
  ///   - second: values of the other, in the same unit. Memory grows with the product of both numbers.
  public init(_ first: [Double], _ second: [Double], level: Double = 0.95) throws(StatisticsError) {
    let level = try Level(level)
    try Checks.finite(first)
    try Checks.finite(second)
    try Checks.count(first.count, of: .values, atLeast: 1)
    try Checks.count(second.count, of: .values, atLeast: 1)
    let differences = first.flatMap { a in second.map { a - $0 } }.sorted()
    let place = Self.place(first.count, second.count, level)
    (firstCount, secondCount) = (first.count, second.count)
    shift = Estimate(
      value: Summary.quantile(0.5, ofSorted: differences),
      interval: place > 0
        ? ConfidenceInterval(differences[place - 1], differences[differences.count - place], level) : nil)
  }

  /// C: how many of the smallest differences lie at or below the interval's lower end; 0 for none.
  private static func place(_ n: Int, _ m: Int, _ level: Level) -> Int {
    guard n > 50 || m > 50 else {
      // The largest C with P(U ≤ C − 1) ≤ (1 − level) / 2.
      var (sum, place) = (0.0, 0)
      for share in distribution(n, m) {
        sum += share
        guard sum <= level.lowerShare else { break }
        place += 1
      }
      return place
    }
    let product = Double(n) * Double(m)
    let deviation = (product * Double(n + m + 1) / 12).squareRoot()
    return max(0, Int((product / 2 - level.z * deviation + 0.5).rounded(.down)))
  }

  /// The probability of each value of Mann & Whitney's U where both groups are alike (Mann & Whitney 1947): the coefficients of
  /// Π (1 − q^(m + i)) / (1 − q^i), i from 1 to n, over their sum.
  private static func distribution(_ n: Int, _ m: Int) -> [Double] {
    var counts = [Double](repeating: 0, count: n * m + 1)
    counts[0] = 1
    var sum = 1.0
    for i in 1...n {
      for u in stride(from: n * m, through: m + i, by: -1) { counts[u] -= counts[u - m - i] }
      for u in stride(from: i, through: n * m, by: 1) { counts[u] += counts[u - i] }
      sum *= Double(m + i) / Double(i)
    }
    return counts.map { $0 / sum }
  }
}
