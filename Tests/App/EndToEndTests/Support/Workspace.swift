import Diagnostics
import Foundation
import TestSupport
import Testing

/// A folder of one test with a recording to spoil and an output that must not be left half-written.
final class Workspace {
  private let temporary: TemporaryFolder
  /// The copied recording.
  let recording: URL
  /// Where results go; not there at first.
  let output: URL

  /// Copies a recording, or none.
  init(_ sample: Result<URL, any Error>? = nil) throws {
    temporary = try TemporaryFolder()
    recording = temporary.url.appendingPathComponent("rec")
    output = temporary.url.appendingPathComponent("out")
    if let sample { try FileManager.default.copyItem(at: try sample.get(), to: recording) }
  }

  /// A file or folder beside the recording.
  func file(_ name: String) -> URL { temporary.url.appendingPathComponent(name) }

  /// Writes a file into the recording.
  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  /// Writes a file into the recording.
  func write(_ name: String, _ data: Data) throws {
    try data.write(to: recording.appendingPathComponent(name))
  }

  /// The content of a file of the recording.
  func read(_ name: String) throws -> Data { try Data(contentsOf: recording.appendingPathComponent(name)) }

  /// Removes a file of the recording.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: recording.appendingPathComponent(name))
  }

  /// The images of a folder of the recording, in order of time, as paths in it.
  func images(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: recording.appendingPathComponent(folder).path).sorted()
      .map { "\(folder)/\($0)" }
  }

  /// Everything beside the recording, hidden names too.
  var leftBehind: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).filter { $0 != "rec" }.sorted()
    }
  }
}

extension Command.Outcome {
  /// Checks that a run failed with an exit code, one clear line that holds some words, and nothing on standard output.
  func expectFailure(
    _ code: Int32, says words: [String], begins: String = "error: ", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: narration)
    #expect(!wasKilled, comment, sourceLocation: sourceLocation)
    #expect(status == code, comment, sourceLocation: sourceLocation)
    #expect(stdout.isEmpty, comment, sourceLocation: sourceLocation)
    #expect(lines.count == 1, comment, sourceLocation: sourceLocation)
    #expect(narration.hasSuffix("\n"), comment, sourceLocation: sourceLocation)
    #expect(narration.hasPrefix(begins), comment, sourceLocation: sourceLocation)
    #expect(!narration.contains("\u{1B}"), comment, sourceLocation: sourceLocation)
    for word in words { #expect(narration.contains(word), comment, sourceLocation: sourceLocation) }
  }
}

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

  /// A finding on a scan.
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
