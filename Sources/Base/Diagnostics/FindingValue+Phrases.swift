/// What the messages of errors are put together from.
extension FindingValue {
  /// A part of the text of an error, by its key.
  public static func phrase(_ key: String, _ values: [String: FindingValue] = [:]) -> FindingValue {
    .term(key, of: "phrase", values)
  }

  /// A figure with as many decimals as it has; one of more digits than can be relied on with six.
  public static func exact(_ value: Double, unit: String = "") -> FindingValue {
    let text = "\(value)"
    guard value.isFinite, abs(value) < 1e9, !text.contains("e") else {
      return .text(unit.isEmpty ? text : text + " " + unit)
    }
    let fraction = text.drop { $0 != "." }.dropFirst()
    let decimals = fraction == "0" ? 0 : fraction.count
    return .number(value, decimals: value.fixed(decimals: decimals) == nil ? 6 : decimals, unit: unit)
  }

  /// A text in quotes, short and safe to print.
  public static func quoted(_ text: some StringProtocol) -> FindingValue { .text(text.quoted) }

  /// A place in a text file; lines count from 1.
  public static func line(_ line: Int) -> FindingValue { .phrase("line", ["line": .count(line)]) }

  /// Names one after the other.
  public static func names(_ names: some Sequence<String>) -> FindingValue { .list(names.map { .text($0) }) }

  /// One of some words, as a file must have it.
  public static func oneOf(_ words: some Sequence<String>) -> FindingValue {
    .phrase("one_of", ["words": .names(words)])
  }

  /// A whole number in a range.
  public static func wholeNumber(_ range: ClosedRange<Int>) -> FindingValue {
    .phrase("whole_number", ["low": .count(range.lowerBound), "high": .count(range.upperBound)])
  }

  /// A number in a range.
  public static func number(in range: ClosedRange<Double>) -> FindingValue {
    .phrase("number", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound)])
  }

  /// The size that a file may have.
  public static func atMostMiB(_ limit: Int) -> FindingValue { .phrase("at_most_mib", ["limit": .count(limit)]) }

  /// What was expected and what was found.
  public static func expected(_ expected: FindingValue, found: FindingValue) -> FindingValue {
    .phrase("expected", ["expected": expected, "found": found])
  }
}
