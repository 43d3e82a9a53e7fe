import ArgumentParser
import Diagnostics
import Feedback
internal import Files
import Foundation
import Replay
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

  @Flag(help: "Replace an earlier replay in the output folder, and the files that other options write.")
  var force = false

  @Flag(help: "Print summary.json on stdout instead of the table.")
  var json = false

  @OptionGroup var guidance: GuidanceOptions

  @Option(help: ArgumentHelp("Write the vibration as an Apple AHAP file.", valueName: "file"))
  var haptics: String?

  @Option(help: ArgumentHelp("Speak the phrases at their times into a WAV file, through espeak-ng.", valueName: "file"))
  var speak: String?

  @Option(
    help: ArgumentHelp(
      "Write a video (MP4) of images, markers, growing point cloud and prompts, through ffmpeg.", valueName: "file"))
  var video: String?

  @OptionGroup var neck: NeckTaskOptions

  @Flag(help: "Keep the recording's pace and print the phrases as they come.")
  var realtime = false

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try neck.refuse(ofScans: [("--announce", guidance.announce != nil), ("--haptics", haptics != nil)])
    let files = [("--haptics", haptics), ("--speak", speak), ("--video", video)]
    try requireDistinct(files)
    try requireApart(files, from: output)
  }

  func run() throws {
    narration.begin(
      reading: input.recording, input.reading.cap, input.reading.intrinsics, guidance.layout, guidance.feedback)
    if neck.task == .neck { return try guide() }
    let media = try ReplayMedia(
      haptics: haptics, speech: speak, video: video, language: guidance.phrases, force: force, inputs: inputs)
    let replay = try Replay(options())
    let summary = try Interruption().write {
      try OutputFolder(.given(output), holding: .feedback, force: force, inputs: inputs)
    } fill: { folder in
      try tell(replay, into: folder, media)
    }
    let text =
      json ? try summary.json(replay.file, language: guidance.phrases) : Terminal.page(summary.table(replay.phrasebook))
    try Terminal.print(text)
    if !json { narration.tell(written: output) }
  }

  /// Guides through movements of the neck.
  private func guide() throws {
    let replay = try MovementReplay(options(), plan: neck.plan, repeats: neck.repeats)
    let run = try MovementReplayRun(
      replay, speech: speak, video: video, force: force, inputs: inputs, narration: narration, isRealtime: realtime)
    let summary = try Interruption().write {
      try OutputFolder(.given(output), holding: .feedback, force: force, inputs: inputs)
    } fill: {
      try run.fill($0)
    }
    let text =
      json
      ? try summary.json(replay.rules, language: replay.phrasebook.language)
      : Terminal.page(summary.table(replay.language, replay.rules))
    try Terminal.print(text)
    if !json { narration.tell(written: output) }
  }

  private var inputs: [URL] { input.inputs + guidance.inputs }

  private func options() throws -> ReplayOptions {
    ReplayOptions(
      recording: input.url, reading: try input.reading.reading(), cap: input.reading.capFile,
      feedback: guidance.feedbackFile, language: guidance.phrases, layout: guidance.layoutFile,
      quarterTurns: guidance.quarterTurns, announceEvery: guidance.announce)
  }

  private func tell(_ replay: Replay, into folder: OutputFolder, _ media: ReplayMedia) throws -> FeedbackSummary {
    let files = try ReplayFiles(folder, of: replay)
    let pace = realtime ? Pace(narration: narration) : nil
    let bar = ProgressBar(.replay, narration)
    defer { bar.finish() }
    let show = try media.begin(replay, in: folder)
    let summary = try replay.run(progress: { if pace == nil { bar.update($0) } }, show: show) { feedback, name in
      try files.add(feedback, name: name)
      media.add(feedback, replay.phrasebook)
      pace?.tell(feedback, replay.phrasebook)
    }
    try files.finish(summary)
    try media.finish(duration: summary.duration)
    return summary
  }
}

/// Keeps a replay to the recording's pace and narrates it.
private struct Pace {
  let narration: NarrationOptions
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now

  /// Waits for a frame's time, then prints what is said and whether the phone vibrates.
  func tell(_ feedback: FrameFeedback, _ book: Phrasebook) {
    let ahead = clock.now.duration(to: start + .seconds(feedback.time)).inSeconds
    if ahead > 0 { Thread.sleep(forTimeInterval: ahead) }
    for line in feedback.events.compactMap({ book.line(for: $0) }) { narration.tell(line) }
  }
}

