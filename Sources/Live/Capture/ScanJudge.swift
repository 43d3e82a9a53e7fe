public import Feedback
import Images
import LiveTracking
public import Platform
public import Recordings

/// Judges the recorded frames of a scan as `replay` does: markers, facts, feedback.
public final class ScanJudge {
  private let look: FrameLook
  private let rules: FeedbackRules
  private var scan: LiveScan
  private var engine: FeedbackEngine
  private var summary = FeedbackSummary()

  /// - Parameter folder: of the recording, which has its first frame before it is judged.
  public init(_ options: CaptureOptions, _ folder: URL) {
    rules = options.file.rules
    look = FrameLook(folder, options.cap)
    scan = LiveScan(options.cap, rules: rules, layout: options.layout, quarterTurns: options.quarterTurns)
    engine = FeedbackEngine(rules, ids: options.cap.ids)
  }

  /// What the operator is told in the next frame.
  ///
  /// - Parameter counts: of the frames so far.
  public func judge(_ frame: RecordedFrame, _ counts: FrameCounts) throws -> JudgedFrame {
    let seen = try look.markers(of: frame)
    let facts = scan.facts(seen, gray: look.gray, depth: look.depth)
    let feedback = engine.step(facts)
    summary.add(feedback)
    return JudgedFrame(
      frame: frame, counts: counts, seen: seen.markers, facts: facts, feedback: feedback,
      seenDirections: scan.seenDirections, head: scan.head)
  }

  /// How the scan was steered.
  public func finish() -> FeedbackSummary {
    summary.finish(engine, rules)
    return summary
  }
}
