import Diagnostics

/// The choices that define what is measured; printed with every result.
public struct MeasurementProtocol: Sendable, Equatable, Codable {
  /// The direction that counts as forward.
  public enum APAxis: String, Sendable, Codable, CaseIterable {
    /// From the midpoint of the tragions to the sellion.
    case sellion
    /// Perpendicular to the line through the tragions, in the base plane.
    case earLine = "ear_line"
  }

  /// The height of the section, parallel to the base plane.
  public enum Level: Sendable, Equatable, Codable {
    /// A share of the way from the base plane to the vertex.
    case fraction(Double)
    /// A height over the base plane in metres.
    case height(Double)
    /// Where the section is longest.
    case longestSection
    /// Where the convex hull of the section, ears excluded, has the greatest perimeter.
    case greatestCircumference
  }

  /// The point through which the diagonals go.
  public enum Centre: String, Sendable, Codable, CaseIterable {
    /// On the midline, half-way along the section's length.
    case midlineHalfLength = "midline_half_length"
    /// The middle of the section's bounding box.
    case boundingBox = "bounding_box"
  }

  /// What the protocol's index of asymmetry is a share of. Both indices are always measured, each under its own name.
  public enum Denominator: String, Sendable, Codable, CaseIterable {
    /// The index is `cvai`.
    case longer = "longer_diagonal"
    /// The index is `cvai_shorter`.
    case shorter = "shorter_diagonal"
  }

  /// Whether the width, and the search of a level, leave the ears out.
  public enum Ears: String, Sendable, Codable, CaseIterable {
    case excluded, included
  }

  /// What is measured where a cap of known thickness lies on the head.
  public enum CapThickness: String, Sendable, Codable, CaseIterable {
    /// The head under the cap.
    case compensated
    /// The head with the cap.
    case included
  }

  /// Name and version, which identify the protocol in results.
  public var name, version: String
  /// What it is, in one line, and where it comes from.
  public var title, source: String
  /// The forward axis.
  public var apAxis: APAxis
  /// The section's height.
  public var level: Level
  /// The diagonals' centre.
  public var centre: Centre
  /// The angle of the diagonals from the midline, in degrees.
  public var diagonalAngleDegrees: Double
  /// What the index is a share of.
  public var denominator: Denominator
  /// Whether ears count.
  public var ears: Ears
  /// Whether the cap counts.
  public var capThickness: CapThickness
  /// The widest gap of the section that is bridged by a straight line, in metres; no measure is taken across wider ones.
  public var bridgedGap: Double

  /// A protocol from its choices.
  public init(
    name: String, version: String, title: String = "", source: String = "", apAxis: APAxis, level: Level,
    centre: Centre, diagonalAngleDegrees: Double, denominator: Denominator = .longer, ears: Ears = .excluded,
    capThickness: CapThickness = .compensated, bridgedGap: Double
  ) {
    (self.name, self.version, self.title, self.source) = (name, version, title, source)
    (self.apAxis, self.level, self.centre, self.diagonalAngleDegrees) = (apAxis, level, centre, diagonalAngleDegrees)
    (self.denominator, self.ears, self.capThickness) = (denominator, ears, capThickness)
    self.bridgedGap = bridgedGap
  }

  /// The default: sellion axis, 3/10 of the vertex height, diagonals at 30° (Loveday & de Chalain 2001) through the middle
  /// of the midline.
  public static let standard = builtIn[0]

  /// The protocol's index of asymmetry.
  public var index: MeasureName { denominator == .longer ? .cvai : .cvaiShorter }
}

extension MeasurementProtocol.Level {
  /// The rule as a value of findings.
  public var shown: FindingValue {
    switch self {
    case .fraction(let share): .term("fraction", of: "level", ["share_percent": .percent(share)])
    case .height(let height): .term("height", of: "level", ["height_mm": .millimetres(height)])
    case .longestSection: .term("longest_section", of: "level")
    case .greatestCircumference: .term("greatest_circumference", of: "level")
    }
  }
}
