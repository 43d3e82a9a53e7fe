/// Guides somebody through a movement of a limb's joint: a state machine over frames, without clock, input or output.
///
/// It asks for the movement until its end was held as often as is wanted. What is held to the other side of 0 is told and kept, but
/// nobody asked for it: a hip that rests in extension before it is bent has finished nothing.
public struct LimbGuide: Sendable {
  private let plan: LimbPlan
  private var engine: MeasuringEngine
  private var instruction: MovementInstruction?
  /// When the instruction was said, and when the prompt of a state.
  private var saidAt = -Double.infinity, promptedAt = -Double.infinity
  private var ends: [(since: Double, degrees: Double)] = []
  /// The name of the last state.
  private var last: String?
  /// The angle with which the limb came into sight, until it has moved from there: a knee that rests bent has finished nothing.
  private var start: Double?
  private var hasMoved = false

  /// Farther from where it was at first, in degrees, a limb has moved.
  private static let movement = 10.0

  /// A guide before its first frame.
  public init(_ plan: LimbPlan) {
    self.plan = plan
    engine = MeasuringEngine(plan.rules)
    instruction = .limb(plan.movement)
  }

  /// The ends that were held, in degrees, in order.
  public var held: [Double] { ends.map(\.degrees) }

  /// Takes in the next frame; its value is the angle in degrees.
  public mutating func step(_ facts: MeasuringFacts) -> MovementFeedback {
    look(facts)
    // Whoever rests where the limb began is not restless.
    if let value = facts.value, abs(value) <= plan.rules.threshold ?? 0 || !hasMoved { engine.restart(at: facts.time) }
    let told = engine.step(facts)
    if told.state == .intro { (start, hasMoved) = (nil, false) }
    let isNew = told.state.name != last
    last = told.state.name
    let kinds = (isNew ? [.state(told.state)] : []) + count(told) + say(told, isNew: isNew)
    return MovementFeedback(
      frame: told.frame, time: told.time, state: told.state, movement: plan.movement, instruction: instruction,
      degrees: told.value, light: told.light, counts: [:],
      events: kinds.map { MovementEvent(time: told.time, frame: told.frame, kind: $0) })
  }

  /// Sees whether the limb has moved from where it was at first.
  private mutating func look(_ facts: MeasuringFacts) {
    guard facts.isSeen, let value = facts.value, value.isFinite else { return }
    start = start ?? value
    if abs(value - (start ?? value)) > Self.movement { hasMoved = true }
  }

  private mutating func count(_ told: MeasuringFeedback) -> [MovementEvent.Kind] {
    guard case .completed(let degrees) = told.state, let since = told.restingSince else { return [] }
    // One rest is one end, and keeps the value that was told of it: later frames of the rest may be those of the way out.
    if ends.last?.since == since { return [] }
    ends.append((since, degrees))
    let end = MovementEvent.Kind.end(
      plan.movement, nil, degrees: degrees, plan.rules.colours.light(degrees), count: ends.count)
    guard degrees > 0, ends.count(where: { $0.degrees > 0 }) == plan.repeats else { return [end] }
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
