import Geometry
import Testing

@testable import Feedback

@Suite struct MeasuringEngineTests {
  /// Two seconds within 20 % or 2 units; thirty frames a second.
  private static func rules(
    seconds: Double = 2, threshold: Double? = nil, gap: Double = 0.1, absent: Double = 0.5, unclear: Double = 1,
    restless: Double = 10
  ) -> MeasuringRules {
    MeasuringRules(
      seconds: seconds, leniency: 0.2, least: 2, threshold: threshold, gapSeconds: gap, absentSeconds: absent,
      unclearSeconds: unclear, restlessSeconds: restless, colours: ReadingColours(greenFrom: 80, amberFrom: 50))
  }

  private static let rate = 30.0

  /// Frames with a value, with somebody but no value (NaN), and without anybody (nil).
  private func run(_ values: [Double?], _ rules: MeasuringRules = rules()) -> [MeasuringFeedback] {
    var engine = MeasuringEngine(rules)
    return values.enumerated().map { i, value in
      engine.step(MeasuringFacts(frame: i, time: Double(i) / Self.rate, isSeen: value != nil, value: value))
    }
  }

  private func states(_ feedback: [MeasuringFeedback]) -> [String] { feedback.filter(\.isNew).map(\.state.name) }

  @Test func aValueThatIsHeldIsCompletedAfterTwoSeconds() throws {
    let values = [Double?](repeating: nil, count: 30) + [Double?](repeating: 90, count: 90)
    let told = run(values)
    #expect(states(told) == ["intro", "measuring", "completed"])
    let first = try #require(told.first { $0.state == .completed(90) })
    #expect(abs(first.time - 3) < 1e-9, "it came at 1 s")
    #expect(told[30].state == .measuring(90))
    #expect(told[30].light == .green)
  }

  @Test func nearZeroTheLeastLeniencyCounts() {
    let values = (0..<90).map { i -> Double? in i % 2 == 0 ? 1.5 : 0 }
    #expect(states(run(values)) == ["measuring", "completed"])
    let wide = (0..<90).map { i -> Double? in i % 2 == 0 ? 2.5 : 0 }
    #expect(!states(run(wide)).contains("completed"))
  }

  @Test func farFromZeroAShareCounts() {
    let steady = (0..<90).map { i -> Double? in 100 + (i % 2 == 0 ? 19 : 0) }
    #expect(states(run(steady)).contains("completed"))
    let restless = (0..<90).map { i -> Double? in 100 + (i % 2 == 0 ? 30 : 0) }
    #expect(!states(run(restless)).contains("completed"))
  }

  @Test func aValueBelowTheThresholdIsNotCompleted() {
    #expect(!states(run(Array(repeating: 0.49, count: 90), Self.rules(threshold: 0.5))).contains("completed"))
    #expect(!states(run(Array(repeating: 0.5, count: 90), Self.rules(threshold: 0.5))).contains("completed"))
    #expect(states(run(Array(repeating: -0.51, count: 90), Self.rules(threshold: 0.5))).contains("completed"))
  }

  @Test func aShortGapDoesNotMatterAndALongOneStartsAnew() throws {
    var values = [Double?](repeating: 90, count: 120)
    for i in [20, 21, 40] { values[i] = .nan }
    let short = try #require(run(values).first { $0.state.name == "completed" })
    #expect(abs(short.time - 2) < 1e-9)
    for i in 30..<40 { values[i] = .nan }
    let long = try #require(run(values).first { $0.state.name == "completed" })
    #expect(abs(long.time - (41.0 / 30 + 2)) < 1e-9, "40 is missing, too")
  }

  @Test func slowFramesAreNoGaps() {
    var engine = MeasuringEngine(Self.rules())
    let told = (0..<12).map { engine.step(.init(frame: $0, time: Double($0) / 3, isSeen: true, value: 90)) }
    #expect(states(told) == ["measuring", "completed"])
  }

  @Test func nobodyLeadsBackToTheBeginning() {
    let values =
      [Double?](repeating: 90, count: 75) + [Double?](repeating: nil, count: 30) + [Double?](repeating: 90, count: 75)
    let told = run(values)
    #expect(states(told) == ["measuring", "completed", "measuring", "intro", "measuring", "completed"])
    let back = told.filter { $0.isNew && $0.state == .intro }.map(\.time)
    #expect(back.count == 1 && abs(back[0] - (74.0 / 30 + 0.5)) < 1 / 30.0 + 1e-9)
  }

  @Test func whatCannotBeReadIsAnErrorUntilItCan() {
    let values =
      [Double?](repeating: 90, count: 10) + [Double?](repeating: .nan, count: 60) + [Double?](repeating: 90, count: 10)
    let told = run(values)
    #expect(states(told) == ["measuring", "error_unclear", "measuring"])
    #expect(told[9 + 30].state == .error(.unclear))
    #expect(told[9 + 29].state != .error(.unclear))
  }

  @Test func whoDoesNotHoldStillIsTold() {
    let restless = (0..<330).map { i -> Double? in 60 + 40 * (i % 10 < 5 ? 1 : -1) }
    let values = restless + [Double?](repeating: 90, count: 90)
    let told = run(values)
    #expect(states(told) == ["measuring", "error_restless", "measuring", "completed"])
    #expect(abs(told.first { $0.state == .error(.restless) }!.time - 10) < 1e-9)
  }

  /// Time counts from where the attempt began, not from the first frame.
  @Test func whoCameLaterIsRestlessLater() {
    let restless = (0..<330).map { i -> Double? in 60 + 40 * (i % 10 < 5 ? 1 : -1) }
    let values = [Double?](repeating: nil, count: 90) + restless
    let times = run(values).filter { $0.isNew && $0.state == .error(.restless) }.map(\.time)
    #expect(times.count == 1 && abs(times[0] - 13) < 1e-9)
  }

