/// Agreement of two raters on categories beyond that of chance (Cohen 1960, 1968).
///
/// κ = (p_o − p_e) / (1 − p_e), where p_o is the weighted share of agreement and p_e that of raters who know nothing of each
/// other.
public struct Kappa: Sendable, Equatable {
  /// What two neighbouring categories count of full agreement.
  public enum Weights: String, Sendable, CaseIterable {
    /// Nothing: Cohen's κ.
    case none
    /// 1 − |i − j| / (k − 1).
    case linear
    /// 1 − (i − j)² / (k − 1)².
    case quadratic
  }

  /// The weights.
  public let weights: Weights
  /// The number of subjects.
  public let count: Int
  /// κ with its large-sample interval (Fleiss, Cohen & Everitt 1969, *Psychol. Bull.* 72:323), cut at −1 and 1; nil where
  /// all ratings agree, since its standard error is then 0 whatever their number.
  public let value: Estimate
  /// The weighted share of agreement p_o, and p_e.
  public let observed, expected: Double
  /// The share of subjects that both rate alike, without weights.
  public let agreement: Double
  /// The share of each category with the first and the second rater.
  public let firstShares, secondShares: [Double]

  /// - Parameters:
  ///   - first: the category of each subject by the first rater, from 0.
  ///   - second: by the second rater, in the same order.
  ///   - categories: how many there are; ordered, if weighted.
  public init(
    _ first: [Int], _ second: [Int], categories: Int, weights: Weights = .none, level: Double = 0.95
  ) throws(StatisticsError) {
    try Checks.lengths(first.count, second.count)
    try Checks.count(categories, of: .categories, atLeast: 2)
    var table = Array(repeating: Array(repeating: 0, count: categories), count: categories)
    for (a, b) in zip(first, second) {
      for rating in [a, b] where !(0..<categories).contains(rating) { throw .outOfRange(.category, Double(rating)) }
      table[a][b] += 1
    }
    try self.init(table: table, weights: weights, level: level)
  }

  /// - Parameter table: how many subjects the first rater puts into the category of the row and the second into that of the
  ///   column.
  public init(table: [[Int]], weights: Weights = .none, level: Double = 0.95) throws(StatisticsError) {
    let level = try Level(level)
    try Checks.count(table.count, of: .categories, atLeast: 2)
    for row in table {
      try Checks.lengths(row.count, table.count)
      for number in row where number < 0 { throw .outOfRange(.category, Double(number)) }
    }
    let total = table.reduce(0) { $0 + $1.reduce(0, +) }
    try Checks.count(total, of: .ratings, atLeast: 2)
    let n = Double(total)
    let shares = table.map { $0.map { Double($0) / n } }
    let k = shares.count
    let rows = shares.map { $0.reduce(0, +) }
    let columns = (0..<k).map { j in shares.reduce(0) { $0 + $1[j] } }
    let weight = (0..<k).map { i in (0..<k).map { weights.of(i, $0, categories: k) } }
    // The mean weight of a category of one rater over the categories of the other.
    let rowWeights = (0..<k).map { i in (0..<k).reduce(0) { $0 + weight[i][$1] * columns[$1] } }
    let columnWeights = (0..<k).map { j in (0..<k).reduce(0) { $0 + weight[$1][j] * rows[$1] } }
    var observed = 0.0
    for i in 0..<k { for j in 0..<k { observed += weight[i][j] * shares[i][j] } }
    let expected = (0..<k).reduce(0) { $0 + rows[$1] * rowWeights[$1] }
    guard expected < 1 - 1e-14 else { throw .noSpread(.ratings) }
    let kappa = (observed - expected) / (1 - expected)
    var sum = 0.0
    for i in 0..<k {
      for j in 0..<k {
        let part = weight[i][j] - (rowWeights[i] + columnWeights[j]) * (1 - kappa)
        sum += shares[i][j] * part * part
      }
    }
    let mean = kappa - expected * (1 - kappa)
    let error = (max(0, sum - mean * mean) / n).squareRoot() / (1 - expected)
    let reach = level.z * error
    let agrees = (0..<k).allSatisfy { i in (0..<k).allSatisfy { i == $0 || table[i][$0] == 0 } }
    self.weights = weights
    count = total
    value = Estimate(
      value: kappa,
      interval: agrees ? nil : ConfidenceInterval(max(-1, kappa - reach), min(1, kappa + reach), level))
    self.observed = observed
    self.expected = expected
    agreement = (0..<k).reduce(0) { $0 + shares[$1][$1] }
    (firstShares, secondShares) = (rows, columns)
  }
}

extension Kappa.Weights {
  /// What a rating counts that the raters put into two categories.
  func of(_ i: Int, _ j: Int, categories: Int) -> Double {
    let apart = Double(abs(i - j)) / Double(categories - 1)
    return switch self {
    case .none: i == j ? 1 : 0
    case .linear: 1 - apart
    case .quadratic: 1 - apart * apart
    }
  }
}
