import Feedback
import Images
import LiveTracking
import Markers
import Platform
import Recordings

/// Judges recorded frames as `replay` does: markers, facts, feedback.
final class FrameJudge {
  private let detector: MarkerDetector
  private let folder: URL
  private let rules: FeedbackRules
  private var scan: LiveScan
  private var engine: FeedbackEngine
  private var summary = FeedbackSummary()
  private var images: Images?
  private var gray = GrayImage(width: 0, height: 0, pixels: [])
  private var depth = DepthImage(width: 0, height: 0, pixels: [])

  /// Optionals of what can't be copied can't be looked into in place.
  private final class Images {
    var decoder: FrameDecoder

    init(_ recording: Recording) { decoder = FrameDecoder(recording) }
  }

  /// - Parameter folder: of the recording, which has its first frame before it is judged.
  init(_ options: CaptureOptions, _ folder: URL) {
    (self.folder, rules) = (folder, options.file.rules)
    detector = MarkerDetector(options.cap)
    scan = LiveScan(options.cap, rules: rules, layout: options.layout, quarterTurns: options.quarterTurns)
    engine = FeedbackEngine(rules, ids: options.cap.ids)
  }

  /// What the operator is told in the next frame.
  ///
  /// - Parameter counts: of the frames so far.
  func judge(_ frame: RecordedFrame, _ counts: FrameCounts) throws -> JudgedFrame {
    let images = try images ?? Images(Recording.open(folder))
    self.images = images
    try images.decoder.gray(frame, into: &gray)
    try images.decoder.depth(frame, into: &depth)
    let seen = try detector.observe(
      gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
    let facts = scan.facts(seen, gray: gray, depth: depth)
    let feedback = engine.step(facts)
    summary.add(feedback)
    return JudgedFrame(
      frame: frame, counts: counts, seen: seen.markers, facts: facts, feedback: feedback,
      seenDirections: scan.seenDirections, head: scan.head)
  }

  /// How the scan was steered.
  func finish() -> FeedbackSummary {
    summary.finish(engine, rules)
    return summary
  }
}
