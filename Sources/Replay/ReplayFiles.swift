import Diagnostics
import Feedback
import Foundation
public import Outputs
import Reports

/// Writes what a replay tells into its output folder: line by line, and a page in the end, for which a small row of each
/// frame is kept.
public final class ReplayFiles {
  private let events, rows: FileHandle
  private let folder: OutputFolder
  private let replay: Replay
  private let pictures: FramePictures
  private var timeline = FeedbackTimeline()
  private var names: [String] = []

  /// Opens the files in a folder that is being written.
  public init(_ folder: OutputFolder, of replay: Replay) throws {
    (self.folder, self.replay) = (folder, replay)
    pictures = FramePictures(replay.recording, quarterTurns: replay.options.quarterTurns)
    try folder.write([("feedback.jsonl", Data()), ("timeline.csv", Data(TimelineTable.header.utf8))])
    let open = { (name: String) in
      let handle = try FileHandle(forWritingTo: folder.staging.appending(path: name))
      try handle.seekToEnd()
      return handle
    }
    do { (events, rows) = (try open("feedback.jsonl"), try open("timeline.csv")) } catch {
      throw Self.fault(folder)
    }
  }

  /// Writes a frame.
  public func add(_ feedback: FrameFeedback, name: String) throws {
    let lines = try feedback.events.map { try FeedbackLine($0, name: name, replay.phrasebook).json() }
    do {
      try rows.write(contentsOf: Data(TimelineTable.line(feedback, name: name).utf8))
      for line in lines { try events.write(contentsOf: line) }
    } catch { throw Self.fault(folder) }
    timeline.add(feedback)
    names.append(name)
    try pictures.add(frame: feedback.frame)
  }

  /// Writes the page and the summary, and closes the files.
  public func finish(_ summary: FeedbackSummary) throws {
    do {
      try events.close()
      try rows.close()
    } catch { throw Self.fault(folder) }
    let page = FeedbackPage(
      timeline, names: names, pictures: pictures.pictures, summary: summary, file: replay.file,
      book: replay.phrasebook)
    try folder.write([
      ("feedback.html", Data(try page.html().utf8)),
      ("summary.json", try summary.json(replay.file, language: replay.phrasebook.language)),
    ])
  }

  private static func fault(_ folder: OutputFolder) -> OutputError {
    .cannotWrite(path: folder.destination.path, reason: .phrase("writing_failed"))
  }
}
