public import Diagnostics
import Platform

/// Values at the vertices of a head, with what is needed to read them.
public struct HeadMap: Sendable, Equatable {
  /// The quantities that colours can show on a head.
  public enum Kind: String, CaseIterable, Sendable {
    /// The depth pixels behind a vertex, each counted as one from 30 cm: ``HeadMap/coverage(of:)``.
    case coverage
    /// The standard deviation of the surface along its normal, mm: ``HeadMap/uncertainty(of:)``.
    case uncertainty
    /// How far the surface lies outside its own mirror image, mm: ``HeadMap/asymmetry(of:headFromMesh:workers:)``.
    case asymmetry
    /// How far it lies outside another surface, mm.
    case distance

    /// The unit of the values; empty for a count.
    public var unit: String { self == .coverage ? "px" : "mm" }

    /// The colours.
    public var colors: ColorScale {
      switch self {
      case .coverage, .uncertainty: .sequential
      case .asymmetry, .distance: .diverging
      }
    }

    /// What the values are, in a clause.
    public func note(_ language: Language) -> String {
      switch self {
      case .coverage: language("head.coverage_note")
      case .uncertainty: language("head.uncertainty_note")
      case .asymmetry: language("head.asymmetry_note")
      case .distance: language("head.distance_note")
      }
    }

    /// True where equal steps of colour are equal ratios of values.
    public var isLogarithmic: Bool { self == .coverage }
  }

  public let kind: Kind
  /// A value for each vertex in the unit of the kind; NaN where it is not known.
  public internal(set) var values: [Float]
  /// The values at the ends of the colour scale; those beyond have the colours of the ends.
  public let range: ClosedRange<Double>
  /// A name in place of that of its kind; any text.
  public var name: String?

  /// A map from its parts.
  ///
  /// - Parameter range: its ends must differ, and be above zero for a logarithmic kind.
  public init(_ kind: Kind, values: [Float], range: ClosedRange<Double>, name: String? = nil) {
    precondition(range.lowerBound < range.upperBound && (!kind.isLogarithmic || range.lowerBound > 0))
    (self.kind, self.values, self.range, self.name) = (kind, values, range, name)
  }

  /// Signed distances from another surface, on a scale that is the same on either side of zero.
  ///
  /// - Parameters:
  ///   - metres: a distance for each vertex, positive outside; NaN where there is none.
  ///   - limit: the distance at the ends of the scale, metres.
  public static func distance(_ metres: [Double], limit: Double, name: String? = nil) -> HeadMap {
    HeadMap(
      .distance, values: metres.map { Float(1000 * $0) }, range: (-1000 * limit)...(1000 * limit), name: name)
  }

  /// The name for people.
  public func title(_ language: Language) -> String {
    if let name { return name }
    return switch kind {
    case .coverage: language("head.coverage")
    case .uncertainty: language("head.uncertainty")
    case .asymmetry: language("head.asymmetry")
    case .distance: language("head.distance")
    }
  }

  /// Where a value lies between the ends of the scale, 0 to 1; nil for one that is not known.
  public func position(of value: Float) -> Double? {
    guard value.isFinite else { return nil }
    let place = { (x: Double) in kind.isLogarithmic ? log(max(x, .leastNormalMagnitude)) : x }
    let (low, high) = (place(range.lowerBound), place(range.upperBound))
    return min(1, max(0, (place(Double(value)) - low) / (high - low)))
  }
}

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

/// The colours of a map, told apart with every kind of colour vision and in grey.
public enum ColorScale: String, Sendable, CaseIterable {
  /// From little to much, dark blue to yellow: cividis (Nuñez, Anderton & Renslow, PLoS ONE 13(7) 2018).
  case sequential
  /// From inside over none to outside, blue over white to orange: the blues of ColorBrewer's RdBu and the oranges of its
  /// PuOr (Harrower & Brewer, The Cartographic Journal 40(1) 2003).
  case diverging

  /// The colour of what is not known.
  public static let unknown: SIMD3<UInt8> = [168, 168, 168]

  /// Colours at equal steps from the lower to the upper end; between them they are mixed linearly.
  public var stops: [SIMD3<UInt8>] {
    switch self {
    case .sequential: Self.cividis
    case .diverging: Self.blueOrange
    }
  }

  private static let cividis: [SIMD3<UInt8>] = [
    [0, 32, 76], [0, 42, 102], [0, 52, 110], [39, 63, 108], [60, 74, 107], [76, 85, 107], [91, 95, 109],
    [104, 106, 112], [117, 117, 117], [131, 129, 120], [146, 140, 120], [161, 152, 118], [176, 165, 114],
    [192, 177, 109], [209, 191, 102], [225, 204, 92], [243, 219, 79], [255, 233, 69],
  ]
  private static let blueOrange: [SIMD3<UInt8>] = [
    [5, 48, 97], [33, 102, 172], [67, 147, 195], [146, 197, 222], [209, 229, 240], [247, 247, 247],
    [254, 224, 182], [253, 184, 99], [224, 130, 20], [179, 88, 6], [127, 59, 8],
  ]

  /// The colour at a place of the scale, 0 to 1; places beyond have the colours of the ends.
  public func color(at place: Double) -> SIMD3<UInt8> {
    let stops = stops
    let at = min(1, max(0, place)) * Double(stops.count - 1)
    let index = min(stops.count - 2, Int(at))
    let share = at - Double(index)
    let mixed = SIMD3<Double>(stops[index]) * (1 - share) + SIMD3<Double>(stops[index + 1]) * share
    return SIMD3<UInt8>(mixed.rounded(.toNearestOrAwayFromZero))
  }
}
