import Diagnostics
public import Feedback
public import Files
import Foundation
public import Recordings
internal import Reports

/// Writes what is told to somebody who is guided into its output folder: line by line, and a page in the end.
public final class MovementFiles {
  private let lines: EventLines
  private let folder: OutputFolder
  private let (rules, book, language): (any MovementPlan, MovementPhrases, Language)
  private let pictures: FramePictures?
  private let table: MovementTimelineTable
  private var frames: [MovementFeedback] = []

  /// Opens the files in a folder that is being written.
  ///
  /// - Parameters:
  ///   - recording: where pictures come from, and the quarter turns that make them upright; nil without.
  public init(
    _ folder: OutputFolder, _ table: MovementTimelineTable, _ rules: any MovementPlan, _ book: MovementPhrases,
    _ language: Language, pictures recording: (Recording, quarterTurns: Int)? = nil
  ) throws {
    (self.folder, self.table, self.rules, self.book, self.language) = (folder, table, rules, book, language)
    pictures = recording.map { FramePictures($0.0, quarterTurns: $0.quarterTurns) }
    lines = try EventLines(folder, header: table.header)
  }

  /// Writes a frame.
  ///
  /// - Parameter note: what its angle is measured against, or why it has none.
  public func add(_ feedback: MovementFeedback, note: String, name: String) throws {
    let events = try feedback.events.map { try MovementLine($0, name: name, book).json() }
    try lines.add(row: table.line(feedback, name: name, note: note), events: events)
    frames.append(feedback)
    try pictures?.add(frame: feedback.frame)
  }

  /// Writes the page and the summary, and closes the files.
  public func finish(_ summary: MovementSummary) throws {
    try lines.close()
    let page = MovementPage(
      frames, pictures: pictures?.pictures ?? [], summary: summary, rules: rules, book: book, language: language)
    try folder.write([
      ("feedback.html", Data(page.html().utf8)), ("summary.json", try summary.json(rules, language: book.language)),
    ])
  }
}

/// The content of `timeline.csv` of somebody who was guided: a row a frame, empty fields where nothing is known.
public enum MovementTimelineTable: Sendable {
  /// Of a neck, with how often each side was held and what angles are measured against; of a limb, with why a frame has no angle.
  case neck, limb

  /// The first line, with its end.
  public var header: String {
    let start = ["frame", "name", "time_s", "state", "instruction", "movement", "angle_deg", "light"]
    let rest =
      switch self {
      case .neck: GuidedSide.allCases.map(\.rawValue) + ["reference"]
      case .limb: ["reason"]
      }
    return CSVTable(header: start + rest).text
  }

  /// The line of a frame, with its end.
  ///
  /// - Parameters:
  ///   - name: the frame's name in the recording.
  ///   - note: the last column.
  public func line(_ feedback: MovementFeedback, name: String, note: String) -> String {
    let reading: [CSVTable.Field] = [
      .integer(feedback.frame), .text(name), .number(feedback.time, decimals: 6), .text(feedback.state.name),
      .text(feedback.instruction?.name ?? ""), .text(feedback.movement.rawValue),
      .number(feedback.degrees, decimals: 3), .text(feedback.light?.rawValue ?? ""),
    ]
    let sides = self == .neck ? GuidedSide.allCases : []
    let counts = sides.map { side in feedback.counts[side].map(CSVTable.Field.integer) ?? .text("") }
    return CSVTable.line(reading + counts + [.text(note)])
  }
}
