import Diagnostics
import Feedback
import Foundation
public import Files
internal import Reports

/// Writes what a replay tells into its output folder: line by line, and a page in the end, for which a small row of each
/// frame is kept.
public final class ReplayFiles {
  private let lines: EventLines
  private let folder: OutputFolder
  private let replay: Replay
  private let pictures: FramePictures
  private var timeline = FeedbackTimeline()
  private var names: [String] = []

  /// Opens the files in a folder that is being written.
  public init(_ folder: OutputFolder, of replay: Replay) throws {
    (self.folder, self.replay) = (folder, replay)
    pictures = FramePictures(replay.recording, quarterTurns: replay.options.quarterTurns)
    lines = try EventLines(folder, header: TimelineTable.header)
  }

  /// Writes a frame.
  public func add(_ feedback: FrameFeedback, name: String) throws {
    let events = try feedback.events.map { try FeedbackLine($0, name: name, replay.phrasebook).json() }
    try lines.add(row: TimelineTable.line(feedback, name: name), events: events)
    timeline.add(feedback)
    names.append(name)
    try pictures.add(frame: feedback.frame)
  }

  /// Writes the page and the summary, and closes the files.
  public func finish(_ summary: FeedbackSummary) throws {
    try lines.close()
    let page = FeedbackPage(
      timeline, names: names, pictures: pictures.pictures, summary: summary, file: replay.file,
      book: replay.phrasebook)
    try folder.write([
      ("feedback.html", Data(try page.html().utf8)),
      ("summary.json", try summary.json(replay.file, language: replay.phrasebook.language)),
    ])
  }
}
