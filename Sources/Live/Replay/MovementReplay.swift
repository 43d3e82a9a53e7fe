public import Diagnostics
public import Feedback
import Geometry
import Images
import LiveTracking
import Markers
public import Platform
public import Recordings
internal import Reports
import Workers

/// Guides the subject of a recording through movements of the neck, frame by frame, as an app would have while it was
/// recorded.
public struct MovementReplay: Sendable {
  private let inputs: ReplayInputs
  /// When what is said and counted.
  public let rules: MovementRules
  /// The phrases of the chosen language.
  public let phrasebook: MovementPhrases
  /// The recording.
  public var recording: Recording { inputs.recording }
  /// The language of what is not spoken: that of the phrases, or English where the program does not speak it.
  public var language: Language { Language(rawValue: phrasebook.language) ?? .english }
  let options: ReplayOptions

  /// Opens and checks every input.
  ///
  /// - Parameters:
  ///   - options: what to replay; its feedback file is one of movement guidance here.
  ///   - plan: the movements, in place of those of the rules.
  ///   - repeats: how often each side is wanted, in place of the rules' number.
  public init(_ options: ReplayOptions, plan: [JointMovement]? = nil, repeats: Int? = nil) throws {
    self.options = options
    rules = try .chosen(options.feedback, plan: plan, repeats: repeats)
    phrasebook = try rules.phrasebook(options.language)
    inputs = try ReplayInputs(options)
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
    var neck = GuidedNeck(inputs.cap, rules: rules, layout: inputs.layout, quarterTurns: options.quarterTurns)
    try inputs.each(progress: progress) { frame, _, _, seen, color in
      let told = neck.step(seen)
      try tell(told.feedback, told.reference, frame.name)
      if let show {
        try show(
          MovementScene(
            frame: frame, color: try color(), detected: seen.markers, own: told.ids,
            patch: inputs.cap.torso?.ids ?? [], feedback: told.feedback))
      }
    }
    return neck.finish()
  }

  /// Begins the video of a replay.
  ///
  /// - Parameter file: where it is written; it is whole after ``MovementVideo/finish()``.
  public func video(_ tool: VideoTool, to file: URL) throws -> MovementVideo {
    try MovementVideo(
      recording.frames[0].camera, quarterTurns: options.quarterTurns, rules, phrasebook, language, tool, to: file)
  }
}