/// `calvaria replay --task neck`: guides and counts instead of steering a scan.
struct MovementReplayRun {
  let replay: MovementReplay
  let speech: SpokenFile?
  let video: OutputFile?
  let tool: VideoTool?
  let narration: NarrationOptions
  let isRealtime: Bool

  /// Looks for everything that could stop it, before the work begins.
  init(
    _ replay: MovementReplay, speech: String?, video: String?, force: Bool, inputs: [URL], narration: NarrationOptions,
    isRealtime: Bool
  ) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    (self.replay, self.narration, self.isRealtime) = (replay, narration, isRealtime)
    self.video = try video.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    self.speech = try speech.map {
      try SpokenFile($0, language: replay.phrasebook.language, force: force, inputs: inputs)
    }
    tool = try video.map { _ in try VideoTool(path: path) }
  }

  /// Replays into a folder that is being written.
  func fill(_ folder: OutputFolder) throws -> MovementSummary {
    let files = try MovementFiles(folder, of: replay)
    let grown = folder.staging.appending(path: "video.mp4")
    let film = try tool.map { try replay.video($0, to: grown) }
    var plan = SpeechPlan()
    let bar = ProgressBar(.replay, narration)
    defer { bar.finish() }
    let start = ContinuousClock.now
    let show: ((MovementScene) throws -> Void)? = film.map { film in { try film.add($0) } }
    let summary = try replay.run(progress: { if !isRealtime { bar.update($0) } }, show: show) {
      feedback, reference, name in
      try files.add(feedback, reference, name: name)
      if isRealtime {
        let ahead = ContinuousClock.now.duration(to: start + .seconds(feedback.time)).inSeconds
        if ahead > 0 { Thread.sleep(forTimeInterval: ahead) }
      }
      for event in feedback.events {
        guard let text = replay.phrasebook.text(for: event) else { continue }
        plan.add(text, kind: event.name, at: event.time)
        if isRealtime, let line = replay.phrasebook.line(for: event, in: replay.language) { narration.tell(line) }
      }
    }
    try files.finish(summary)
    // What other programs make comes first: where one fails, no file is there.
    try film?.finish()
    let sound = try speech?.sound(plan, duration: summary.duration)
    if let sound { try speech?.write(sound) }
    if let video, film != nil { try video.take(grown) }
    return summary
  }
}

/// What `replay` writes beside its folder: vibration, speech, video, each where an option names a file.
final class ReplayMedia {
  private let haptics, video: OutputFile?
  private let speech: SpokenFile?
  private let tool: VideoTool?
  private var pattern = HapticPattern(), plan = SpeechPlan()
  private var film: (video: ReplayVideo, file: URL)?

  /// Looks for everything that could stop it, before the work begins.
  init(haptics: String?, speech: String?, video: String?, language: String, force: Bool, inputs: [URL]) throws {
    let claim = { (path: String) in try OutputFile(.given(path), force: force, inputs: inputs) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    (self.haptics, self.video) = (try haptics.map(claim), try video.map(claim))
    self.speech = try speech.map { try SpokenFile($0, language: language, force: force, inputs: inputs) }
    tool = try video.map { _ in try VideoTool(path: path) }
  }

  /// Begins the video, if one is wanted, and returns what draws its frames.
  ///
  /// - Parameter folder: where it grows: when the folder is removed, so is the video.
  func begin(_ replay: Replay, in folder: OutputFolder) throws -> ((ReplayScene) throws -> Void)? {
    guard let tool else { return nil }
    let file = folder.staging.appending(path: "video.mp4")
    let video = try replay.video(tool, to: file)
    film = (video, file)
    return { try video.add($0) }
  }

  /// Takes in a frame.
  func add(_ feedback: FrameFeedback, _ book: Phrasebook) {
    if haptics != nil { pattern.add(feedback) }
    if speech != nil { for event in feedback.events { plan.add(event, book) } }
  }

  /// Writes every file.
  func finish(duration: Double) throws {
    // What other programs make comes first: where one fails, no file is there.
    try film?.video.finish()
    let sound = try speech?.sound(plan, duration: duration)
    if let haptics {
      pattern.finish()
      try haptics.write(try pattern.ahap())
    }
    if let sound { try speech?.write(sound) }
    if let video, let film { try video.take(film.file) }
  }
}
