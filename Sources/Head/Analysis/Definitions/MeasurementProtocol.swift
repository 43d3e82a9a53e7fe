import Diagnostics
import Files
import Landmarks

/// The choices that define what is measured; printed with every result.
public struct MeasurementProtocol: Sendable, Equatable, Codable {
  /// The direction that counts as forward.
  public enum APAxis: String, Sendable, Codable, CaseIterable {
    /// From the midpoint of the tragions to the sellion.
    case sellion
    /// Perpendicular to the line through the tragions, in the base plane.
    case earLine = "ear_line"
    /// The plane of symmetry of the face and the base of the skull, where it meets the base plane.
    case faceSymmetry = "face_symmetry"

    /// The axis that landmarks alone give where the surface gives this one.
    var ofLandmarks: APAxis { self == .faceSymmetry ? .sellion : self }
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

    /// True where the height of the vertex sets that of the section.
    var usesVertex: Bool { if case .fraction = self { true } else { false } }

    /// True where the height is searched for on the surface.
    var isSearched: Bool { self == .longestSection || self == .greatestCircumference }
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

  /// Whether the ears are left out of the width and of the search for a level.
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

  /// The angle of the diagonals that a measure is of, in degrees from the midline; nil for one that is of none.
  public func diagonalAngleDegrees(of measure: MeasureName) -> Double? {
    switch measure {
    case .diagonalLeftFront, .diagonalRightFront, .cva, .cvai, .cvaiShorter, .oddi: diagonalAngleDegrees
    case .oclr: MeasureName.oclrAngleDegrees
    default: nil
    }
  }

  /// The angles that diagonals can have, in degrees.
  static let diagonalAngles = 5.0...85.0
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

extension MeasurementProtocol: Definition {
  public static let kind = "protocol"

  public static let builtIn = embedded([
    PackageResources.calvaria_default_yaml, PackageResources.ear_line_axis_yaml, PackageResources.longest_section_yaml,
    PackageResources.greatest_circumference_yaml, PackageResources.bounding_box_centre_yaml,
    PackageResources.diagonals_at_40_yaml, PackageResources.shorter_denominator_yaml,
    PackageResources.cap_included_yaml, PackageResources.face_symmetry_yaml,
  ])

  private static let keys = [
    "schema", "name", "version", "title", "source", "landmarks", "ap_axis", "level", "centre",
    "diagonal_angle_degrees", "denominator", "ears", "cap_thickness", "bridged_gap_mm",
  ]

  /// The protocol that a file defines.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> MeasurementProtocol {
    try root.check(keys: keys)
    _ = try root["schema"].choice(["calvaria/protocol/1"])
    try check(landmarks: root["landmarks"])
    return MeasurementProtocol(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, apAxis: try root["ap_axis"].choice(APAxis.self),
      level: try level(root["level"]), centre: try root["centre"].choice(Centre.self),
      diagonalAngleDegrees: try root["diagonal_angle_degrees"].number(in: diagonalAngles),
      denominator: try root["denominator"].choice(Denominator.self), ears: try root["ears"].choice(Ears.self),
      capThickness: try root["cap_thickness"].choice(CapThickness.self),
      bridgedGap: try root["bridged_gap_mm"].number(in: 0...20) / 1000)
  }

  /// No other base plane is defined: the three landmarks are named so that a reader of the file need not guess.
  private static func check(landmarks node: FileNode) throws(FileError) {
    let known = Landmark.required.map(\.rawValue)
    var named: Set<String> = []
    for item in try node.items { named.insert(try item.choice(known)) }
    guard named.count == known.count else { throw node.fault(.phrase("all_of", ["words": .names(known)])) }
  }

  private static func level(_ node: FileNode) throws(FileError) -> Level {
    let rules = ["fraction_of_vertex_height", "height", "longest_section", "greatest_circumference"]
    try node.check(keys: ["rule", "fraction", "height_mm"])
    let rule = try node["rule"].choice(rules)
    let needed = [rules[0]: "fraction", rules[1]: "height_mm"][rule]
    for key in ["fraction", "height_mm"] where key != needed {
      if let extra = node.optional(key) {
        throw extra.fault(.phrase("no_key_for_rule", ["key": .text(key), "rule": .text(rule)]))
      }
    }
    switch rule {
    case rules[0]: return .fraction(try node["fraction"].number(in: 0.02...0.95))
    case rules[1]: return .height(try node["height_mm"].number(in: 1...300) / 1000)
    case rules[2]: return .longestSection
    default: return .greatestCircumference
    }
  }
}

/// Why a protocol can't be applied to a head.
public enum MeasurementProtocolError: FindingError, Equatable {
  /// The section would lie above the vertex; heights in metres.
  case levelMissesHead(name: String, level: Double, vertex: Double)

  public var message: ErrorMessage {
    switch self {
    case .levelMissesHead(let name, let level, let vertex):
      ErrorMessage(
        .protocolLevelMissesHead, at: .phrase("protocol_level", ["protocol": .text(name)]),
        ["level": .millimetres(level), "vertex": .millimetres(vertex)])
    }
  }

  /// The error as a finding.
  public var finding: Finding {
    switch self {
    case .levelMissesHead(let name, let level, let vertex):
      Finding(
        .measureLevelMissesHead,
        ["protocol": .text(name), "level_mm": .millimetres(level), "vertex_mm": .millimetres(vertex)])
    }
  }
}
