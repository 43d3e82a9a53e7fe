/// Numbers of messages.
enum Text {
  /// A number with a fixed count of decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(units % scale)
    let sign = value < 0 && units != 0 ? "-" : ""
    let whole = sign + String(units / scale)
    return decimals == 0 ? whole : whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// A time in seconds, in milliseconds with one decimal.
  static func milliseconds(_ seconds: Double) -> String { fixed(seconds * 1000, 1) + " ms" }
}
