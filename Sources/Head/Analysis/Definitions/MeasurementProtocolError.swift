import Diagnostics

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
