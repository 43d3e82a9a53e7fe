import Diagnostics

/// Why a protocol can't be applied to a head.
public enum MeasurementProtocolError: Diagnosis, Equatable {
  /// The section would lie above the vertex; heights in metres.
  case levelMissesHead(name: String, level: Double, vertex: Double)

  public var kind: DiagnosisKind { .badConfiguration }

  public var subject: String {
    switch self {
    case .levelMissesHead(let name, _, _): "protocol \(name), level"
    }
  }

  public var problem: String {
    switch self {
    case .levelMissesHead(_, let level, let vertex):
      "expected a height below the vertex, \(Words.millimetres(vertex)) above the base plane, "
        + "found \(Words.millimetres(level))"
    }
  }

  public var remedy: String? { "lower `height_mm`, or give the level as a fraction of the vertex height" }
}
