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
    let (first, book, language) = try self.task.guided(
      task, guidance, isFlexionNegative: landmarks.isFlexionNegative, path: input.recording)
    let run = try movementRun(book, language)
    let seen = video == nil ? nil : pictures ?? (pose.poseModel == nil ? nil : input.recording)
    let source = try seen.map {
      try FramePictureSource($0, RecordingReading(programs: ProcessInfo.processInfo.environment["PATH"] ?? ""))
    }
    try guide(by: first.plan, run) { folder in
      let files = try MovementFiles(folder, .limb, first.plan, book, language)
      let read = try MotionInput(
        input.recording, landmarks, pose, quarterTurns: guidance.quarterTurns, .standard, narration)
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
    let pace = realtime ? Pace() : nil
    let bar = ProgressBar(.replay, narration)
    defer { bar.finish() }
    let show = try media.begin(replay, in: folder)
    let summary = try replay.run(progress: { if pace == nil { bar.update($0) } }, show: show) { feedback, name in
      try files.add(feedback, name: name)
      media.add(feedback, replay.phrasebook)
      guard let pace else { return }
      pace.wait(for: feedback.time)
      for line in feedback.events.compactMap({ replay.phrasebook.line(for: $0) }) { narration.tell(line) }
    }
    try files.finish(summary)
    try media.finish(duration: summary.duration)
    return summary
  }
}
