public import Diagnostics
public import Feedback
import Geometry
import Images
import LiveTracking
import Markers
public import Platform
public import Recordings
import Reports
import Workers

/// Guides the subject of a recording through movements of the neck, frame by frame, as an app would have while it was
/// recorded.
public struct MovementReplay: Sendable {
  /// The recording.
  public let recording: Recording
  /// When what is said and counted.
  public let rules: MovementRules
  /// The phrases of the chosen language.
  public let phrasebook: MovementPhrases
  /// The language of what is not spoken: that of the phrases, or English where the program does not speak it.
  public var language: Language { Language(rawValue: phrasebook.language) ?? .english }
  let options: ReplayOptions
  private let cap: Cap
  private let layout: [Int: [Vector3]]?

  /// Opens and checks every input.
  ///
  /// - Parameters:
  ///   - options: what to replay; its feedback file is one of movement guidance here.
  ///   - plan: the movements, in place of those of the rules.
  ///   - repeats: how often each side is wanted, in place of the rules' number.
  public init(_ options: ReplayOptions, plan: [GuidedMovement]? = nil, repeats: Int? = nil) throws {
    self.options = options
    var rules = try options.feedback.map { try MovementRules.find($0.path) } ?? .standard
    if let plan { rules.plan = plan }
    if let repeats { rules.repeats = repeats }
    self.rules = rules
    phrasebook = try rules.phrasebook(options.language)
    recording = try Recording.open(options.recording, options.reading)
    let own = RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    let cap = try CapFile.read(options.cap ?? own)
    layout = try options.layout.map { try MarkerLayout.read($0, dictionary: cap.dictionary.name) }
    self.cap = cap
  }

  /// Replays every frame.
  ///
  /// - Parameters:
  ///   - progress: how far it has come.
  ///   - show: a frame with all that was seen in it; its colours are decoded only where this is given.
  ///   - tell: what is told in each frame, what its angle is measured against, and the frame's name.
  public func run(
    progress: (ScanProgress) -> Void = { _ in }, show: ((MovementScene) throws -> Void)? = nil,
    tell: (MovementFeedback, MovementSummary.Reference?, String) throws -> Void
  ) throws -> MovementSummary {
    let detector = MarkerDetector(cap)
    var decoder = FrameDecoder(recording)
    var gray = GrayImage(width: 0, height: 0, pixels: [])
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    var color = ColorImage(width: 0, height: 0, pixels: [])
    var live = FeedbackFile.builtIn.rules
    live.coverage.firstElevation = rules.cameraElevation
    var scan = LiveScan(cap, rules: live, layout: layout, quarterTurns: options.quarterTurns)
    var neck = LiveNeck(cap.torso, rules: rules, sizeTolerance: live.position.sizeTolerance)
    var guide = MovementGuide(rules)
    var summary = MovementSummary()
    for frame in recording.frames {
      try decoder.gray(frame, into: &gray)
      try decoder.depth(frame, into: &depth)
      let seen = try detector.observe(
        gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
      let facts = scan.facts(seen, gray: nil, depth: nil)
      let reading = neck.step(seen, time: facts.time, mapFromCamera: facts.mapFromCamera, head: scan.head)
      let feedback = guide.step(
        MovementFacts(
          frame: facts.frame, time: facts.time, isSeen: !facts.markers.isEmpty, isNeutralKnown: neck.isNeutralKnown,
          angles: reading?.angles))
      summary.add(feedback, reading?.reference, axes: facts.partsSource)
      try tell(feedback, reading?.reference, frame.name)
      if let show {
        try decoder.color(frame, into: &color)
        try show(
          MovementScene(
            frame: frame, color: color, detected: seen.markers, own: Set(facts.markers.map(\.id)),
            patch: cap.torso?.ids ?? [], feedback: feedback))
      }
      progress(ScanProgress(stage: .replay, done: frame.index + 1, total: recording.frames.count))
    }
    summary.finish(guide, rules)
    return summary
  }

  /// Begins the video of a replay.
  ///
  /// - Parameter file: where it is written; it is whole after ``MovementVideo/finish()``.
  public func video(_ tool: VideoTool, to file: URL) throws -> MovementVideo {
    try MovementVideo(
      recording.frames[0].camera, quarterTurns: options.quarterTurns, rules, phrasebook, language, tool, to: file)
  }
}
