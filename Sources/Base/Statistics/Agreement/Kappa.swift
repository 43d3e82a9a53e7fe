public import Geometry

/// Agreement of two raters on categories beyond that of chance (Cohen 1960, 1968).
///
/// κ = (p_o − p_e) / (1 − p_e), where p_o is the weighted share of agreement and p_e that of raters who know nothing of each
/// other.
public struct Kappa: Sendable, Equatable {
  /// How much of full agreement two neighbouring categories count as.
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
  /// The number of pairs of ratings.
  public let count: Int
  /// κ with its large-sample interval (Fleiss, Cohen & Everitt 1969, *Psychol. Bull.* 72:323), or where subjects have several
  /// pairs that of Yang & Zhou 2015 (*Comput. Stat. Data Anal.* 82:1), cut at −1 and 1; nil where all ratings agree or all
  /// subjects have the same ones, since its standard error is then 0 whatever their number, and where subjects with several
  /// pairs are fewer than ``fewestSubjects``.
  public let value: Estimate
  /// The weighted share of agreement p_o, and p_e.
  public let observed, expected: Double
  /// The share of pairs that both rate alike, without weights.
  public let agreement: Double
  /// The share of each category with the first and the second rater.
  public let firstShares, secondShares: [Double]

  /// How many subjects an interval needs where they have several pairs: with fewer, too many of them miss κ
  /// (Docs/methods/statistics.md).
  public static let fewestSubjects = 10

  /// - Parameters:
  ///   - first: the category of each pair by the first rater, from 0.
  ///   - second: by the second rater, in the same order.
  ///   - subjects: whom each pair is of, in the same order; nil where no two are of the same.
  ///   - categories: how many there are; ordered, if weighted.
  public init(
    _ first: [Int], _ second: [Int], of subjects: [String]? = nil, categories: Int, weights: Weights = .none
  ) throws(StatisticsError) {
    try Checks.lengths(first.count, second.count)
    if let subjects { try Checks.lengths(first.count, subjects.count) }
    try Checks.count(categories, of: .categories, atLeast: 2)
    var table = Array(repeating: Array(repeating: 0, count: categories), count: categories)
    for (a, b) in zip(first, second) {
      for rating in [a, b] where !(0..<categories).contains(rating) { throw .outOfRange(.category, Double(rating)) }
      table[a][b] += 1
    }
    let found = try Chance(table, weights.matrix(table.count))
    guard let subjects, Set(subjects).count < subjects.count else {
      self.init(found, weights, error: found.error, reach: Level.z)
      return
    }
    var sums: [String: Double] = [:]
    for (index, subject) in subjects.enumerated() {
      sums[subject, default: 0] += found.influence(first[index], second[index])
    }
    let number = Double(sums.count)
    // In one order, so that equal ratings give equal bits.
    let squares = sums.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
    let isKnown = sums.count >= Self.fewestSubjects && squares > 1e-24
    let error = isKnown ? (squares * number / (number - 1)).squareRoot() / found.total : nil
    let reach = StudentT(freedom: max(1, number - 1)).quantile(Level.upperShare)
    self.init(found, weights, error: error, reach: reach)
  }

  /// - Parameter table: how many subjects the first rater puts into the category of the row and the second into that of the
  ///   column.
  public init(table: [[Int]], weights: Weights = .none) throws(StatisticsError) {
    try Checks.count(table.count, of: .categories, atLeast: 2)
    for row in table {
      try Checks.lengths(row.count, table.count)
      for number in row where number < 0 { throw .outOfRange(.category, Double(number)) }
    }
    let found = try Chance(table, weights.matrix(table.count))
    self.init(found, weights, error: found.error, reach: Level.z)
  }

  /// - Parameters:
  ///   - error: the standard error of κ, if it has one.
  ///   - reach: the bound of the interval in standard errors.
  private init(_ found: Chance, _ weights: Weights, error: Double?, reach: Double) {
    self.weights = weights
    count = Int(found.total)
    let interval =
      found.agrees
      ? nil
      : error.flatMap {
        ClosedRange(finite: max(-1, found.kappa - reach * $0), min(1, found.kappa + reach * $0))
      }
    value = Estimate(found.kappa, ci95: interval)
    (observed, expected) = (found.observed, found.expected)
    agreement = found.alike
    (firstShares, secondShares) = (found.rows, found.columns)
  }
}

/// A table of shares against what chance makes of its margins.
private struct Chance {
  let total: Double
  let rows, columns: [Double]
  let observed, expected, kappa: Double
  /// The share on the diagonal, and whether all of it is there.
  let alike: Double
  let agrees: Bool
  private let shares, weight: [[Double]]
  /// The mean weight of a category of one rater over the categories of the other.
  private let rowWeights, columnWeights: [Double]

  init(_ table: [[Int]], _ weight: [[Double]]) throws(StatisticsError) {
    let count = table.reduce(0) { $0 + $1.reduce(0, +) }
    try Checks.count(count, of: .ratings, atLeast: 2)
    let (total, k) = (Double(count), table.count)
    let shares = table.map { $0.map { Double($0) / total } }
    let rows = shares.map { $0.reduce(0, +) }
    let columns = (0..<k).map { j in shares.reduce(0) { $0 + $1[j] } }
    rowWeights = (0..<k).map { i in (0..<k).reduce(0) { $0 + weight[i][$1] * columns[$1] } }
    columnWeights = (0..<k).map { j in (0..<k).reduce(0) { $0 + weight[$1][j] * rows[$1] } }
    var observed = 0.0
    for i in 0..<k { for j in 0..<k { observed += weight[i][j] * shares[i][j] } }
    let rowWeights = rowWeights
    expected = (0..<k).reduce(0) { $0 + rows[$1] * rowWeights[$1] }
    guard expected < 1 - 1e-14 else { throw .noSpread(.ratings) }
    kappa = (observed - expected) / (1 - expected)
    alike = (0..<k).reduce(0) { $0 + shares[$1][$1] }
    agrees = (0..<k).allSatisfy { i in (0..<k).allSatisfy { i == $0 || table[i][$0] == 0 } }
    (self.total, self.rows, self.columns, self.observed) = (total, rows, columns, observed)
    (self.shares, self.weight) = (shares, weight)
  }

  /// How much a further pair of ratings moves κ, times their number: the derivative of κ by the share of its cell. The mean
  /// over all pairs is 0.
  func influence(_ i: Int, _ j: Int) -> Double {
    let part = weight[i][j] - (rowWeights[i] + columnWeights[j]) * (1 - kappa)
    return (part - (kappa - expected * (1 - kappa))) / (1 - expected)
  }

  /// The standard error of κ with pairs that are independent of each other.
  var error: Double {
    var sum = 0.0
    for i in shares.indices {
      for j in shares.indices {
        let part = influence(i, j)
        sum += shares[i][j] * part * part
      }
    }
    return (sum / total).squareRoot()
  }
}

extension Kappa.Weights {
  /// What a rating counts that the raters put into two categories, for each two of some.
  func matrix(_ categories: Int) -> [[Double]] {
    (0..<categories).map { i in (0..<categories).map { of(i, $0, categories: categories) } }
  }

  private func of(_ i: Int, _ j: Int, categories: Int) -> Double {
    let apart = Double(abs(i - j)) / Double(categories - 1)
    return switch self {
    case .none: i == j ? 1 : 0
    case .linear: 1 - apart
    case .quadratic: 1 - apart * apart
    }
  }
}
