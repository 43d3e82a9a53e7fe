/// Says which parts of the head are done, reminds of nose and ears, and what to scan next.
struct CoverageGuide: Sendable {
  private let rules: FeedbackRules.Coverage
  private(set) var done: Set<HeadPart> = []
  private var announced: Set<HeadPart> = []
  /// What tells where the parts lie.
  private(set) var source: PartsSource?
  private var covered: [HeadPart: Double] = [:]
  private var lastGain: (amount: Double, time: Double) = (0, -.infinity)
  private var lastNext = -Double.infinity, lastReminder = -Double.infinity

  init(_ rules: FeedbackRules.Coverage) { self.rules = rules }

  /// True when nothing that a measurement needs is missing, as far as is known where the parts lie.
  var isComplete: Bool { rules.needed.allSatisfy { done.contains($0) } }

  /// False until it is known where the parts lie.
  var knowsParts: Bool { !covered.isEmpty }

  /// The share of each part.
  var shares: [HeadPart: Double] { covered }

  /// Takes in what was seen of each part.
  mutating func add(_ facts: FrameFacts) {
    if let now = facts.partsSource, now != source { rename(by: now) }
    for (part, state) in facts.parts { covered[part] = max(covered[part] ?? 0, state.covered) }
    done.formUnion(covered.filter { $0.value >= rules.partDone }.keys)
  }

  /// Forgets what was counted under other names: the facts have all that was seen under the new ones.
  private mutating func rename(by source: PartsSource) {
    (self.source, covered, done, announced) = (source, [:], [], [])
    lastGain = (0, -.infinity)
  }

  /// The parts that are done and have not been announced.
  mutating func announce() -> [HeadPart] {
    defer { announced = done }
    return done.subtracting(announced).sorted()
  }

  /// What to say to an operator whose position is good.
  ///
  /// - Parameter progress: the share of markers, where it is known.
  mutating func advise(_ facts: FrameFacts, progress: Double?) -> [FeedbackEvent.Kind] {
    let amount = covered.values.reduce(progress ?? 0, +)
    if amount >= lastGain.amount + rules.gain || lastGain.time == -.infinity { lastGain = (amount, facts.time) }
    if let reminder = reminder(facts.time, progress) { return [.reminder(reminder)] }
    guard facts.time - max(lastGain.time, lastNext) >= rules.idleSeconds, let part = Self.next(facts.parts, rules)
    else { return [] }
    lastNext = facts.time
    return [.next(part, facts.parts[part]?.direction)]
  }

  private mutating func reminder(_ time: Double, _ progress: Double?) -> HeadPart? {
    guard progress ?? 1 >= rules.remindFrom, time - lastReminder >= rules.remindSeconds,
      let part = HeadPart.reminded.first(where: { covered[$0] != nil && !done.contains($0) })
    else { return nil }
    lastReminder = time
    return part
  }

  /// The part to scan next: the nearest of those that a measurement needs and that are not done, otherwise the nearest
  /// of the others.
  static func next(_ parts: [HeadPart: PartFacts], _ rules: FeedbackRules.Coverage) -> HeadPart? {
    let open = parts.filter { $0.value.covered < rules.partDone && $0.value.away != nil }.keys.sorted()
    let needed = open.filter { rules.needed.contains($0) }
    return (needed.isEmpty ? open : needed).min { parts[$0]!.away! < parts[$1]!.away! }
  }
}
