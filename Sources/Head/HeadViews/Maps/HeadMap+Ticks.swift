public import Diagnostics
import Platform

extension HeadMap {
  /// A figure beside the colour scale.
  public struct Tick: Sendable, Equatable {
    /// Where it stands between the lower and the upper end, 0 to 1.
    public let place: Double
    /// The figure in words; those at ends beyond which values may lie begin with ≤ or ≥.
    public let text: String
  }

  /// Round figures along the scale, both ends among them.
  public func ticks(_ language: Language) -> [Tick] {
    let values = kind.isLogarithmic ? logarithmicTicks : linearTicks
    let digits = kind.isLogarithmic ? 0 : Self.decimals(values[1] - values[0])
    return values.compactMap { value in
      position(of: Float(value)).map { Tick(place: $0, text: text(value, digits, language)) }
    }
  }

  private var logarithmicTicks: [Double] {
    let (low, high) = (Int(log10(range.lowerBound).rounded(.down)), Int(log10(range.upperBound).rounded(.up)))
    return (low...high).flatMap { power -> [Double] in
      let unit = pow(10, Double(power))
      return [unit, 3 * unit].filter { $0 > 0.999 * range.lowerBound && $0 < 1.001 * range.upperBound }
    }
  }

  /// The ends and equal steps between them, as many as need one decimal at most; zero is a tick of a diverging scale.
  private var linearTicks: [Double] {
    let extent = range.upperBound - range.lowerBound
    let steps =
      (kind.colors == .diverging ? [4, 6] : [5, 4, 3]).first { Self.decimals(extent / Double($0)) <= 1 } ?? 2
    return (0...steps).map { range.lowerBound + extent * Double($0) / Double(steps) }
  }

  /// How many decimals a figure needs, three at most.
  private static func decimals(_ value: Double) -> Int {
    (0..<3).first { abs(rounded(value, $0) - value) < 1e-9 * max(1, abs(value)) } ?? 3
  }

  private func text(_ value: Double, _ digits: Int, _ language: Language) -> String {
    guard value != 0 else { return "0" }
    let sign = value < 0 ? "−" : kind.colors == .diverging ? "+" : ""
    let place = position(of: Float(value)) ?? 0
    // Rounding to Float may leave an end by a millionth.
    let bound = place < 1e-6 ? "≤ " : place > 1 - 1e-6 ? "≥ " : ""
    return bound + sign + language.number(abs(value), digits: digits)
  }
}
