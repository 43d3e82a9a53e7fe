public import Feedback
public import Geometry
public import Markers

/// Guides somebody through movements of the neck, frame by frame. Its memory does not grow.
public struct GuidedNeck: Sendable {
  private var scan: LiveScan
  private var neck: LiveNeck
  private var guide: MovementGuide
  private var summary = MovementSummary()
  private let rules: MovementRules

  /// A frame with what its subject is told.
  public struct Frame: Sendable {
    /// What is told.
    public let feedback: MovementFeedback
    /// What the angle is measured against; nil where there is none.
    public let reference: MovementSummary.Reference?
    /// The ids of the cap's markers that were seen, without strays.
    public let ids: Set<Int>
  }

  /// Nothing was seen yet.
  ///
  /// - Parameters:
  ///   - layout: where the cap's markers lie in the head's frame (RAS, metres), where that is known.
  ///   - quarterTurns: the quarter turns clockwise that make the images upright.
  public init(_ cap: Cap, rules: MovementRules, layout: [Int: [Vector3]]?, quarterTurns: Int) {
    var live = FeedbackFile.builtIn.rules
    live.coverage.firstElevation = rules.cameraElevation
    scan = LiveScan(cap, rules: live, layout: layout, quarterTurns: quarterTurns)
    neck = LiveNeck(cap.torso, rules: rules, sizeTolerance: live.position.sizeTolerance)
    guide = MovementGuide(rules)
    self.rules = rules
  }

  /// What is told in the next frame.
  ///
  /// - Parameter seen: every marker that the detector sees in it.
  public mutating func step(_ seen: FrameObservations) -> Frame {
    let facts = scan.facts(seen, gray: nil, depth: nil)
    let reading = neck.step(seen, time: facts.time, mapFromCamera: facts.mapFromCamera, head: scan.head)
    let feedback = guide.step(
      MovementFacts(
        frame: facts.frame, time: facts.time, isSeen: !facts.markers.isEmpty, isNeutralKnown: neck.isNeutralKnown,
        angles: reading?.angles))
    summary.add(feedback, reading?.reference, axes: facts.partsSource)
    return Frame(feedback: feedback, reference: reading?.reference, ids: Set(facts.markers.map(\.id)))
  }

  /// How it went.
  public func finish() -> MovementSummary {
    var summary = summary
    summary.finish(guide, rules)
    return summary
  }
}
