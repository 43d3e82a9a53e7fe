import Diagnostics
public import Feedback
public import Files
import Foundation
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

/// The content of `timeline.csv` of somebody who was guided: a row a frame, empty fields where nothing is known.
public enum MovementTimelineTable {
  private static let columns =
    ["frame", "name", "time_s", "state", "instruction", "movement", "angle_deg", "light"]
    + GuidedSide.allCases.map(\.rawValue) + ["reference"]

  /// The first line, with its end.
  public static let header = CSVTable(header: columns).text

  /// The line of a frame, with its end.
  ///
  /// - Parameters:
  ///   - name: the frame's name in the recording.
  ///   - reference: what its angle is measured against; nil where it has none.
  public static func line(
    _ feedback: MovementFeedback, name: String, reference: MovementSummary.Reference?
  ) -> String {
    let reading: [CSVTable.Field] = [
      .integer(feedback.frame), .text(name), .number(feedback.time, decimals: 6), .text(feedback.state.name),
      .text(feedback.instruction?.name ?? ""), .text(feedback.movement.rawValue),
      .number(feedback.degrees, decimals: 3), .text(feedback.light?.rawValue ?? ""),
    ]
    let counts = GuidedSide.allCases.map { side in feedback.counts[side].map(CSVTable.Field.integer) ?? .text("") }
    return CSVTable.line(reading + counts + [.text(reference?.rawValue ?? "")])
  }
}
