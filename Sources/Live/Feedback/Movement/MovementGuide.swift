/// Guides somebody through movements to both sides and counts them: a state machine over frames, without clock, input or
/// output.
///
/// It asks for the neutral pose, then for a side (or forwards), for the opposite one and back, until each side of each movement was held as
/// often as is wanted. What is counted does not depend on what was asked for: whoever moves otherwise is counted as he
/// moves, and asked for what is missing.
public struct MovementGuide: Sendable {
  private let rules: MovementRules
  private var engine: MeasuringEngine
  private var index = 0
  private var counters: [JointMovement: [GuidedSide: SideCounter]]
  private var instruction: MovementInstruction? = .neutral
  private var saidAt = -Double.infinity
  /// How often the instruction was said.
  private var timesSaid = 0
  /// When the prompt of a state was told.
  private var promptedAt = -Double.infinity
  private var hasBegun = false, isNeutralKnown = false
  private var wasHeld = false

  /// Somebody must rest for so long, in seconds, to be asked to stay.
  private static let restBeforeHold = 0.08

  /// A guide before its first frame.
  public init(_ rules: MovementRules) {
    self.rules = rules
    engine = MeasuringEngine(rules.reading(of: rules.plan[0]))
    counters = Dictionary(
      uniqueKeysWithValues: rules.plan.map { movement in
        let sides = movement.sides.map { ($0, SideCounter($0, rules)) }
        return (movement, Dictionary(uniqueKeysWithValues: sides))
      })
  }

  /// The movement that is asked for; the last one when all are done.
  public var movement: JointMovement { rules.plan[min(index, rules.plan.count - 1)] }

  /// The ends that were held of each movement and side, as sizes in degrees.
  public func ends(_ movement: JointMovement, _ side: GuidedSide) -> [Double] {
    guard let counter = counters[movement]?[side] else { return [] }
    return counter.ends + (counter.current.map { [$0] } ?? [])
  }

  /// How often the head went to a side and came back without a rest.
  public func unsettled(_ movement: JointMovement, _ side: GuidedSide) -> Int {
    counters[movement]?[side]?.unsettled ?? 0
  }

  /// Takes in the next frame.
  public mutating func step(_ facts: MovementFacts) -> MovementFeedback {
    var kinds: [MovementEvent.Kind] = []
    let told = engine.step(
      MeasuringFacts(frame: facts.frame, time: facts.time, isSeen: facts.isSeen, value: facts.angles?[movement]))
    if told.isNew || !hasBegun { kinds.append(.state(told.state)) }
    hasBegun = true
    let read = movement
    if facts.isNeutralKnown, !isNeutralKnown { kinds += begin(at: facts.time) }
    if isNeutralKnown { kinds += count(told) }
    kinds += say(told)
    let sides = counters[read]!
    return MovementFeedback(
      frame: facts.frame, time: facts.time, state: engine.state, movement: read, instruction: instruction,
      degrees: told.value, light: told.light, counts: sides.mapValues(\.count),
      events: kinds.map { MovementEvent(time: facts.time, frame: facts.frame, kind: $0) })
  }

  private mutating func begin(at time: Double) -> [MovementEvent.Kind] {
    isNeutralKnown = true
    engine.restart(at: time)
    ask(.side(movement, rules.first(of: movement), isNext: false))
    return [.neutral]
  }

  /// Counts what was held, and asks for what comes next.
  private mutating func count(_ told: MeasuringFeedback) -> [MovementEvent.Kind] {
    guard index < rules.plan.count, let degrees = told.value else { return [] }
    let movement = self.movement
    let first = rules.first(of: movement)
    let settled: (level: Double, since: Double)? =
      if case .completed(let level) = engine.state, let since = told.restingSince { (level, since) } else { nil }
    var kinds: [MovementEvent.Kind] = []
    for side in [first, first.other] {
      let isFirst = counters[movement]![side]!.add(degrees, settled: settled)
      guard isFirst, let settled else { continue }
      let count = counters[movement]![side]!.count
      let light = rules.reading(of: movement).colours.light(settled.level)
      kinds.append(.end(movement, side, degrees: side.sign * settled.level, light, count: count))
      let other = counters[movement]![side.other]!.count
      ask(other < count ? .side(movement, side.other, isNext: true) : .middle(movement))
    }
    if !kinds.isEmpty { return kinds }
    if let settled, instruction == .middle(movement), isMiddle(settled.level, movement) {
      kinds.append(.middle(movement))
      kinds += next(after: movement, at: told.time)
    }
    return kinds + hold(told, movement)
  }

  /// Whether a head that rests is back. Who was not straight when the neutral pose was taken rests elsewhere: where a head
  /// rests that was asked twice and is out to neither side is the middle, too.
  private func isMiddle(_ level: Double, _ movement: JointMovement) -> Bool {
    abs(level) <= rules.middle || timesSaid > 1 && !counters[movement]!.values.contains { $0.isOut }
  }

