import ArgumentParser
import Capture
import Diagnostics
import Feedback
internal import Files
import Foundation
import Recordings
import ScanPipeline

/// `calvaria live`: records a scan and guides it while it is taken.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Record a scan while it is taken, and tell its operator what to do.",
    discussion: """
      Frames come from an iPhone on a cable, from a recording that another program is writing, or from a recording in place \
      of a phone. Every frame is recorded; the newest is judged. Enter, q or Ctrl-C ends the scan.
      """)

  @Flag(help: "An iPhone on a cable, whose Record3D app streams over USB.")
  var usb = false

  @Option(help: ArgumentHelp("A recording that another program is writing.", valueName: "folder"))
  var follow: String?

  @Option(help: ArgumentHelp("A recording in place of a phone, for trials.", valueName: "recording"))
  var replay: String?

  @Flag(help: "With --replay: frames come at the recording's pace; otherwise as fast as they are judged.")
  var realtime = false

  @OptionGroup var reading: RecordingReadingOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The recording to write; it must not exist yet.", valueName: "folder"))
  var output: String

  @Flag(help: "Print events and summary as JSON, a line each, on stdout.")
  var json = false

  @OptionGroup var guidance: GuidanceOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    let sources = [usb, follow != nil, replay != nil].count { $0 }
    guard sources == 1 else {
      throw CallError.wrong(
        option: "--usb, --follow, --replay", expected: .phrase("one_of_them"),
        found: sources == 0 ? .phrase("none") : .count(sources)
      ).refusal
    }
    if realtime, replay == nil { throw CallError.needs(option: "--realtime", needed: "--replay").refusal }
    if usb, reading.cap == nil { throw CallError.needs(option: "--usb", needed: "--cap").refusal }
    let ofFiles = [
      ("--format", reading.format != nil), ("--intrinsics", reading.intrinsics != nil),
      ("--depth-unit", reading.depthUnit != nil), ("--depth-scale", reading.depthScale != nil),
    ]
    if usb, let given = ofFiles.first(where: { $0.1 }) {
      throw CallError.notFor(option: given.0, use: .phrase("recordings_of_files"), found: .text("--usb")).refusal
    }
  }

  func run() throws {
    // A closed pipe of those who listen ends no scan.
    signal(SIGPIPE, SIG_IGN)
    narration.begin(reading: follow, replay, reading.cap, reading.intrinsics, guidance.layout, guidance.feedback)
    let options = try CaptureOptions(
      cap: cap, feedback: guidance.feedbackFile, language: guidance.phrases, layout: guidance.layoutFile,
      quarterTurns: guidance.quarterTurns, announceEvery: guidance.announce)
    let source = try source()
    let folder = try LiveFolder(.given(output), cap: cap, inputs: inputs)
    let end = EndOfScan()
    narration.tell(Language.ofCall("narration.live_end"))
    let summary: CaptureSummary
    do {
      summary = try Capture(options, from: source, into: folder.url).run(until: { end.hasCome }) {
        narration.tell(words(for: $0))
      } tell: {
        try tell($0, name: $1, options.phrasebook)
      }
    } catch {
      folder.removeIfEmpty()
      throw error
    }
    guard summary.recorded > 0 else {
      folder.removeIfEmpty()
      throw LiveError.noFrames
    }
    try finish(summary, options)
  }

  private var recording: String? { follow ?? replay }

  private var inputs: [URL] {
    [recording.map { .given($0) }, reading.intrinsicsFile, reading.capFile].compactMap(\.self) + guidance.inputs
  }

  /// The cap file that is named, otherwise that of the recording.
  private var cap: URL {
    if let named = reading.capFile { return named }
    return RecordingCompanion.url("cap.yaml", of: .given(recording ?? ""), isShared: true)
  }

  private func source() throws -> any FrameSource {
    if usb { return PhoneSource() }
    if let follow { return FollowSource(.given(follow), try reading.reading()) }
    return ReplaySource(try Recording.open(.given(replay ?? ""), try reading.reading()), isRealtime: realtime)
  }

  private func tell(_ feedback: FrameFeedback, name: String, _ book: Phrasebook) throws {
    for event in feedback.events {
      if json { try Terminal.print(FeedbackLine(event, name: name, book).json()) }
      if !json, let line = book.line(for: event) { narration.tell(line) }
    }
  }

  private func words(for news: SourceNews) -> String {
    switch news {
    case .noFrames: Language.ofCall("narration.live_no_frames", ["path": .text((recording ?? "").printable())])
    case .noService: Language.ofCall("narration.live_no_service")
    case .noPhone: Language.ofCall("narration.live_no_phone")
    case .noStream: Language.ofCall("narration.live_no_stream")
    case .connected: Language.ofCall("narration.live_connected")
    case .lost: Language.ofCall("narration.live_lost")
    case .unreadable(let error):
      Language.ofCall("narration.live_unreadable", ["reason": .text(error.description(in: .ofCall))])
    case .leftOut(let error):
      Language.ofCall("narration.live_left_out", ["reason": .text(error.description(in: .ofCall))])
    }
  }

  private func finish(_ summary: CaptureSummary, _ options: CaptureOptions) throws {
    if json {
      try Terminal.print(summary.json(options.file, language: options.phrasebook.language))
      return
    }
    let counts = Language.ofCall(
      "narration.live_counts",
      [
        "recorded": .count(summary.recorded), "judged": .count(summary.judged),
        "late": .count(summary.recorded - summary.judged), "left_out": .count(summary.leftOut),
      ])
    try Terminal.print(Terminal.page(counts + "\n" + summary.feedback.table(options.phrasebook)))
    narration.tell(written: output)
    narration.tell(
      Language.ofCall(
        "narration.live_reconstruct",
        ["command": .text("calvaria reconstruct \(Self.word(output)) --output \(Self.word(output + "-result"))")]))
  }

  /// A path as a word of a shell.
  private static func word(_ path: String) -> String {
    let path = (path.hasPrefix("-") ? "./" : "") + path.printable()
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/-+".contains($0)) }
    return isPlain ? path : "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

extension OutputKind {
  /// A recording of a scan: nobody can take it again, so it is never replaced.
  static let live = OutputKind(
    .phrase("a_recording"), mark: "frames.jsonl", holding: "\"calvaria/recording/",
    files: ["frames.jsonl", "cap.yaml"], isReplaceable: false)
}

/// The folder of a recording that is being taken. It has its name from the beginning, so that a run that is killed leaves a
/// recording.
private struct LiveFolder {
  let url: URL
  private let cap: URL

  init(_ url: URL, cap: URL, inputs: [URL]) throws {
    self.url = url
    self.cap = url.appending(path: "cap.yaml")
    try OutputFolder.check(url, holding: .live, force: false, inputs: inputs)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data(contentsOf: cap).write(to: self.cap)
    } catch {
      // Only where it is empty.
      rmdir(url.path)
      throw OutputError.cannotWrite(path: url.path, reason: .phrase("writing_failed"))
    }
  }

  /// Takes back what no frame came into.
  func removeIfEmpty() {
    guard !FileManager.default.fileExists(atPath: url.appending(path: "frames.jsonl").path) else { return }
    try? FileManager.default.removeItem(at: url)
  }
}

/// Why a scan is none.
enum LiveError: UserFacingError {
  /// It was ended before a frame came.
  case noFrames

  var message: ErrorMessage { ErrorMessage(.liveNoFrames, at: "calvaria live") }
}
