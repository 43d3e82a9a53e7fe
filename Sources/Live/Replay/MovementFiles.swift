import Diagnostics
public import Feedback
import Foundation
public import Files
internal import Reports

/// Writes what is told to somebody who is guided into its output folder: line by line, and a page in the end.
public final class MovementFiles {
  private let lines: EventLines
  private let folder: OutputFolder
  private let replay: MovementReplay
  private let pictures: FramePictures
  private var frames: [MovementFeedback] = []

  /// Opens the files in a folder that is being written.
  public init(_ folder: OutputFolder, of replay: MovementReplay) throws {
    (self.folder, self.replay) = (folder, replay)
    pictures = FramePictures(replay.recording, quarterTurns: replay.options.quarterTurns)
    lines = try EventLines(folder, header: MovementTimelineTable.header)
  }

  /// Writes a frame.
  public func add(_ feedback: MovementFeedback, _ reference: MovementSummary.Reference?, name: String) throws {
    let events = try feedback.events.map { try MovementLine($0, name: name, replay.phrasebook).json() }
    try lines.add(row: MovementTimelineTable.line(feedback, name: name, reference: reference), events: events)
    frames.append(feedback)
    try pictures.add(frame: feedback.frame)
  }

  /// Writes the page and the summary, and closes the files.
  public func finish(_ summary: MovementSummary) throws {
    try lines.close()
    let page = MovementPage(
      frames, pictures: pictures.pictures, summary: summary, rules: replay.rules, book: replay.phrasebook,
      language: replay.language)
    try folder.write([
      ("feedback.html", Data(page.html().utf8)),
      ("summary.json", try summary.json(replay.rules, language: replay.phrasebook.language)),
    ])
  }
}
