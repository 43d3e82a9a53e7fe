import ArgumentParser
import Diagnostics
import Feedback
internal import Files
import Foundation
import Movement
import MovementReports
import Recordings
import Replay
import ScanPipeline
import Workers

/// `calvaria replay`: what the operator of a scan would have been told.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a recording through the operator's feedback: vibration, hints, progress, what to scan next.",
    discussion: """
      With --task, what somebody who moves the neck or a limb would have been told; of a limb the input is landmarks as motion \
      reads them. Writes feedback.html (a page with timeline and images), feedback.jsonl (every event), timeline.csv (every frame) \
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

  @Option(
    help: ArgumentHelp(
      "With --task of a limb and --video: pictures of the frames, as for motion; by default those that --pose-model looked at.",
      valueName: "path"))
  var pictures: String?

  @OptionGroup var task: GuidedTaskOptions

  @OptionGroup var landmarks: LandmarkOptions

  @OptionGroup var pose: PoseOptions

  @Flag(help: "Keep the recording's pace and print the phrases as they come.")
  var realtime = false

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try task.refuse(ofScans: [("--announce", guidance.announce != nil), ("--haptics", haptics != nil)])
    let given = landmarks.given.merging(pose.given) { $1 }.filter { $0.value != nil }.keys.sorted()
    try task.refuse(
      ofCaps: input.reading.given + [("--layout", guidance.layout != nil)], ofLandmarks: given.map { ("--" + $0, true) }
    )
    if pictures != nil, task.limb == nil || video == nil {
      throw CallError.needs(option: "--pictures", needed: task.limb == nil ? "--task knee" : "--video").refusal
    }
    if task.limb != nil, guidance.turn != 0, pose.poseModel == nil {
      throw CallError.needs(option: "--turn", needed: "--pose-model").refusal
    }
    let files = [("--haptics", haptics), ("--speak", speak), ("--video", video)]
    try requireDistinct(files)
    try requireApart(files, from: output)
  }

  func run() throws {
    narration.begin(
      reading: input.recording, input.reading.cap, input.reading.intrinsics, guidance.layout, guidance.feedback)
    if task.task == .neck { return try guide() }
    if let limb = try task.limbTask(isMirrored: pose.mirrored) { return try guide(limb) }
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
    let replay = try MovementReplay(options(), plan: task.plan, repeats: task.repeats)
    let run = try movementRun(replay.phrasebook, replay.language)
    try guide(by: replay.rules, run) { folder in
      let files = try MovementFiles(
        folder, .neck, replay.rules, replay.phrasebook, replay.language,
        pictures: (replay.recording, quarterTurns: guidance.quarterTurns))
      return try run.fill(folder, files) { progress, film, tell in
        let video = try film.map { try replay.video($0.tool, to: $0.file) }
        let show: ((MovementScene) throws -> Void)? = video.map { video in { try video.add($0) } }
        let summary = try replay.run(progress: progress, show: show) { feedback, reference, name in
          try tell(feedback, reference?.rawValue ?? "", name)
        }
        try video?.finish()
        return summary
      }
    }
  }

  /// Guides through a movement of a limb's joint.
  private func guide(_ task: MotionTask) throws {
    let guidance = try self.guidance.feedbackFile.map { try JointGuidance.find($0.path) } ?? .standard
    let book = try guidance.phrasebook(self.guidance.phrases, task.joint.rawValue, task.movement)
    let language = Language(rawValue: book.language) ?? .english
    guard
      let first = GuidedLimb(
        task, guidance, repeats: self.task.repeats, isFlexionNegative: landmarks.isFlexionNegative,
        path: input.recording)
    else { throw MotionError.noSuchMovement(joint: task.joint, movement: task.movement) }
    let run = try movementRun(book, language)
    let seen = video == nil ? nil : pictures ?? (pose.poseModel == nil ? nil : input.recording)
    let source = try seen.map {
      try FramePictureSource($0, RecordingReading(programs: ProcessInfo.processInfo.environment["PATH"] ?? ""))
    }
    try guide(by: first.plan, run) { folder in
      let files = try MovementFiles(folder, .limb, first.plan, book, language)
      let read = try MotionInput(
        input.recording, landmarks, pose, quarterTurns: self.guidance.quarterTurns, .standard, narration)
      return try run.fill(folder, files) { progress, film, tell in
        let (names, total) = (read.file.names, read.file.times.count)
        let video = try film.map {
          try LimbVideo(
            task, first.plan, book, language, read.file, drawn: read.drawn, pictures: source, $0.tool, to: $0.file)
        }
        var limb = first
        for (index, name) in names.enumerated() {
          let frame = try limb.step(read.file)
          try tell(frame.feedback, frame.reason, name)
          try video?.add(frame.feedback)
          progress(ScanProgress(stage: .replay, done: index + 1, total: total))
        }
        try video?.finish()
        return limb.finish()
      }
    }
  }

  /// What a guided movement is replayed with.
  private func movementRun(_ book: MovementPhrases, _ language: Language) throws -> MovementReplayRun {
    try MovementReplayRun(
      book, language, speech: speak, video: video, force: force, inputs: inputs, narration: narration,
      isRealtime: realtime)
  }

  /// Writes a guided movement, and tells how it went.
  private func guide(
    by plan: any MovementPlan, _ run: MovementReplayRun, fill: (OutputFolder) throws -> MovementSummary
  ) throws {
    let summary = try Interruption().write {
      try OutputFolder(.given(output), holding: .feedback, force: force, inputs: inputs)
    } fill: {
      try fill($0)
    }
    try Terminal.print(
      json ? try summary.json(plan, language: run.book.language) : Terminal.page(summary.table(run.language, plan)))
    if !json { narration.tell(written: output) }
  }

  private var inputs: [URL] {
    input.inputs + guidance.inputs + pose.inputs + [pictures].compactMap(\.self).map(URL.given)
  }

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

/// `calvaria replay --task`: guides and counts instead of steering a scan.
struct MovementReplayRun {
  let book: MovementPhrases
  let language: Language
  let speech: SpokenFile?
  let video: OutputFile?
  let tool: VideoTool?
  let narration: NarrationOptions
  let isRealtime: Bool

  /// Looks for everything that could stop it, before the work begins.
  init(
    _ book: MovementPhrases, _ language: Language, speech: String?, video: String?, force: Bool, inputs: [URL],
    narration: NarrationOptions, isRealtime: Bool
  ) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    (self.book, self.language, self.narration, self.isRealtime) = (book, language, narration, isRealtime)
    self.video = try video.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    self.speech = try speech.map { try SpokenFile($0, language: book.language, force: force, inputs: inputs) }
    tool = try video.map { _ in try VideoTool(path: path) }
  }

  /// Takes in what is told in a frame, a note for its line in the timeline, and its name.
  typealias Teller = (MovementFeedback, String, String) throws -> Void

  /// Replays into a folder that is being written.
  ///
  /// - Parameter play: tells every frame in turn, and has written the video, where one is wanted, when it returns.
  func fill(
    _ folder: OutputFolder, _ files: MovementFiles,
    play: ((ScanProgress) -> Void, (tool: VideoTool, file: URL)?, Teller) throws -> MovementSummary
  ) throws -> MovementSummary {
    let grown = folder.staging.appending(path: "video.mp4")
    var plan = SpeechPlan()
    let bar = ProgressBar(.replay, narration)
    defer { bar.finish() }
    let start = ContinuousClock.now
    // What other programs make comes first: where one fails, no file is there.
    let summary = try play({ if !isRealtime { bar.update($0) } }, tool.map { ($0, grown) }) { feedback, note, name in
      try files.add(feedback, note: note, name: name)
      if isRealtime {
        let ahead = ContinuousClock.now.duration(to: start + .seconds(feedback.time)).inSeconds
        if ahead > 0 { Thread.sleep(forTimeInterval: ahead) }
      }
      for event in feedback.events {
        guard let text = book.text(for: event) else { continue }
        plan.add(text, kind: event.name, at: event.time)
        if isRealtime, let line = book.line(for: event, in: language) { narration.tell(line) }
      }
    }
    try files.finish(summary)
    let sound = try speech?.sound(plan, duration: summary.duration)
    if let sound { try speech?.write(sound) }
    if let video { try video.take(grown) }
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
