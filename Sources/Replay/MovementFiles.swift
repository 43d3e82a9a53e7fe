import Diagnostics
public import Feedback
import Foundation
public import Outputs
import Reports

/// Writes what is told to somebody who is guided into its output folder: line by line, and a page in the end.
public final class MovementFiles {
  private let events, rows: FileHandle
  private let folder: OutputFolder
  private let replay: MovementReplay
  private let pictures: FramePictures
  private var frames: [MovementFeedback] = []

  /// Opens the files in a folder that is being written.
  public init(_ folder: OutputFolder, of replay: MovementReplay) throws {
    (self.folder, self.replay) = (folder, replay)
    pictures = FramePictures(replay.recording, quarterTurns: replay.options.quarterTurns)
    try folder.write([("feedback.jsonl", Data()), ("timeline.csv", Data(MovementTimelineTable.header.utf8))])
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
  public func add(_ feedback: MovementFeedback, _ reference: MovementSummary.Reference?, name: String) throws {
    let lines = try feedback.events.map { try MovementLine($0, name: name, replay.phrasebook).json() }
    do {
      try rows.write(
        contentsOf: Data(MovementTimelineTable.line(feedback, name: name, reference: reference).utf8))
      for line in lines { try events.write(contentsOf: line) }
    } catch { throw Self.fault(folder) }
    frames.append(feedback)
    try pictures.add(frame: feedback.frame)
  }

  /// Writes the page and the summary, and closes the files.
  public func finish(_ summary: MovementSummary) throws {
    do {
      try events.close()
      try rows.close()
    } catch { throw Self.fault(folder) }
    let page = MovementPage(
      frames, pictures: pictures.pictures, summary: summary, rules: replay.rules, book: replay.phrasebook,
      language: replay.language)
    try folder.write([
      ("feedback.html", Data(page.html().utf8)),
      ("summary.json", try summary.json(replay.rules, language: replay.phrasebook.language)),
    ])
  }

  private static func fault(_ folder: OutputFolder) -> OutputError {
    .cannotWrite(path: folder.destination.path, reason: .phrase("writing_failed"))
  }
}
