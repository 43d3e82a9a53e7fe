import Foundation
import GRDB
import TestSupport

/// A dataset of small scans and the study that a batch makes of it.
final class StudyDataset {
  private let temporary: TemporaryFolder
  let url: URL

  init() throws {
    temporary = try TemporaryFolder()
    url = temporary.url.appendingPathComponent("dataset")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A place beside the dataset.
  func beside(_ name: String) -> URL { temporary.url.appendingPathComponent(name) }
  var study: URL { beside("study") }

  /// Adds a head as another scanner writes it: its own size, and landmarks where they are wanted.
  func addMesh(_ path: String, scale: Double = 1, hasLandmarks: Bool = true) throws {
    let file = try place(path)
    let vertices = EllipsoidHead.vertices.map { $0.map { $0 * scale } }
    try Data(EllipsoidHead.ply(vertices, EllipsoidHead.faces).utf8).write(to: file)
    guard hasLandmarks else { return }
    let landmarks = """
      {"landmarks": {"sellion": {"point_mm": [0, \(75 * scale), 0]}, "tragion_left": {"point_mm": [\(-60 * scale), 0, 0]},
        "tragion_right": {"point_mm": [\(60 * scale), 0, 0]}}}
      """
    try Data(landmarks.utf8).write(to: file.deletingPathExtension().appendingPathExtension("landmarks.json"))
  }

  /// Adds a recording of six frames, which is too little to be measured.
  func addGlimpse(_ path: String) throws {
    try FileManager.default.copyItem(at: SampleRecording.glimpse.get(), to: try place(path))
  }

  func write(_ path: String, _ text: String) throws { try Data(text.utf8).write(to: try place(path)) }

  func place(_ path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    return file
  }

  /// The words of a batch.
  func batch(_ more: String..., to study: URL? = nil) -> [String] {
    ["batch", url.path, "--output", (study ?? self.study).path] + more
  }

  /// The table of the study.
  func table(of study: URL? = nil) throws -> String {
    try Command.run("study", "export", (study ?? self.study).path).text
  }

  /// What became of a scan.
  func outcome(_ name: String, of study: URL? = nil) throws -> ResultFile {
    try ResultFile(
      Data(contentsOf: (study ?? self.study).appendingPathComponent("scans/\(name)/outcome.json")))
  }

  /// What SQLite says of the store's soundness, and the scans in it.
  func stored() throws -> (integrity: String, scans: Set<String>) {
    let queue = try DatabaseQueue(path: study.appendingPathComponent("study.sqlite").path)
    return try queue.read { db in
      let hasTables = try db.tableExists("scans")
      return (
        try String.fetchOne(db, sql: "PRAGMA integrity_check") ?? "",
        hasTables ? try Set(String.fetchAll(db, sql: "SELECT scan FROM scans")) : []
      )
    }
  }

  /// When its outcome was written.
  func time(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(
      atPath: study.appendingPathComponent("scans/\(name)/outcome.json").path)[.modificationDate] as? Date
  }
}
