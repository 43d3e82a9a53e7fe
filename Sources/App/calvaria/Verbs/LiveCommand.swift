import ArgumentParser
import Capture
import Diagnostics
import Feedback
internal import Files
import Foundation
import Movement
import Recordings
import Replay
import ScanPipeline

/// `calvaria live`: records a scan and guides it while it is taken.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Record a scan while it is taken, and tell its operator what to do.",
    discussion: """
      Frames come from an iPhone on a cable, from a recording that another program is writing, or from a recording in place \
      of a phone. Every frame is recorded; the newest is judged. Enter, q or Ctrl-C ends the scan. With --page it is started \
      and ended on a page in the browser, which shows and says what to do; then it is reconstructed, and the page shows the \
      result until Ctrl-C. With --task neck, movements of the neck are guided and counted in place of a scan; with --task of a \
      limb, a movement of that joint, in the pictures of a camera by a pose model.
      """)

  @Flag(help: "An iPhone on a cable, whose Record3D app streams over USB.")
  var usb = false

  @Option(help: ArgumentHelp("A recording that another program is writing.", valueName: "folder"))
  var follow: String?

  @Option(
    help: ArgumentHelp(
      "With --task of a limb: a camera such as /dev/video0, or whatever else ffmpeg reads.", valueName: "device"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "A recording in place of a phone, for trials; for a limb also a video or a folder of images.",
      valueName: "recording"))
  var replay: String?

  @Flag(help: "With --replay: frames come at the recording's pace; otherwise as fast as they are judged.")
  var realtime = false

  @OptionGroup var reading: RecordingReadingOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The recording to write; it must not exist yet.", valueName: "folder"))
  var output: String

  @Flag(help: "Print events and summary as JSON, a line each, on stdout.")
  var json = false

  @Flag(help: "Guide on a page in the browser of this machine, and reconstruct what was recorded into OUTPUT-result.")
  var page = false

  @OptionGroup var serving: PageOptions

  @OptionGroup var task: GuidedTaskOptions

  @OptionGroup var pose: PoseOptions

  @Option(
    help:
      "With --replay and --task of a limb: pictures a second, of a folder of images those that its numbers count; by default 30."
  )
  var rate: Double?

  @OptionGroup var guidance: GuidanceOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    if task.limb != nil { return try validateLimb() }
    let given = pose.given.filter { $0.value != nil }.keys.sorted().map { "--" + $0 }
    try task.refuse(
      ofCaps: [],
      ofLandmarks: (given + [camera.map { _ in "--camera" }, rate.map { _ in "--rate" }].compactMap(\.self)).map {
        ($0, true)
      })
    let sources = [usb, follow != nil, replay != nil].count { $0 }
    guard sources == 1 else {
      throw CallError.wrong(
        option: "--usb, --follow, --replay", expected: .phrase("one_of_them"),
        found: sources == 0 ? .phrase("none") : .count(sources)
      ).refusal
    }
    if realtime, replay == nil { throw CallError.needs(option: "--realtime", needed: "--replay").refusal }
    if !page, serving.port != 0 || !serving.open {
      throw CallError.needs(option: serving.port != 0 ? "--port" : "--no-open", needed: "--page").refusal
    }
    try task.refuse(ofScans: [("--announce", guidance.announce != nil), ("--page", page)])
    if usb, reading.cap == nil { throw CallError.needs(option: "--usb", needed: "--cap").refusal }
    let ofFiles = reading.given.filter { $0.0 != "--cap" }
    if usb, let given = ofFiles.first(where: { $0.1 }) {
      throw CallError.notFor(option: given.0, use: .phrase("recordings_of_files"), found: .text("--usb")).refusal
    }
  }

  /// Refuses what a limb does not use.
  private func validateLimb() throws {
    let unused: [(String, Bool)] =
      [
        ("--usb", usb), ("--follow", follow != nil), ("--page", page), ("--port", serving.port != 0),
        ("--no-open", !serving.open), ("--announce", guidance.announce != nil), ("--layout", guidance.layout != nil),
      ] + reading.given
    try task.refuse(ofScans: unused)
    guard (camera == nil) != (replay == nil) else {
      throw CallError.wrong(
        option: "--camera, --replay", expected: .phrase("one_of_them"),
        found: camera == nil ? .phrase("none") : .phrase("both_of_them")
      ).refusal
    }
    for (option, isGiven) in [("--realtime", realtime), ("--rate", rate != nil)] where isGiven && replay == nil {
      throw CallError.needs(option: option, needed: "--replay").refusal
    }
    try CallError.require("--rate", rate, in: 0.1...10_000)
    guard pose.poseModel != nil else {
      throw CallError.needs(option: "--task \(task.limb!.rawValue)", needed: "--pose-model").refusal
    }
    for (option, isGiven) in [("--mirrored", pose.mirrored), ("--recording", pose.recording != nil)] where isGiven {
      throw CallError.notFor(option: option, use: .text("motion, replay"), found: .text("live")).refusal
    }
  }

  /// Guides through a movement of a limb's joint.
  private func guide(_ task: MotionTask) throws {
    let path = camera ?? replay ?? ""
    guard task.view != nil else { throw MotionError.noView(path: path) }
    let (limb, book, language) = try self.task.guided(task, guidance, path: path)
    let inputs = self.inputs + pose.inputs
    try OutputFolder.check(.given(output), holding: .feedback, force: false, inputs: inputs)
    var model = try PoseModel.open(pose.poseModel!, size: pose.poseInputSize.map { ($0.width, $0.height) })
    let options: [(String, String?)] = [
      ("--joint", task.joint.rawValue), ("--side", task.side?.rawValue), ("--movement", task.movement.rawValue),
      ("--view", task.view?.rawValue), ("--direction", task.direction?.rawValue),
    ]
    try LimbRun(
      source: pictures(),
      detected: DetectedSequence(box: pose.personBox, quarterTurns: guidance.quarterTurns, path: path),
      limb: limb, book: book, language: language, output: output,
      task: options.flatMap { name, value in value.map { [name, $0] } ?? [] }, inputs: inputs, isJSON: json,
      narration: narration
    ).run(by: &model)
  }

  /// Where the pictures of a limb come from.
  private func pictures() throws -> LimbPictures {
    let programs = ProcessInfo.processInfo.environment["PATH"] ?? ""
    if let camera {
      // Other addresses, such as those of networks, are for ffmpeg to judge.
      if camera.hasPrefix("/"), !FileManager.default.fileExists(atPath: camera) {
        throw PoseModelError.noPictures(path: camera)
      }
      return .camera(try CameraPictures(camera, path: programs), taken: 0)
    }
    let series = try PictureSource.open(
      .given(replay ?? ""), rate: rate, usually: Self.usualRate, programs: programs)
    return .series(series, next: 0, start: realtime ? .now : nil)
  }

  /// Pictures a second of what is replayed.
  private static let usualRate = 30.0

  func run() throws {
    // A closed pipe of those who listen ends no scan.
    signal(SIGPIPE, SIG_IGN)
    narration.begin(reading: follow, replay, reading.cap, reading.intrinsics, guidance.layout, guidance.feedback)
    if let limb = try task.limbTask(isMirrored: false) { return try self.guide(limb) }
    let guide = try guide()
    let source = try source()
    if page { try OutputFolder.check(.given(result), holding: .result, force: false, inputs: inputs) }
    let folder = try LiveFolder(.given(output), cap: cap, inputs: inputs)
    do {
      let scan = LiveRun(
        source: source, folder: folder.url, output: output, result: result, recording: recording,
        task: task.words(with: guidance), isJSON: json, narration: narration)
      switch guide {
      case .scan(let options) where page: try scan.run(options, on: serving)
      case .scan(let options): try scan.run(options)
      case .neck(let options): try scan.run(options)
      }
    } catch {
      folder.removeIfEmpty()
      throw error
    }
  }

  /// By what the scan or the neck is guided.
  private enum Guide {
    case scan(CaptureOptions)
    case neck(NeckCaptureOptions)
  }

  private func guide() throws -> Guide {
    if task.task == .neck {
      return .neck(
        try NeckCaptureOptions(
          cap: cap, rules: .chosen(guidance.feedbackFile, plan: task.plan, repeats: task.repeats),
          language: guidance.phrases, layout: guidance.layoutFile, quarterTurns: guidance.quarterTurns))
    }
    return .scan(
      try CaptureOptions(
        cap: cap, feedback: guidance.feedbackFile, language: guidance.phrases, layout: guidance.layoutFile,
        quarterTurns: guidance.quarterTurns, announceEvery: guidance.announce))
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

  /// Where `--page` writes the result.
  private var result: String {
    var path = output[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path + "-result"
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
      guard FileSystem.write(try Data(contentsOf: cap), to: self.cap.path) else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      // A cap that is cut goes, and the folder where nothing else came into it.
      unlink(self.cap.path)
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
