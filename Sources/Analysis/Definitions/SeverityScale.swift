import Platform

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

  /// Name and version, which identify the scale in results.
  public var name, version: String
  /// What it is, in one line, and where it was published.
  public var title, source: String
  /// The measure that is graded: the one that the scale was published for.
  public var measure: MeasureName
  /// Ascending borders; there is one level more.
  public var borders: [Border]

  /// A scale from its parts.
  public init(
    name: String, version: String = "1", title: String = "", source: String = "", measure: MeasureName,
    borders: [Border]
  ) {
    (self.name, self.version, self.title, self.source) = (name, version, title, source)
    (self.measure, self.borders) = (measure, borders)
  }

  /// Children's Healthcare of Atlanta, five levels of the CVAI over the longer diagonal (Holowka et al. 2017).
  public static let choa = builtIn[0]

  /// The level of a value, from 1.
  public func level(of value: Double) -> Int {
    // Rounding keeps a border that was computed from lengths (11.000000000000002) on the border.
    let value = (value * 1e9).rounded() / 1e9
    return 1 + borders.filter { $0.belongsToLower ? value > $0.value : value >= $0.value }.count
  }

  /// The probability of each level when the signed value is one of `spread`'s draws plus a normal error.
  func probabilities(_ spread: MeasureSpread) -> [Int: Double] {
    guard spread.surface > 0 else {
      let levels = spread.samples.map { level(of: measure.fold?.value(ofSigned: $0) ?? $0) }
      return Dictionary(grouping: levels) { $0 }.mapValues { Double($0.count) / Double(levels.count) }
    }
    let below = borders.map { border in
      spread.samples.reduce(0.0) { $0 + share(below: border.value, $1, spread.surface) } / Double(spread.samples.count)
    }
    let edges = [0] + below + [1]
    return Dictionary(uniqueKeysWithValues: (1..<edges.count).map { ($0, max(0, edges[$0] - edges[$0 - 1])) })
  }

  /// The probability that the measure lies below a border when its signed value is normal about `mean`.
  private func share(below border: Double, _ mean: Double, _ deviation: Double) -> Double {
    let normal = { (x: Double) in Self.normal((x - mean) / deviation) }
    guard let fold = measure.fold else { return normal(border) }
    // |signed| < reach, or > reach for a measure that falls with asymmetry.
    let reach = max(0, fold.falls ? fold.symmetric - border : border - fold.symmetric)
    let within = normal(reach) - normal(-reach)
    return fold.falls ? 1 - within : within
  }

  /// The normal distribution function.
  private static func normal(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }
}
