/// Keeps the state of the scan.
struct GuidanceKeeper: Sendable {
  private let rules: FeedbackRules.Guidance
  private(set) var state = Guidance.intro
  private var unseenSince: Double?
  private var noDepthSince: Double?

  init(_ rules: FeedbackRules.Guidance) { self.rules = rules }

  /// What a frame says about the scan.
  struct Situation {
    let time: Double
    /// True once the position has been good for as many frames as are needed.
    let isHeld: Bool
    let isVibrating: Bool
    let seesMarkers: Bool
    /// True where every marker and part that is needed was seen.
    let isComplete: Bool
    let alerts: Set<Alert>
    let heat: Heat?
  }

  /// The new state, or nil where it stays.
  mutating func step(_ situation: Situation) -> Guidance? {
    watch(situation)
    let next = next(situation)
    guard next != state else { return nil }
    state = next
    return next
  }

  private mutating func watch(_ situation: Situation) {
    unseenSince = situation.seesMarkers ? nil : unseenSince ?? situation.time
    noDepthSince = situation.alerts.contains(.depthAbsent) ? noDepthSince ?? situation.time : nil
  }

  private func next(_ situation: Situation) -> Guidance {
    switch state {
    case .completed: return .completed
    case .intro: return situation.isHeld ? .scanning : .intro
    case .scanning, .error:
      if let trouble = trouble(situation) { return .error(trouble) }
      // A scan that vibrates goes on until the position is good: so vibration only ever ends by four good frames.
      return situation.isComplete && !situation.isVibrating ? .completed : .scanning
    }
  }

  private func trouble(_ situation: Situation) -> Guidance.Trouble? {
    if situation.heat == .critical { return .overheated }
    if let noDepthSince, situation.time - noDepthSince >= rules.noDepthSeconds { return .noDepth }
    let wasLost = state == .error(.lost) && situation.isVibrating
    if wasLost { return .lost }
    guard situation.isVibrating, let unseenSince, situation.time - unseenSince >= rules.lostSeconds else { return nil }
    return .lost
  }
}
