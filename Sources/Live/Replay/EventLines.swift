import Diagnostics
import Foundation
internal import Files

/// The two files of a replay that grow line by line: every event, and a row a frame.
final class EventLines {
  private let events, rows: FileHandle
  private let folder: OutputFolder

  /// Begins both in a folder that is being written.
  init(_ folder: OutputFolder, header: String) throws {
    self.folder = folder
    try folder.write([("feedback.jsonl", Data()), ("timeline.csv", Data(header.utf8))])
    let open = { (name: String) in
      let handle = try FileHandle(forWritingTo: folder.staging.appending(path: name))
      try handle.seekToEnd()
      return handle
    }
    do { (events, rows) = (try open("feedback.jsonl"), try open("timeline.csv")) } catch {
      throw Self.fault(folder)
    }
  }

  /// Writes the row of a frame, and its events.
  func add(row: String, events lines: [Data]) throws {
    do {
      try rows.write(contentsOf: Data(row.utf8))
      for line in lines { try events.write(contentsOf: line) }
    } catch { throw Self.fault(folder) }
  }

  /// Closes both.
  func close() throws {
    do {
      try events.close()
      try rows.close()
    } catch { throw Self.fault(folder) }
  }

  private static func fault(_ folder: OutputFolder) -> OutputError {
    .cannotWrite(path: folder.destination.path, reason: .phrase("writing_failed"))
  }
}
