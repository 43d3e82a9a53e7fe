import Diagnostics
public import Feedback

/// Guides somebody through a movement of a limb's joint, frame by frame.
public struct GuidedLimb: Sendable {
  /// What is wanted.
  public let plan: LimbPlan
  private var angle: LatestAngle
  private var guide: LimbGuide
  private var summary: MovementSummary
  private var (index, start): (Int, Double?) = (0, nil)
  private var isPicture = false

  /// A frame with what its subject is told.
  public struct Frame: Sendable {
    /// What is told.
    public let feedback: MovementFeedback
    /// Why it has no angle; empty where it has one.
    public let reason: String
  }

  /// Nothing was seen yet; nil for a movement that the guidance has no aim of.
  ///
  /// - Parameters:
  ///   - repeats: how often an end is wanted, in place of the guidance's number.
  ///   - isFlexionNegative: true where a MOT file's knee angles count flexion as negative; nil where that is told.
  ///   - path: what the landmarks are called in errors.
  public init?(
    _ task: MotionTask, _ guidance: JointGuidance, repeats: Int? = nil, rules: MotionRules = .standard,
    isFlexionNegative: Bool? = nil, path: String
  ) {
    guard let plan = guidance.plan(task.joint.rawValue, task.movement, repeats: repeats) else { return nil }
    self.plan = plan
    angle = LatestAngle(
      task, rules: rules, evidence: guidance.evidence, isFlexionNegative: isFlexionNegative, path: path)
    guide = LimbGuide(plan)
    summary = MovementSummary(
      .init(joint: task.joint.rawValue, side: task.limb.rawValue, view: task.view?.rawValue))
  }

  /// What is told in the next frame of a file, which may have got longer since the last one.
  public mutating func step(_ file: MotionFile) throws(MotionError) -> Frame {
    let seen = try angle.next(file)
    isPicture = file.landmarks?.space.isFlat ?? false
    let time = file.times[index]
    let feedback = guide.step(
      MeasuringFacts(
        frame: index, time: time - (start ?? time), isSeen: seen.isSeen, value: seen.degrees),
      without: seen.reason)
    (index, start) = (index + 1, start ?? time)
    summary.add(feedback, without: seen.reason)
    return Frame(feedback: feedback, reason: seen.reason ?? "")
  }

  /// How it went.
  public func finish() -> MovementSummary {
    var summary = summary
    summary.finish(held: guide.held, isPicture: isPicture, plan)
    return summary
  }
}

extension MotionFile {
  /// When each frame was taken, in seconds.
  public var times: [Double] {
    switch self {
    case .landmarks(let sequence, _): sequence.times
    case .angles(let table): table.times
    }
  }

  /// What each frame is called.
  public var names: [String] {
    switch self {
    case .landmarks(let sequence, _): sequence.frames
    case .angles(let table): table.times.indices.map { "\($0)" }
    }
  }
}