  /// What follows when the head is back in the middle.
  private mutating func next(after movement: JointMovement, at time: Double) -> [MovementEvent.Kind] {
    let side = rules.first(of: movement)
    let (first, second) = (counters[movement]![side]!.count, counters[movement]![side.other]!.count)
    guard min(first, second) >= rules.repeats else {
      ask(.side(movement, second < first ? side.other : side, isNext: false))
      return []
    }
    index += 1
    guard index < rules.plan.count else {
      instruction = nil
      return [.done(movement), .finished]
    }
    engine.switchTo(rules.reading(of: self.movement), at: time)
    ask(.side(self.movement, rules.first(of: self.movement), isNext: false))
    return [.done(movement)]
  }

  /// Asks somebody who comes to rest at a side to stay, once a movement.
  private mutating func hold(_ told: MeasuringFeedback, _ movement: JointMovement) -> [MovementEvent.Kind] {
    guard let degrees = told.value, case .side(_, let side, _) = instruction, side.sign * degrees >= rules.movement
    else {
      wasHeld = false
      return []
    }
    guard !wasHeld, case .measuring = told.state, let since = told.restingSince,
      told.time - since >= Self.restBeforeHold
    else { return [] }
    wasHeld = true
    return [.hold(movement, side)]
  }

  private mutating func ask(_ next: MovementInstruction) {
    (instruction, saidAt, timesSaid, wasHeld) = (next, -.infinity, 0, false)
  }

  /// Says the instruction when it is new, and again while it lasts, where somebody is there who can follow it; else what
  /// the state asks for.
  private mutating func say(_ told: MeasuringFeedback) -> [MovementEvent.Kind] {
    guard let instruction else { return [] }
    if engine.state == .intro { saidAt = -.infinity }
    switch engine.state {
    case .intro, .error: return remind(told)
    case .measuring, .completed: break
    }
    guard told.time - saidAt >= rules.repeatSeconds else { return [] }
    (saidAt, timesSaid) = (told.time, timesSaid + 1)
    return [.instruction(instruction)]
  }

  /// Tells a state that has a prompt again while it lasts; when it comes, it is told anyway.
  private mutating func remind(_ told: MeasuringFeedback) -> [MovementEvent.Kind] {
    if told.isNew { promptedAt = told.time }
    guard told.time - promptedAt >= rules.repeatSeconds else { return [] }
    promptedAt = told.time
    return [.state(engine.state)]
  }
}

/// Counts how often somebody moved to a side, held the end, and came back.
struct SideCounter: Sendable {
  let side: GuidedSide
  private let rules: MovementRules
  /// The ends that were held, as sizes in degrees: of each movement to the side the farthest plateau.
  private(set) var ends: [Double] = []
  /// How often the head went to the side and came back without a rest.
  private(set) var unsettled = 0
  private var out: Excursion?
  /// The least size since the last movement to the side was over: on the way back no new one begins.
  private var valley = 0.0

  /// A movement to the side that is not over: the farthest angle, and every plateau by when it began, as sizes.
  private struct Excursion {
    var farthest: Double
    var plateaus: [(since: Double, level: Double)] = []

    var end: Double? { plateaus.map(\.level).max() }
  }

  init(_ side: GuidedSide, _ rules: MovementRules) { (self.side, self.rules) = (side, rules) }

  /// How often the side was held, with the end that is being held.
  var count: Int { ends.count + (out?.end == nil ? 0 : 1) }

  /// Whether the head is out to this side.
  var isOut: Bool { out != nil }

  /// The end of the movement that is not over, as a size in degrees; nil where none was held yet.
  var current: Double? { out?.end }

  /// Takes in an angle in degrees, and what it has settled to since when.
  ///
  /// - Returns: true where the first plateau of a movement to this side has settled.
  mutating func add(_ degrees: Double, settled: (level: Double, since: Double)?) -> Bool {
    let size = side.sign * degrees
    if let going = out {
      out!.farthest = max(going.farthest, size)
      if size < rules.returnShare * going.farthest { finish(at: size) }
    } else {
      valley = min(valley, size)
      if size >= rules.movement, size >= valley + rules.movement { out = Excursion(farthest: size) }
    }
    guard out != nil, let settled, side.sign * settled.level >= rules.movement else { return false }
    let isFirst = out!.plateaus.isEmpty
    let plateau = (since: settled.since, level: side.sign * settled.level)
    if out!.plateaus.last?.since == settled.since {
      out!.plateaus[out!.plateaus.count - 1] = plateau
    } else {
      out!.plateaus.append(plateau)
    }
    return isFirst
  }

  /// Ends the movement that is not over, at a size in degrees.
  private mutating func finish(at size: Double) {
    guard let going = out else { return }
    if let end = going.end { ends.append(end) } else { unsettled += 1 }
    (out, valley) = (nil, size)
  }
}
