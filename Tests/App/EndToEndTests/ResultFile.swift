import Diagnostics
import Foundation

/// The content of `result.json`, for looking up keys.
struct ResultFile {
  private let root: [String: Any]

  struct NotAnObject: Error {}

  init(_ data: Data) throws {
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw NotAnObject() }
    self.root = root
  }

  /// The value at a path of keys joined by dots; nil where there is none or it is null.
  subscript(path: String) -> Any? {
    var value: Any? = root
    for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
    return value is NSNull ? nil : value
  }

  /// True where the key is there, be its value null.
  func has(_ path: String) -> Bool {
    var value: Any? = root
    for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
    return value != nil
  }

  /// What is said of a scan.
  struct Finding: Decodable {
    let code, severity, stage, text: String
    let values: [String: Value]?
    let frames: [String]?
    let ids: [Int]?
    let measures: [String]?

    /// A figure; nil for a name or a list.
    func figure(_ name: String) -> Double? { values?[name]?.figure }
  }

  /// A figure, or something else.
  struct Value: Decodable {
    let figure: Double?

    init(from decoder: any Decoder) throws {
      figure = try? decoder.singleValueContainer().decode(Double.self)
    }
  }

  /// All findings.
  var findings: [Finding] {
    get throws {
      let list = try JSONSerialization.data(withJSONObject: root["findings"] ?? [])
      return try JSONDecoder().decode([Finding].self, from: list)
    }
  }

  /// The keys that every result of `reconstruct` has: the contract of schema calvaria/result/1.
  static let contract = [
    "schema", "status", "reasons", "findings",
    "recording.format", "recording.frames", "recording.duration_s",
    "markers.expected", "markers.seen", "markers.coverage", "markers.rejected",
    "depth.valid_fraction", "depth.markers_invalid_fraction",
    "tracking.frames_used", "tracking.reprojection_rms_px", "tracking.closure_mm",
    "calibration.focal_scale.value", "calibration.focal_scale.ci95", "calibration.depth_scale", "calibration.verdict",
    "surface.coverage", "surface.holes",
    "landmarks.source", "landmarks.sellion.mm", "landmarks.sellion.sd_mm", "landmarks.tragion_left.mm",
    "landmarks.tragion_right.mm",
    "protocol.name", "protocol.version",
    "measures.cvai.value", "measures.cvai.unit", "measures.cvai.ci95", "measures.cvai_shorter", "measures.cva",
    "measures.diagonal_left_front", "measures.diagonal_right_front", "measures.length", "measures.width",
    "measures.cranial_index", "measures.circumference",
    "severity.scale", "severity.level", "severity.probabilities", "severity.flattened",
    "timings_s", "provenance.version", "provenance.inputs", "provenance.options",
  ]
}
