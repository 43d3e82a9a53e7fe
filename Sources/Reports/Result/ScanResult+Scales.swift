import Analysis
import Diagnostics

extension ScanResult {
  /// The grade by one scale, with what the scale is.
  public struct ScaleGrade: Codable, Sendable, Equatable {
    /// The border between two levels, and to which of them it belongs itself.
    public struct Border: Codable, Sendable, Equatable {
      /// The value, and `lower` or `upper`.
      public var value: Double
      /// `lower` or `upper`.
      public var level: String
    }

    /// The scale's name and version, and where it was published.
    public var scale, version, source: String
    /// The measure that is graded, its value and unit.
    public var measure: String
    /// The value that is graded.
    public var value: Double
    /// `mm` or `%`.
    public var unit: String
    /// The level of the value, and how many there are.
    public var level, levels: Int
    /// The probability of each level.
    public var probabilities: [String: Double]
    /// True where the 95 % interval holds values of more than one level.
    public var crossesBorder: Bool
    /// The borders in ascending order.
    public var borders: [Border]
  }

  /// Where a measure stands among children of the same age and sex.
  public struct Norm: Codable, Sendable, Equatable {
    /// The table's name, version and source.
    public var table, version, source: String
    /// The measure.
    public var measure: String
    /// The child's age, and `male` or `female`.
    public var ageMonths: Double
    /// `male` or `female`.
    public var sex: String
    /// The z-score, its 95 % interval and the percentile; nil where they are withheld.
    public var z: Double?
    /// The interval of the z-score.
    public var ci95: [Double]?
    /// The percentile, 0 to 100.
    public var percentile: Double?
    /// Why it is withheld, and the kind of the first finding that withholds it.
    public var reason, code: String?
    /// The findings that withhold it; empty where it was read from a file.
    var reasons: [Finding] = []

    private enum CodingKeys: CodingKey {
      case table, version, source, measure, ageMonths, sex, z, ci95, percentile, reason, code
    }

    /// The score as it is written.
    public init(_ score: NormScore) {
      (table, version, source) = (score.table, score.version, score.source)
      (measure, ageMonths, sex) = (score.measure.rawValue, score.ageMonths, score.sex.rawValue)
      z = score.z.map { Rounding.value($0) }
      ci95 = score.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
      percentile = score.percentile.map { Rounding.value($0) }
      reasons = score.reasons
      (reason, code) = (score.reasons.text(), score.reasons.first?.code.rawValue)
    }

    /// Writes null for what is withheld.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(table, forKey: .table)
      try container.encode(version, forKey: .version)
      try container.encode(source, forKey: .source)
      try container.encode(measure, forKey: .measure)
      try container.encode(ageMonths, forKey: .ageMonths)
      try container.encode(sex, forKey: .sex)
      try container.encode(z, forKey: .z)
      try container.encode(ci95, forKey: .ci95)
      try container.encode(percentile, forKey: .percentile)
      try container.encodeIfPresent(reason, forKey: .reason)
      try container.encodeIfPresent(code, forKey: .code)
    }
  }
}
