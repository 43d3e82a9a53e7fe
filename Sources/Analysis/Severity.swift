#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A scale of severity: levels 1, 2, … by the borders of one measure.
public struct SeverityScale: Sendable, Equatable, Codable {
  /// The border between a level and the next.
  public struct Border: Sendable, Equatable, Codable {
    /// The measure's value at the border.
    public var value: Double
    /// The level to which the border itself belongs: the lower if true, else the upper.
    public var belongsToLower: Bool

    /// A border from its parts.
    public init(_ value: Double, belongsToLower: Bool = false) {
      self.value = value
      self.belongsToLower = belongsToLower
    }
  }

  /// The name in results, and the measure that is graded.
  public var name: String
  /// The measure that is graded.
  public var measure: MeasureName
  /// Ascending borders; there is one level more.
  public var borders: [Border]

  /// A scale from its parts.
  public init(name: String, measure: MeasureName, borders: [Border]) {
    self.name = name
    self.measure = measure
    self.borders = borders
  }

  /// Children's Healthcare of Atlanta, five levels of the CVAI over the longer diagonal (Holowka et al. 2017).
  public static let choa = SeverityScale(
    name: "choa", measure: .cvai,
    borders: [Border(3.5), Border(6.25), Border(8.75), Border(11, belongsToLower: true)])

  /// The level of a value, from 1.
  public func level(of value: Double) -> Int {
    // Rounding keeps a border that was computed from lengths (11.000000000000002) on the border.
    let value = (value * 1e9).rounded() / 1e9
    return 1 + borders.filter { $0.belongsToLower ? value > $0.value : value >= $0.value }.count
  }

  /// The probability of each level when the signed value is one of `spread`'s draws plus a normal error.
  func probabilities(_ spread: MeasureSpread) -> [Int: Double] {
    guard spread.surface > 0 else {
      let levels = spread.samples.map { level(of: abs($0)) }
      return Dictionary(grouping: levels) { $0 }.mapValues { Double($0.count) / Double(levels.count) }
    }
    let below = borders.map { border in
      spread.samples.reduce(0.0) { sum, x in
        sum + Self.normal((border.value - x) / spread.surface) - Self.normal((-border.value - x) / spread.surface)
      } / Double(spread.samples.count)
    }
    let edges = [0] + below + [1]
    return Dictionary(uniqueKeysWithValues: (1..<edges.count).map { ($0, max(0, edges[$0] - edges[$0 - 1])) })
  }

  /// The normal distribution function.
  private static func normal(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }
}

/// The side on which the back of the head is flattened: the back end of the shorter diagonal.
public enum FlattenedSide: String, Sendable, Codable {
  case leftPosterior = "left-posterior"
  case rightPosterior = "right-posterior"
  /// The difference of the diagonals is not distinguishable from none.
  case none
}

/// A graded asymmetry.
public struct Severity: Sendable, Equatable {
  /// The scale's name.
  public var scale: String
  /// The level of the value.
  public var level: Int
  /// The probability of each level in the light of the value's uncertainty; at least the value's own level.
  public var probabilities: [Int: Double]
  /// Where the head is flattened.
  public var flattened: FlattenedSide
}
