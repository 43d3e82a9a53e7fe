import Diagnostics

/// Why a protocol can't be applied to a head.
public enum MeasurementProtocolError: FindingError, Equatable {
  /// The section would lie above the vertex; heights in metres.
  case levelMissesHead(name: String, level: Double, vertex: Double)

  public var kind: UserFacingErrorKind { .badConfiguration }

  public var subject: String {
    switch self {
    case .levelMissesHead(let name, _, _): "protocol \(name), level"
    }
  }

  public var problem: String {
    switch self {
    case .levelMissesHead(_, let level, let vertex):
      "expected a height below the vertex, \(NumberText.millimetres(vertex)) above the base plane, "
        + "found \(NumberText.millimetres(level))"
    }
  }

  /// The same as a finding.
  public var finding: Finding {
    switch self {
    case .levelMissesHead(let name, let level, let vertex):
      Finding(
        .measureLevelMissesHead,
        ["protocol": .text(name), "level_mm": .millimetres(level), "vertex_mm": .millimetres(vertex)])
    }
  }

  public var remedy: String? { "lower `height_mm`, or give the level as a fraction of the vertex height" }
}
