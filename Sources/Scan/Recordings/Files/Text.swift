internal import Diagnostics

/// Numbers of messages.
enum Text {
  /// A number with a fixed count of decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.fixed(decimals: decimals) ?? "\(value)"
  }

  /// A time in seconds, in milliseconds with one decimal.
  static func milliseconds(_ seconds: Double) -> FindingValue { .number(seconds * 1000, decimals: 1, unit: "ms") }
}
