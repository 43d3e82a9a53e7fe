import Feedback
public import Foundation

/// Writes what a replay tells, line by line, into its output folder.
public final class ReplayFiles {
  private let events, timeline: FileHandle
  private let folder: OutputFolder

  /// Opens the files in a folder that is being written.
  public init(_ folder: OutputFolder) throws {
    self.folder = folder
    try folder.write([("feedback.jsonl", Data()), ("timeline.csv", Data((TimelineRow.header + "\r\n").utf8))])
    let open = { (name: String) in
      let handle = try FileHandle(forWritingTo: folder.staging.appending(path: name))
      try handle.seekToEnd()
      return handle
    }
    do { (events, timeline) = (try open("feedback.jsonl"), try open("timeline.csv")) } catch {
      throw Self.fault(folder)
    }
  }

  /// Writes a frame.
  public func add(_ feedback: FrameFeedback, name: String, _ book: Phrasebook) throws {
    let lines = try feedback.events.map { try FeedbackLine($0, name: name, book).json() }
    do {
      try timeline.write(contentsOf: Data((TimelineRow.text(feedback, name: name) + "\r\n").utf8))
      for line in lines { try events.write(contentsOf: line) }
    } catch { throw Self.fault(folder) }
  }

  /// Writes the summary and closes the files.
  public func finish(_ summary: Data) throws {
    do {
      try events.close()
      try timeline.close()
    } catch { throw Self.fault(folder) }
    try folder.write([("summary.json", summary)])
  }

  private static func fault(_ folder: OutputFolder) -> OutputError {
    .cannotWrite(path: folder.destination.path, reason: "writing failed (is the disk full?)")
  }
}
