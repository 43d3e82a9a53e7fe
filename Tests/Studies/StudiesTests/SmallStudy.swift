import Foundation
import GRDB
import Files
import TestSupport

@testable import Studies

/// A study of made-up outcomes and results.
final class SmallStudy {
  private let temporary: TemporaryFolder
  let folder: StudyFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = try StudyFolder(at: temporary.url.appendingPathComponent("study"))
  }

  /// Adds a scan that was measured; a value of nil is withheld.
  func add(
    _ name: String, subject: String, age: Double? = 5, cvai: Double?, protocolName: String = "calvaria-default",
    landmarks: String = "picked"
  ) throws {
    let place = folder.folder(of: name)
    let text = Self.result(cvai: cvai, protocolName: protocolName, landmarks: landmarks)
    try FileManager.default.createDirectory(at: place.result, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place.result.appending(path: "result.json"))
    var outcome = outcome(
      name, subject, age, cvai == nil ? .withheld : .complete, code: cvai == nil ? "section.gap" : nil)
    outcome.result = Checksum.sha256(Array(text.utf8))
    try place.write(outcome)
  }

  /// Adds a scan that has no result.
  func fail(_ name: String, subject: String, code: String) throws {
    try folder.folder(of: name).write(outcome(name, subject, nil, .failed, code: code))
  }

  /// Adds the measures of another protocol.
  func remeasure(
    _ name: String, cvai: Double?, protocolName: String, version: String = "3", file: String? = nil,
    of digest: String? = nil
  ) throws {
    let place = folder.folder(of: name)
    let digest = digest ?? place.resultDigest ?? ""
    try FileManager.default.createDirectory(at: place.remeasured, withIntermediateDirectories: true)
    try Data(Self.result(cvai: cvai, protocolName: protocolName, version: version, of: digest).utf8).write(
      to: place.remeasured.appending(path: "\(file ?? Self.file(protocolName, version)).json"))
  }

  /// The name under which the measures of a protocol are kept.
  static func file(_ protocolName: String, _ version: String = "3") -> String {
    "\(ScanName.safe(protocolName))-\(ScanName.safe(version))"
  }

  private func outcome(
    _ name: String, _ subject: String, _ age: Double?, _ status: ScanOutcome.Status, code: String?
  ) -> ScanOutcome {
    var scan = DatasetScan(name: name, source: "x/\(name)", url: URL(filePath: "/x"), kind: .recording)
    scan.description.subject = subject
    scan.description.ageMonths = age
    return ScanOutcome(
      scan, status: status, code: code, reason: code, key: "key", inputs: [:], version: "0.1.0")
  }

  static func result(
    cvai: Double?, protocolName: String = "calvaria-default", version: String = "3", landmarks: String = "picked",
    of digest: String = "", scan: String = "null"
  ) -> String {
    let value =
      cvai.map { "\($0), \"ci95\": [\($0 - 1), \($0 + 1)]" } ?? "null, \"ci95\": null, \"code\": \"section.gap\""
    let bySymmetry =
      cvai.map {
        ", \"by_symmetry\": {\"measure\": \"cvai\", \"value\": \($0 + 0.5), \"unit\": \"%\", \"ci95\": [\($0), \($0 + 1)]}"
      }
      ?? ""
    return """
      {"schema": "calvaria/result/1", "status": "\(cvai == nil ? "incomplete" : "complete")", "reasons": [], "notes": [],
       "findings": [], "landmarks": {"source": "\(landmarks)"}, "severities": [],
       "scan": \(scan),
       "protocol": {"name": "\(protocolName)", "version": "\(version)", "ap_axis": "sellion", "level": "longest_section",
         "centre": "midline", "diagonal_angle_degrees": 30, "denominators": {}, "bridged_gap_mm": 5},
       "measures": {"cvai": {"value": \(value), "unit": "%"}, "length": {"value": 140.25, "unit": "mm", "ci95": null}}\(bySymmetry),
       "provenance": {"version": "0.1.0", "inputs": {"result": "\(digest)"}, "options": {}}}
      """
  }

  /// All that the store holds, table by table.
  static func content(_ store: StudyStore) throws -> [String] {
    try store.read { db in
      try ["scans", "results", "measurements", "ratings"].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
      }
    }
  }
}
