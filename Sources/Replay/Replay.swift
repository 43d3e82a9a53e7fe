import Feedback
import Geometry
import Images
import LiveTracking
import Markers
import Platform
import Recordings
import Reports
import Workers

/// Takes a recording through the operator's feedback, frame by frame, as an app would have while it scanned. Memory does
/// not grow with the recording apart from its index.
public struct Replay: Sendable {
  /// The recording.
  public let recording: Recording
  /// Thresholds and phrases.
  public let file: FeedbackFile
  /// The phrases of the chosen language.
  public let phrasebook: Phrasebook
  private let cap: Cap
  private let heat: ThermalLog
  let options: ReplayOptions
  private let layout: [Int: [Vector3]]?

  /// Opens and checks every input.
  public init(_ options: ReplayOptions) throws {
    self.options = options
    var file = try options.feedback.map { try FeedbackFile.read($0) } ?? .builtIn
    if let every = options.announceEvery { file.rules.progress.announceEvery = Double(every) }
    self.file = file
    phrasebook = try file.phrasebook(options.language)
    recording = try Recording.open(options.recording, options.reading)
    let own = RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    let cap = try CapFile.read(options.cap ?? own)
    layout = try options.layout.map { try MarkerLayout.read($0, dictionary: cap.dictionary.name) }
    self.cap = cap
    heat = try ThermalLog.beside(recording)
  }

  /// Replays every frame.
  ///
  /// - Parameters:
  ///   - progress: how far it has come.
  ///   - show: a frame with all that was seen in it; its colours are decoded only where this is given.
  ///   - tell: what the operator is told in each frame, and the frame's name.
  public func run(
    progress: (ScanProgress) -> Void = { _ in }, show: ((ReplayScene) throws -> Void)? = nil,
    tell: (FrameFeedback, String) throws -> Void
  ) throws -> FeedbackSummary {
    let detector = MarkerDetector(cap)
    var decoder = FrameDecoder(recording)
    var gray = GrayImage(width: 0, height: 0, pixels: [])
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    var color = ColorImage(width: 0, height: 0, pixels: [])
    var scan = LiveScan(cap, rules: file.rules, layout: layout, quarterTurns: options.quarterTurns)
    var engine = FeedbackEngine(file.rules, ids: cap.ids)
    var summary = FeedbackSummary()
    for frame in recording.frames {
      try decoder.gray(frame, into: &gray)
      try decoder.depth(frame, into: &depth)
      let seen = try detector.observe(
        gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
      let facts = scan.facts(seen, gray: gray, depth: depth, heat: heat.state(at: frame.time))
      let feedback = engine.step(facts)
      summary.add(feedback)
      try tell(feedback, frame.name)
      if let show {
        try decoder.color(frame, into: &color)
        try show(
          ReplayScene(
            frame: frame, color: color, depth: depth, detected: seen.markers, facts: facts, feedback: feedback,
            corners: scan.corners, head: scan.head))
      }
      progress(ScanProgress(stage: .replay, done: frame.index + 1, total: recording.frames.count))
    }
    summary.finish(engine, file.rules)
    return summary
  }
}

extension Replay {
  /// Begins the video of a replay.
  ///
  /// - Parameter file: where it is written; it is whole after ``ReplayVideo/finish()``.
  public func video(_ tool: VideoTool, to file: URL) throws -> ReplayVideo {
    try ReplayVideo(
      recording.frames[0].camera, quarterTurns: options.quarterTurns, self.file.rules, phrasebook, tool, to: file)
  }
}
