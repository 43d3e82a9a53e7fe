/// What every statistic asks of its input.
enum Checks {
  /// The largest magnitude of a value: its fourth power, and what that is divided by, can still be stored.
  static let largest = 1e50
  /// The smallest root of a sum of squares that is a spread.
  static let smallestSpread = 1e-50

  /// Refuses NaN and infinite values, and those too large to be squared twice.
  static func finite(_ values: [Double]) throws(StatisticsError) {
    guard let index = values.firstIndex(where: { !(abs($0) <= largest) }) else { return }
    throw values[index].isFinite ? .tooLarge(index: index) : .notFinite(index: index)
  }

  /// Refuses too small a number.
  static func count(_ found: Int, of what: StatisticsError.Counted, atLeast needed: Int) throws(StatisticsError) {
    guard found >= needed else { throw .tooFew(what, found: found, needed: needed) }
  }

  /// Refuses lists of different lengths.
  static func lengths(_ first: Int, _ second: Int) throws(StatisticsError) {
    guard first == second else { throw .differentLengths(first, second) }
  }

  /// Refuses what are no pairs of numbers, or too few of them.
  static func pairs(_ first: [Double], _ second: [Double], atLeast needed: Int) throws(StatisticsError) {
    try lengths(first.count, second.count)
    try finite(first)
    try finite(second)
    try count(first.count, of: .pairs, atLeast: needed)
  }

  /// Refuses what is not above 0, or too large or small to be squared twice.
  static func positive(_ value: Double, _ parameter: StatisticsError.Parameter) throws(StatisticsError) {
    guard value >= smallestSpread, value <= largest else { throw .outOfRange(parameter, value) }
  }
}
