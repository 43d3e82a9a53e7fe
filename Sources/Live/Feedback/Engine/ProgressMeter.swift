/// Counts the cap's markers and announces steps, each once and in order.
struct ProgressMeter: Sendable {
  /// The cap's ids; nil where they are not known, and then there is no share.
  private let expected: Set<Int>?
  private(set) var seen: Set<Int> = []
  private var steps: [Int]
  private let rules: FeedbackRules.Progress

  init(_ rules: FeedbackRules.Progress, expected: Set<Int>?) {
    self.rules = rules
    self.expected = expected
    steps = Self.steps(rules)
  }

  /// Every step in per cent, ascending: those of the announcements and the finer ones.
  static func steps(_ rules: FeedbackRules.Progress) -> [Int] {
    let strides = [Int(rules.announceEvery), Int(rules.finer)].filter { $0 > 0 }
    return Set(strides.flatMap { Array(stride(from: $0, through: 100, by: $0)) }).sorted()
  }

  /// The share of the cap's ids that were seen; nil where they are not known.
  var share: Double? {
    guard let expected, !expected.isEmpty else { return nil }
    return Double(seen.count) / Double(expected.count)
  }

  /// The colour of the bar.
  var light: TrafficLight? {
    share.map { $0 >= rules.greenFrom ? .green : $0 >= rules.amberFrom ? .amber : .red }
  }

  /// Counts the markers of a frame; those that are not the cap's don't count.
  mutating func add(_ ids: Set<Int>) { seen.formUnion(expected.map { ids.intersection($0) } ?? ids) }

  /// The ids that were not seen.
  var missing: Set<Int> { expected?.subtracting(seen) ?? [] }

  /// The steps that were reached and have not been announced.
  mutating func announce() -> [Int] {
    guard let expected, !expected.isEmpty else { return [] }
    // In whole numbers: 0.3 of 10 is 3, whatever floating point makes of it.
    let reached = steps.prefix { 100 * seen.count >= $0 * expected.count }
    steps.removeFirst(reached.count)
    return Array(reached)
  }
}
