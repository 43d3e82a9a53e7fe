/// The choices that define what is measured; printed with every result.
public struct MeasurementProtocol: Sendable, Equatable, Codable {
  /// The direction that counts as forward.
  public enum APAxis: String, Sendable, Codable {
    /// From the midpoint of the tragions to the sellion.
    case sellion
    /// Perpendicular to the line through the tragions, in the base plane.
    case earLine = "ear_line"
  }

  /// The height of the section, parallel to the base plane.
  public enum Level: Sendable, Equatable, Codable {
    /// A share of the way from the base plane to the vertex.
    case fraction(Double)
    /// Where the section is longest.
    case longestSection
    /// Where the convex hull of the section, ears excluded, has the greatest perimeter.
    case greatestCircumference
  }

  /// The point through which the diagonals go.
  public enum Centre: String, Sendable, Codable {
    /// On the midline, half-way along the section's length.
    case midlineHalfLength = "midline_half_length"
    /// The middle of the section's bounding box.
    case boundingBox = "bounding_box"
  }

  /// Name and version, which identify the protocol in results.
  public var name, version: String
  /// The forward axis.
  public var apAxis: APAxis
  /// The section's height.
  public var level: Level
  /// The diagonals' centre.
  public var centre: Centre
  /// The angle of the diagonals from the midline, in degrees.
  public var diagonalAngleDegrees: Double
  /// The widest gap of the section that is bridged by a straight line, in metres; no measure is taken across wider ones.
  public var bridgedGap: Double

  /// A protocol from its choices.
  public init(
    name: String, version: String, apAxis: APAxis, level: Level, centre: Centre, diagonalAngleDegrees: Double,
    bridgedGap: Double
  ) {
    self.name = name
    self.version = version
    self.apAxis = apAxis
    self.level = level
    self.centre = centre
    self.diagonalAngleDegrees = diagonalAngleDegrees
    self.bridgedGap = bridgedGap
  }

  /// Sellion axis, 3/10 of the vertex height, diagonals at 30° (Loveday & de Chalain 2001) through the middle of the
  /// midline.
  public static let standard = MeasurementProtocol(
    name: "calvaria-default", version: "1", apAxis: .sellion, level: .fraction(0.3), centre: .midlineHalfLength,
    diagonalAngleDegrees: 30, bridgedGap: 0.003)
}
