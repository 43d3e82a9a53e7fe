import Diagnostics
public import Feedback
public import Files
import Foundation
import Images
import Recordings
internal import Reports

extension OutputKind {
  /// What a replay writes.
  public static let feedback = OutputKind(
    .phrase("earlier_replay"), mark: "summary.json", holding: "\"calvaria/feedback/",
    files: ["feedback.jsonl", "timeline.csv", "summary.json", "feedback.html"])
}

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

/// The content of `timeline.csv`: a row a frame, empty fields where nothing is known.
public enum TimelineTable {
  private static let columns = [
    "frame", "name", "time_s", "guidance", "vibrating", "hint", "direction", "overlap", "shared", "markers_share",
    "distance_m", "invalid_share", "blur_px",
  ]

  /// The first line, with its end.
  public static let header = CSVTable(header: columns).text

  /// The line of a frame, with its end.
  ///
  /// - Parameter name: the frame's name in the recording.
  public static func line(_ feedback: FrameFeedback, name: String) -> String {
    let direction = if case .move(let direction)? = feedback.hint { direction.rawValue } else { "" }
    return CSVTable.line([
      .integer(feedback.frame), .text(name), .number(feedback.time, decimals: 6), .text(feedback.guidance.name),
      .flag(feedback.isVibrating), .text(feedback.hint?.name ?? ""), .text(direction),
      .number(feedback.overlap.share, decimals: 4), .integer(feedback.overlap.shared),
      .number(feedback.progress, decimals: 4), .number(feedback.distance, decimals: 4),
      .number(feedback.invalidShare, decimals: 4), .number(feedback.blur, decimals: 4),
    ])
  }
}

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

/// Small upright images of a recording's frames, evenly chosen, so few that a page with all of them stays small.
final class FramePictures {
  /// What has been taken so far, in order.
  private(set) var pictures: [FramePicture] = []
  private let chosen: Set<Int>
  private let quarterTurns: Int
  private var decoder: FrameDecoder
  private var image = ColorImage(width: 0, height: 0, pixels: [])

  private static let most = 150
  /// In pixels.
  private static let width = 240
  private static let quality = 60

  init(_ recording: Recording, quarterTurns: Int) {
    chosen = Self.chosen(of: recording.frames.count)
    self.quarterTurns = quarterTurns
    decoder = FrameDecoder(recording)
  }

  /// The frames of so many whose images are taken, from the first to the last.
  static func chosen(of count: Int) -> Set<Int> {
    let number = min(count, most)
    return Set((0..<number).map { number == 1 ? 0 : $0 * (count - 1) / (number - 1) })
  }

  /// Takes the image of a frame if it is one of the chosen.
  func add(frame index: Int) throws {
    guard chosen.contains(index) else { return }
    let frame = decoder.recording.frames[index]
    try decoder.color(frame, into: &image)
    let small = image.turned(quarterTurns: quarterTurns).reduced(toWidth: Self.width)
    pictures.append(FramePicture(frame: index, jpeg: try ImageFile.jpeg(small, quality: Self.quality)))
  }
}
