/// Numbers and lengths in words, for what people read.
public enum NumberText {
  /// A number with a fixed count of decimals; `–` where it is not finite or too large to print.
  public static func number(_ value: Double, digits: Int) -> String { value.fixed(decimals: digits) ?? "–" }

  /// The same with the signs of a text: a minus, no hyphen, and a language's decimal sign.
  static func number(_ value: Double, digits: Int, decimalSign: String) -> String {
    let text = number(value, digits: digits).replacing(".", with: decimalSign)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// A length in metres as whole millimetres with the unit.
  public static func millimetres(_ metres: Double) -> String { number(metres * 1000, digits: 0) + " mm" }

  /// A share as whole per cent with the sign.
  public static func percent(_ share: Double) -> String { number(100 * share, digits: 0) + " %" }
}

/// A number cut to a count of decimals; unchanged where it has none.
package func rounded(_ value: Double, _ decimals: Int) -> Double {
  guard abs(value) < 1e15 else { return value }  // no decimals are left, and the product could overflow
  let scale = powerOfTen(decimals)
  return (value * scale).rounded() / scale
}

extension Double {
  /// The number with a fixed count of decimals; nil where it is not finite or has more than 15 digits.
  package func fixed(decimals: Int) -> String? {
    let scaled = (abs(self) * powerOfTen(decimals)).rounded()
    guard scaled < 1e15 else { return nil }  // also catches NaN
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? "." + padded.suffix(decimals) : "")
  }
}

private func powerOfTen(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in 10 * power } }
