import Feedback
import Geometry
import Images
import LiveTracking
import Markers
import Platform
import Recordings
internal import Reports
import Workers

/// Takes a recording through the operator's feedback, frame by frame, as an app would have while it scanned. Memory does
/// not grow with the recording apart from its index.
public struct Replay: Sendable {
  private let inputs: ReplayInputs
  /// Thresholds and phrases.
  public let file: FeedbackFile
  /// The phrases of the chosen language.
  public let phrasebook: Phrasebook
  private let heat: ThermalLog
  let options: ReplayOptions

  /// The recording.
  public var recording: Recording { inputs.recording }

  /// Opens and checks every input.
  public init(_ options: ReplayOptions) throws {
    self.options = options
    var file = try options.feedback.map { try FeedbackFile.read($0) } ?? .builtIn
    if let every = options.announceEvery { file.rules.progress.announceEvery = Double(every) }
    self.file = file
    phrasebook = try file.phrasebook(options.language)
    inputs = try ReplayInputs(options)
    heat = try ThermalLog.beside(inputs.recording)
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
    var scan = LiveScan(inputs.cap, rules: file.rules, layout: inputs.layout, quarterTurns: options.quarterTurns)
    var engine = FeedbackEngine(file.rules, ids: inputs.cap.ids)
    var summary = FeedbackSummary()
    try inputs.each(progress: progress) { frame, gray, depth, seen, color in
      let facts = scan.facts(seen, gray: gray, depth: depth, heat: heat.state(at: frame.time))
      let feedback = engine.step(facts)
      summary.add(feedback)
      try tell(feedback, frame.name)
      if let show {
        try show(
          ReplayScene(
            frame: frame, color: try color(), depth: depth, detected: seen.markers, facts: facts, feedback: feedback,
            corners: scan.corners, head: scan.head))
      }
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
