internal import Geometry

/// Guides somebody through a movement of a limb's joint: a state machine over frames, without clock, input or output.
///
/// It asks for the movement until its end was held as often as is wanted. What is held to the other side of 0 is told and kept, but
/// nobody asked for it: a hip that rests in extension before it is bent has finished nothing. Of a movement out there is one end, the
/// farthest that was held before the limb came back.
public struct LimbGuide: Sendable {
  private let plan: LimbPlan
  private var engine: MeasuringEngine
  private var instruction: MovementInstruction?
  /// When the instruction was said, and when the prompt of a state.
  private var saidAt = -Double.infinity, promptedAt = -Double.infinity
  private var ends: [Double] = []
  /// The name of the last state.
  private var last: String?
  /// The angle with which the limb came into sight, until it has moved from there: a knee that rests bent has finished nothing.
  private var start: Double?
  private var hasMoved = false
  /// The least and the largest angle since the last end, or since the limb came into sight.
  private var course: ClosedRange<Double>?
  /// How far the last end was away from where its movement began, and whether the limb has been back from it.
  private var way = 0.0
  private var isBack = true
  /// The angles of the last moment, of which the middle one counts: a frame of a slip moves no limb.
  private var latest: [(value: Double, time: Double)] = []
  /// Why the frames since the last one with an angle have none, and how many.
  private var reasons: [String: Int] = [:]

  /// Farther from where it was at first, in degrees, a limb has moved.
  private static let movement = 10.0
  /// So many frames count as a moment, however long they take.
  private static let fewest = 3

  /// A guide before its first frame.
  public init(_ plan: LimbPlan) {
    self.plan = plan
    engine = MeasuringEngine(plan.rules)
    instruction = .limb(plan.movement)
  }

  /// The ends that were held, in degrees, in order.
  public var held: [Double] { ends }

  /// Takes in the next frame; its value is the angle in degrees.
  ///
  /// - Parameter reason: why it has no angle; nil where it has one or nothing says so.
  public mutating func step(_ facts: MeasuringFacts, without reason: String? = nil) -> MovementFeedback {
    look(facts)
    if facts.value != nil { reasons = [:] } else if let reason { reasons[reason, default: 0] += 1 }
    // Whoever rests where the limb began is not restless.
    if let value = facts.value, abs(value) <= plan.rules.threshold ?? 0 || !hasMoved { engine.restart(at: facts.time) }
    let told = engine.step(facts)
    if told.state == .intro { forget() }
    let isNew = told.state.name != last
    last = told.state.name
    let kinds = (isNew ? [.state(told.state)] : []) + count(told) + say(told, isNew: isNew)
    let cause = told.state == .error(.unclear) ? usualReason : nil
    return MovementFeedback(
      frame: told.frame, time: told.time, state: told.state, movement: plan.movement, instruction: instruction,
      degrees: told.value, light: told.light, counts: [:], reason: cause,
      events: kinds.map { kind in
        MovementEvent(time: told.time, frame: told.frame, kind: kind, reason: kind == .state(told.state) ? cause : nil)
      })
  }

  /// Whoever comes anew begins anew.
  private mutating func forget() {
    (start, hasMoved, course, isBack) = (nil, false, nil, true)
    (latest, reasons) = ([], [:])
  }

  /// What most of the frames without an angle say; of as many the first by name.
  private var usualReason: String? { reasons.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }

  /// Sees whether the limb has moved from where it was at first, and whether it has come back from the last end.
  private mutating func look(_ facts: MeasuringFacts) {
    guard facts.isSeen, let value = facts.value, value.isFinite else { return }
    // A file may have no frames of somebody who is away.
    if let last = latest.last, facts.time - last.time > plan.rules.absentSeconds {
      forget()
      engine.restart(at: facts.time)
    }
    latest.append((value, facts.time))
    while latest.count > Self.fewest, facts.time - latest[0].time > plan.rules.gapSeconds { latest.removeFirst() }
    guard latest.count >= Self.fewest else { return }
    let middle = RobustStatistics.median(latest.map(\.value))
    let from = start ?? middle
    start = from
    if abs(middle - from) > Self.movement { hasMoved = true }
    course = course.map { min($0.lowerBound, middle)...max($0.upperBound, middle) } ?? middle...middle
    guard let end = ends.last, !isBack else { return }
    isBack = (end < 0 ? middle - end : end - middle) >= max(Self.movement, plan.returnShare * way)
  }

  private mutating func count(_ told: MeasuringFeedback) -> [MovementEvent.Kind] {
    guard case .completed(let degrees) = told.state else { return [] }
    let origin = degrees < 0 ? course?.upperBound : course?.lowerBound
    let reach = abs(degrees - (origin ?? degrees))
    let isOpposite = ends.last.map { ($0 < 0) != (degrees < 0) } ?? false
    // On the way in no movement begins.
    let isNext = (isBack || isOpposite) && reach > Self.movement
    // One movement out is one end, and keeps the value that was told of it unless it is held farther out.
    if !isNext {
      guard let end = ends.last, !isBack, !isOpposite, abs(degrees) > abs(end) + plan.rules.least else { return [] }
      way += abs(degrees - end)
      ends.removeLast()
    } else {
      way = reach
    }
    (isBack, course) = (false, degrees...degrees)
    ends.append(degrees)
    let end = MovementEvent.Kind.end(
      plan.movement, nil, degrees: degrees, plan.rules.colours.light(degrees), count: ends.count)
    guard isNext, degrees > 0, ends.count(where: { $0 > 0 }) == plan.repeats else { return [end] }
    instruction = nil
    return [end, .finished]
  }

  /// Says the instruction, and again while somebody moves, or the prompt of a state while that lasts; when a state comes, it is
  /// told anyway.
  private mutating func say(_ told: MeasuringFeedback, isNew: Bool) -> [MovementEvent.Kind] {
    switch told.state {
    case .intro, .error:
      if told.state == .intro { saidAt = -.infinity }
      if isNew { promptedAt = told.time }
      guard instruction != nil, told.time - promptedAt >= plan.repeatSeconds else { return [] }
      promptedAt = told.time
      return [.state(told.state)]
    case .completed:
      // Who has held one end is asked for the next one when he leaves it.
      saidAt = -.infinity
      return []
    case .measuring:
      guard let instruction, told.time - saidAt >= plan.repeatSeconds else { return [] }
      saidAt = told.time
      return [.instruction(instruction)]
    }
  }
}
