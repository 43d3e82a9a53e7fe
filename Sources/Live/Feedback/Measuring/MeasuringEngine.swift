/// Leads somebody through the measurement of one reading: an angle, a score, whatever has a value in each frame.
///
/// A state machine over frames, without clock, input or output: `intro → measuring → completed | error`. It leaves `intro`
/// to `measuring` only, and `completed` and `error` to `measuring` or `intro`; nobody in sight leads back to `intro` from
/// anywhere. Equal facts give equal feedback.
public struct MeasuringEngine: Sendable {
  private var rules: MeasuringRules
  private var settling: Settling
  private var pace = FramePace()
  private(set) public var state = MeasuringState.intro
  private var hasBegun = false
  /// The mean since the reading came to rest, once it has settled.
  private var settled: Double?
  private var lastValueAt: Double?
  private var lastSeenAt: Double?
  /// When the present attempt began.
  private var began = 0.0

  /// An engine before its first frame.
  public init(_ rules: MeasuringRules) {
    self.rules = rules
    settling = Self.settling(rules)
  }

  private static let rounding = FramePace.rounding

  private static func settling(_ rules: MeasuringRules) -> Settling {
    Settling(leniency: rules.leniency, seconds: rules.seconds - rounding, least: rules.least)
  }

  /// Begins anew with the next reading, such as for another movement: what was held counts no longer.
  public mutating func restart(at time: Double) {
    settling = Self.settling(rules)
    (settled, began) = (nil, time)
    if case .completed = state { state = .measuring(nil) }
    if case .error(.restless) = state { state = .measuring(nil) }
  }

  /// Begins anew with another reading, which has rules of its own.
  public mutating func switchTo(_ rules: MeasuringRules, at time: Double) {
    self.rules = rules
    restart(at: time)
  }

  /// Takes in the next frame.
  public mutating func step(_ facts: MeasuringFacts) -> MeasuringFeedback {
    pace.add(facts.time)
    let value = facts.isSeen ? facts.value.flatMap { $0.isFinite ? $0 : nil } : nil
    read(value, at: facts.time)
    if facts.isSeen { lastSeenAt = facts.time }
    let next = next(value, facts)
    let isNew = !hasBegun || next.name != state.name
    if isNew, case .measuring = next { began = facts.time }
    if next == .intro { forget() }
    (state, hasBegun) = (next, true)
    return MeasuringFeedback(
      frame: facts.frame, time: facts.time, state: state, isNew: isNew, value: value,
      light: value.map(rules.colours.light), restingSince: settling.restingSince)
  }

  private mutating func forget() {
    settling = Self.settling(rules)
    (settled, lastValueAt) = (nil, nil)
  }

  private mutating func read(_ value: Double?, at time: Double) {
    if let lastValueAt, time - lastValueAt > pace.longestGap(rules.gapSeconds) { settled = settling.add(nil, at: time) }
    guard let value else { return }
    settled = settling.add(value, at: time)
    lastValueAt = time
  }

  private func next(_ value: Double?, _ facts: MeasuringFacts) -> MeasuringState {
    if isAbsent(facts) { return .intro }
    let counts = settled.flatMap { settled in
      rules.threshold.map { abs(settled) > $0 } ?? true ? settled : nil
    }
    switch state {
    case .intro: return facts.isSeen ? .measuring(value) : .intro
    case .completed: return counts.map { .completed($0) } ?? .measuring(value)
    case .error(let trouble):
      let isOver = trouble == .unclear ? value != nil : counts != nil
      if isOver { return .measuring(value) }
      return isUnclear(at: facts.time) ? .error(.unclear) : state
    case .measuring:
      if let counts { return .completed(counts) }
      if isUnclear(at: facts.time) { return .error(.unclear) }
      return facts.time - began >= rules.restlessSeconds - Self.rounding ? .error(.restless) : .measuring(value)
    }
  }

  /// Whether nobody has been there for so long that it begins anew.
  private func isAbsent(_ facts: MeasuringFacts) -> Bool {
    guard !facts.isSeen, let lastSeenAt else { return !facts.isSeen }
    return facts.time - lastSeenAt >= rules.absentSeconds - Self.rounding
  }

  private func isUnclear(at time: Double) -> Bool {
    time - max(lastValueAt ?? began, began) >= rules.unclearSeconds - Self.rounding
  }
}
