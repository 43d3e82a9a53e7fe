import Analysis
import Diagnostics

/// The content of `result.json` (schema `calvaria/result/1`). Keys are stable: more may come, none is renamed.
///
/// Property names become keys in snake case (`durationS` → `duration_s`). Parts that a command does not know are left
/// out; a measure that is withheld stays, with a null value and the reason.
public struct ScanResult: Codable, Sendable, Equatable {
  /// Whether the scan is fit to report.
  public enum Status: String, Codable, Sendable {
    /// The CVAI is there.
    case complete
    /// The CVAI is withheld.
    case incomplete
  }

  /// The contract's name and version.
  public var schema = Self.schema
  /// Whether the scan is fit to report.
  public var status: Status
  /// Why measures are withheld: the English texts of those of ``findings``.
  public internal(set) var reasons: [String]
  /// Remarks that withhold nothing: likewise.
  public internal(set) var notes: [String]
  /// All that is said of the scan, each cause once.
  public var findings: [Finding] { didSet { (reasons, notes) = (findings.reasons, findings.notes) } }
  /// What was recorded.
  public var recording: Recording?
  /// The cap's markers.
  public var markers: Markers?
  /// How valid the depth was.
  public var depth: Depth?
  /// How well the head was followed.
  public var tracking: Tracking?
  /// What the scan says about the sensor.
  public var calibration: Calibration?
  /// How much of the head was covered.
  public var surface: Surface?
  /// Where the section lies; nil where there is none.
  public var section: SectionPlace?
  /// The landmarks.
  public var landmarks: Landmarks
  /// The protocol.
  public var `protocol`: ProtocolChoices
  /// Every measure by its key.
  public var measures: [String: Measure]
  /// The grade by the first scale, or nil where its measure is withheld.
  public var severity: SeverityGrade?
  /// The grades by all scales that were asked for; a scale whose measure is withheld is missing.
  public var severities: [ScaleGrade]
  /// Where the head stands among others of its age and sex, where that was asked for.
  public var norm: Norm?
  /// Seconds that each stage took.
  public var timingsS: [String: Double]?
  /// What the result was made from.
  public var provenance: Provenance?
  /// True where the file that this was read from was changed after it was written.
  public var wasChanged = false

  /// A measure as written: the value in its unit, the 95 % interval, and the reason where it is withheld.
  public struct Measure: Codable, Sendable, Equatable {
    /// The value, or nil where it is withheld.
    public var value: Double?
    /// `mm`, `ml`, `%` or `°`.
    public var unit: String
    /// The 95 % interval, lower and upper end.
    public var ci95: [Double]?
    /// Why it is withheld, and the kind of the first finding that withholds it.
    public var reason, code: String?
    /// The same over the cap, where the value is that of the head under it.
    public var overCap: Double?

    /// Writes null for what is not there, and the reason only where there is one.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encode(unit, forKey: .unit)
      try container.encode(ci95, forKey: .ci95)
      try container.encodeIfPresent(reason, forKey: .reason)
      try container.encodeIfPresent(code, forKey: .code)
      try container.encodeIfPresent(overCap, forKey: .overCap)
    }
  }

  /// The grade of a measure, by default the CVAI.
  public struct SeverityGrade: Codable, Sendable, Equatable {
    /// The scale's name.
    public var scale: String
    /// The level of the value.
    public var level: Int
    /// The probability of each level.
    public var probabilities: [String: Double]
    /// `left-posterior`, `right-posterior`, `none`, or `unknown` where a large difference can't be excluded.
    public var flattened: String
  }

  /// The choices of the protocol, each by its name.
  public struct ProtocolChoices: Codable, Sendable, Equatable {
    /// Name and version.
    public var name, version: String
    /// What it is, and where it comes from.
    public var title, source: String
    /// The landmarks of the base plane.
    public var landmarks: [String]
    /// The forward axis.
    public var apAxis: String
    /// The rule of the section's height.
    public var level: String
    /// The share of the vertex height, where that is the rule.
    public var levelFraction: Double?
    /// The diagonals' centre.
    public var centre: String
    /// The diagonals' angle.
    public var diagonalAngleDegrees: Double
    /// What the protocol's index is a share of, and the key of that index.
    public var denominator, index: String
    /// Whether ears count in the width, and the cap in everything.
    public var ears, capThickness: String
    /// What is divided by: the names of measures and their denominators.
    public var denominators: [String: String]
    /// The widest gap bridged.
    public var bridgedGapMm: Double
  }
}
