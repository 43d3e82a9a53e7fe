public import Feedback
import LiveTracking
public import Platform
public import Recordings

/// Judges the recorded frames of a guided neck as `replay --task neck` does.
public final class NeckJudge {
  private let look: FrameLook
  private var neck: GuidedNeck

  /// - Parameter folder: of the recording, which has its first frame before it is judged.
  public init(_ options: NeckCaptureOptions, _ folder: URL) {
    look = FrameLook(folder, options.cap)
    neck = GuidedNeck(
      options.cap, rules: options.rules, layout: options.layout, quarterTurns: options.quarterTurns)
  }

  /// What is told in the next frame.
  public func judge(_ frame: RecordedFrame) throws -> MovementFeedback {
    neck.step(try look.markers(of: frame)).feedback
  }

  /// How it went.
  public func finish() -> MovementSummary { neck.finish() }
}
