import ArgumentParser
import Feedback
import Foundation
import ScanPipeline

/// `calvaria replay`: what the operator of a scan would have been told.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a recording through the operator's feedback: vibration, hints, progress, what to scan next.",
    discussion: """
      Writes feedback.html (a page with timeline and images), feedback.jsonl (every event), timeline.csv (every frame) \
      and summary.json into the output folder, and a table on stdout. The same engine can be built into an app (Docs/guide/replay.md).
      """)

  @OptionGroup var input: RecordingOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String

  @Flag(help: "Replace an earlier replay in the output folder.")
  var force = false

  @Flag(help: "Print summary.json on stdout instead of the table.")
  var json = false

  @Option(help: ArgumentHelp("The language of the phrases: en, de, or one of --feedback.", valueName: "code"))
  var language = "en"

  @Option(help: ArgumentHelp("Thresholds and phrases (YAML) over the built-in ones.", valueName: "file"))
  var feedback: String?

  @Option(help: ArgumentHelp("Announce markers every 25, 50 or 100 %.", valueName: "percent"))
  var announce: Int?

  @Option(
    help: ArgumentHelp(
      "The markers.json of a reconstruction of the same cap with landmarks: where its markers lie on the head.",
      valueName: "file"))
  var layout: String?

  @Option(
    help: ArgumentHelp(
      "Degrees clockwise by which the images must be turned to stand upright.", valueName: "0|90|180|270"))
  var turn = 0

  @Option(help: ArgumentHelp("Write the vibration as an Apple AHAP file.", valueName: "file"))
  var haptics: String?

  @Option(help: ArgumentHelp("Speak the phrases at their times into a WAV file, through espeak-ng.", valueName: "file"))
  var speak: String?

  @Flag(help: "Keep the recording's pace and print the phrases as they come.")
  var realtime = false

  func validate() throws {
    guard [0, 90, 180, 270].contains(turn) else {
      throw ValidationError("--turn: expected 0, 90, 180 or 270, found \(turn)")
    }
    if let announce, ![25, 50, 100].contains(announce) {
      throw ValidationError("--announce: expected 25, 50 or 100, found \(announce)")
    }
  }

  func run() throws {
    for file in [haptics, speak].compactMap(\.self) { try checkFolder(of: file) }
    let track = try speak.map { _ in
      try SpokenTrack(language: language, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }
    let replay = try Replay(options)
    let summary = try Interruption().write {
      try OutputFolder(URL(fileURLWithPath: output), holding: .feedback, force: force)
    } fill: { folder in
      try tell(replay, into: folder, track)
    }
    let text = json ? try summary.json(replay.file, language: language) : Data(summary.table.utf8)
    try Terminal.print(text)
    if !json { Terminal.narrate("written to \(output)") }
  }

  private var options: ReplayOptions {
    ReplayOptions(
      recording: input.folder, format: input.format, intrinsics: input.intrinsicsFile, cap: input.capFile,
      feedback: feedback.map { URL(fileURLWithPath: $0) }, language: language,
      layout: layout.map { URL(fileURLWithPath: $0) }, quarterTurns: turn / 90, announceEvery: announce)
  }

  private func tell(_ replay: Replay, into folder: OutputFolder, _ track: SpokenTrack?) throws -> FeedbackSummary {
    let files = try ReplayFiles(folder, of: replay)
    let pace = realtime ? Pace() : nil
    let bar = ProgressBar()
    defer { bar.finish() }
    var (vibration, speech) = (HapticPattern(), SpeechPlan())
    let summary = try replay.run(progress: { if pace == nil { bar.update($0) } }) { feedback, name in
      try files.add(feedback, name: name)
      vibration.add(feedback)
      if track != nil { for event in feedback.events { speech.add(event, replay.phrasebook) } }
      pace?.tell(feedback, replay.phrasebook)
    }
    vibration.finish()
    if let haptics { try write(try vibration.ahap(), to: haptics) }
    if let speak { try track?.write(speech, duration: summary.duration, to: URL(fileURLWithPath: speak)) }
    try files.finish(summary)
    return summary
  }

  /// Tells before the long work that a file could not be written after it.
  private func checkFolder(of file: String) throws {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: folder) else { throw Self.unwritable(file) }
  }

  private func write(_ data: Data, to file: String) throws {
    do { try data.write(to: URL(fileURLWithPath: file), options: .atomic) } catch { throw Self.unwritable(file) }
  }

  private static func unwritable(_ file: String) -> OutputError {
    .cannotWrite(path: file, reason: "its folder is missing or can't be written")
  }
}

/// Keeps a replay to the recording's pace and narrates it.
private struct Pace {
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now

  /// Waits for a frame's time, then prints what is said and whether the phone vibrates.
  func tell(_ feedback: FrameFeedback, _ book: Phrasebook) {
    let ahead = clock.now.duration(to: start + .seconds(feedback.time)).inSeconds
    if ahead > 0 { Thread.sleep(forTimeInterval: ahead) }
    for event in feedback.events {
      let text: String? =
        switch event.kind {
        case .vibration(let begins): begins ? "(vibrates)" : "(stops)"
        default: book.text(for: event)
        }
      if let text { Terminal.narrate(String(format: "%7.2f s  ", event.time) + text) }
    }
  }
}