  /// After what was held, the reading is waited for anew: frame 89 is the last with one, 93 the first after more than a tenth
  /// of a second, and a second later it is unclear.
  @Test func whatCannotBeReadAfterAnEndIsUnclearASecondLater() {
    let told = run([Double?](repeating: 90, count: 90) + [Double?](repeating: .nan, count: 60))
    #expect(told[92].state == .completed(90))
    #expect(told[93].state == .measuring(nil))
    #expect(told[122].state == .measuring(nil))
    #expect(told[123].state == .error(.unclear))
  }

  @Test func anAttemptThatBeginsAnewForgetsWhatWasHeld() {
    var engine = MeasuringEngine(Self.rules(seconds: 1))
    var told: [MeasuringFeedback] = []
    for i in 0..<100 {
      if i == 50 { engine.restart(at: Double(i) / 30) }
      told.append(engine.step(.init(frame: i, time: Double(i) / 30, isSeen: true, value: 90)))
    }
    #expect(told[49].state == .completed(90))
    #expect(told[50].state == .measuring(90))
    #expect(told[79].state == .measuring(90))
    #expect(told[80].state == .completed(90))
  }

  /// Whatever frames come, only the documented transitions happen, and what is completed has been held.
  @Test(arguments: 1...40) func randomFramesKeepTheRules(seed: Int) {
    let legal: [String: Set<String>] = [
      "intro": ["intro", "measuring"],
      "measuring": ["measuring", "completed", "error_unclear", "error_restless", "intro"],
      "completed": ["completed", "measuring", "intro"],
      "error_unclear": ["error_unclear", "measuring", "intro"],
      "error_restless": ["error_restless", "error_unclear", "measuring", "intro"],
    ]
    var random = SeededGenerator(seed: UInt64(seed))
    let rules = Self.rules(seconds: 0.5, threshold: seed % 2 == 0 ? 30 : nil, absent: 0.2, unclear: 0.3, restless: 1)
    var engine = MeasuringEngine(rules)
    var (time, value, mode, last) = (0.0, 50.0, 0, "intro")
    var history: [(time: Double, value: Double)] = []
    var completed = 0
    for i in 0..<1500 {
      time += random.uniform() < 0.02 ? 0.4 : 1 / 30.0
      if random.uniform() < 0.03 { mode = Int(random.uniform() * 5) }
      if random.uniform() < 0.02 { value = 200 * random.uniform() - 100 }
      let reading = value + random.normal() * (mode == 1 ? 40 : 0.3)
      let isSeen = mode != 2
      let given: Double? =
        mode == 3 ? nil : mode == 4 ? [.nan, .infinity, reading][Int(random.uniform() * 3)] : reading
      let told = engine.step(.init(frame: i, time: time, isSeen: isSeen, value: given))
      #expect(legal[last]!.contains(told.state.name), "seed \(seed), frame \(i): \(last) to \(told.state.name)")
      if isSeen, let given, given.isFinite { history.append((time, given)) }
      if case .completed(let score) = told.state {
        completed += 1
        let since = told.restingSince ?? .infinity
        #expect(time - since >= 0.5 - 1e-5, "seed \(seed), frame \(i)")
        let held = history.filter { $0.time >= since }
        let reach = max(2, 0.2 * abs(held[0].value)) + 1e-9
        #expect(held.allSatisfy { abs($0.value - held[0].value) <= reach }, "seed \(seed), frame \(i)")
        let mean = held.reduce(0) { $0 + $1.value } / Double(held.count)
        #expect(abs(mean - score) < 1e-6, "seed \(seed), frame \(i)")
        #expect(rules.threshold.map { abs(score) > $0 } ?? true)
      }
      last = told.state.name
    }
    #expect(completed > 0, "seed \(seed)")
  }

  /// The same frames give the same feedback, one by one or from a copy on the way.
  @Test func itIsAValue() {
    var engine = MeasuringEngine(Self.rules())
    let facts = (0..<100).map {
      MeasuringFacts(frame: $0, time: Double($0) / 30, isSeen: $0 > 5, value: Double($0 % 40))
    }
    for fact in facts.prefix(40) { _ = engine.step(fact) }
    var copy = engine
    #expect(facts.dropFirst(40).map { engine.step($0) } == facts.dropFirst(40).map { copy.step($0) })
  }
}

@Suite struct AnswerGuidanceTests {
  @Test func everyStateHasAPromptInBothLanguages() throws {
    let states: [MeasuringState] =
      [.intro, .measuring(nil), .completed(1)] + MeasuringState.Trouble.allCases.map { .error($0) }
    #expect(states.map(\.name) == MeasuringState.names)
    for language in ["en", "de"] {
      let book = try AnswerGuidance.standard.phrasebook(language)
      let prompts = states.map(book.prompt)
      #expect(prompts.allSatisfy { !$0.isEmpty }, "\(language): \(prompts)")
      #expect(Set(prompts).count == prompts.count, "\(language): \(prompts)")
    }
    let german = try AnswerGuidance.standard.phrasebook("de")
    #expect(german.prompt(.error(.unclear)) == "Die Hand ist nicht gut genug zu sehen")
    #expect(throws: FeedbackFileError.noLanguage("fr", known: ["de", "en"])) {
      try AnswerGuidance.standard.phrasebook("fr")
    }
  }

  @Test func aFileWithoutAPhraseIsRefused() {
    let text = """
      schema: calvaria/answer-guidance/1
      name: own
      version: "1"
      phrases:
        en: {intro: a, measuring: b, completed: c, error_unclear: d}
      """
    #expect(throws: (any Error).self) { try AnswerGuidance.parse(text, file: "own.yaml") }
  }
}
