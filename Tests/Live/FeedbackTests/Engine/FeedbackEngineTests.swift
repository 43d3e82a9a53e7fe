import Geometry
import Testing

@testable import Feedback

/// What must hold for every scan, whatever is seen in it.
@Suite struct FeedbackEngineTests {
  static let seeds: [UInt64] = (1...40).map { $0 }
  private let rules = FeedbackFile.builtIn.rules
  /// More than are ever seen: a scan that is complete would end what is looked at.
  private let ids = Set(0..<34)

  private func run(_ seed: UInt64) -> [FrameFeedback] {
    var random = SeededGenerator(seed: seed)
    var engine = FeedbackEngine(rules, ids: ids)
    return engine.run(Synthetic.wild(&random, frames: 900))
  }

  @Test(arguments: seeds) func vibrationChangesOnlyAfterFourEqualFrames(seed: UInt64) {
    let told = run(seed)
    var changes = 0
    for i in told.indices.dropFirst() where told[i].isVibrating != told[i - 1].isVibrating {
      let last = told[max(0, i - 3)...i].map(\.overlap.isSufficient)
      #expect(last == Array(repeating: !told[i].isVibrating, count: 4), "seed \(seed), frame \(i)")
      #expect(told[i].events.contains { $0.kind == .vibration(told[i].isVibrating) }, "seed \(seed), frame \(i)")
      changes += 1
    }
    #expect(!told[0].isVibrating)
    #expect(told.flatMap(\.events).count { if case .vibration = $0.kind { true } else { false } } == changes)
  }

  @Test func thosePropertiesAreNotEmpty() {
    let told = Self.seeds.flatMap { run($0) }
    #expect(told.count { $0.isVibrating } > told.count / 10)
    #expect(told.count { !$0.isVibrating } > told.count / 10)
    let names = Set(told.compactMap { $0.hint?.name })
    #expect(names == Set(Hint.names))
  }

  @Test(arguments: seeds) func fourEqualFramesOfAScanDoChangeIt(seed: UInt64) {
    let told = run(seed)
    for i in told.indices.dropFirst(4) where told[i - 4].guidance == .scanning && told[i].guidance == .scanning {
      let last = told[(i - 3)...i].map(\.overlap.isSufficient)
      if last == [true, true, true, true] { #expect(!told[i].isVibrating, "seed \(seed), frame \(i)") }
      if last == [false, false, false, false] { #expect(told[i].isVibrating, "seed \(seed), frame \(i)") }
    }
  }

  @Test(arguments: seeds) func noHintWithoutVibration(seed: UInt64) {
    for frame in run(seed) {
      if frame.hint != nil { #expect(frame.isVibrating, "seed \(seed), frame \(frame.frame)") }
      for event in frame.events {
        if case .hint = event.kind { #expect(frame.isVibrating, "seed \(seed), frame \(frame.frame)") }
        if case .hintOver = event.kind { #expect(!frame.isVibrating, "seed \(seed), frame \(frame.frame)") }
      }
    }
  }

  @Test(arguments: seeds) func everyStepOfProgressIsAnnouncedOnceAndInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let facts = Synthetic.wild(&random, frames: 900)
    var engine = FeedbackEngine(rules, ids: ids)
    let told = engine.run(facts)
    let steps = told.flatMap(\.events).compactMap { if case .progress(let p) = $0.kind { p } else { nil } }
    #expect(steps == Array(Set(steps)).sorted(), "seed \(seed)")
    // The oracle counts on its own.
    let seen = Double(Set(facts.flatMap { $0.markers.map(\.id) }).intersection(ids).count) / Double(ids.count)
    let due = [10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 100].filter { Double($0) / 100 <= seen + 1e-9 }
    #expect(steps == due, "seed \(seed), \(seen)")
  }

  @Test(arguments: seeds) func batchesDoNotMatter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let facts = Synthetic.wild(&random, frames: 300)
    var (whole, single, parts) = (
      FeedbackEngine(rules, ids: ids), FeedbackEngine(rules, ids: ids), FeedbackEngine(rules, ids: ids)
    )
    let all = whole.run(facts)
    #expect(all == facts.map { single.step($0) }, "seed \(seed)")
    var rest = facts[...]
    var told: [FrameFeedback] = []
    while !rest.isEmpty {
      let count = 1 + Int(random.next() % 40)
      told += parts.run(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(all == told, "seed \(seed)")
    #expect(!all.flatMap(\.events).isEmpty)
  }

  @Test func anEmptyRoomIsAnIntroWithoutVibration() {
    var engine = FeedbackEngine(rules, ids: ids)
    let told = engine.run((0..<600).map { FrameFacts(frame: $0, time: Double($0) / 30, blur: 2, validDepth: 0.4) })
    #expect(told.allSatisfy { $0.guidance == .intro && !$0.isVibrating && $0.hint == nil })
    #expect(told.flatMap(\.events).map(\.kind) == [.guidance(.intro)])
  }

  @Test func aCapWithoutIdsHasNoProgress() {
    var engine = FeedbackEngine(rules, ids: nil)
    let told = engine.run((0..<60).map { Synthetic.frame($0) })
    #expect(told.last?.progress == nil)
    #expect(told.last?.light == nil)
    #expect(told.last?.guidance == .scanning)
    #expect(!told.flatMap(\.events).contains { $0.name == "progress" })
  }

  /// Where the cap's ids are not known, the parts of the head alone complete a scan.
  @Test func withoutIdsThePartsComplete() {
    var engine = FeedbackEngine(rules, ids: nil)
    let told = engine.run(
      (0..<60).map { i in
        var frame = Synthetic.frame(i)
        for part in HeadPart.allCases { frame.parts[part] = PartFacts(covered: i < 30 ? 0.69 : 0.7, away: 40) }
        return frame
      })
    #expect(told[29].guidance == .scanning)
    #expect(told[30].guidance == .completed)
  }

  /// The share of the markers that have too little depth.
  @Test func markersWithoutDepthAreCounted() {
    var engine = FeedbackEngine(rules, ids: nil)
    var frame = Synthetic.frame(0)
    for k in 0..<2 { frame.markers[k].validDepth = 0.74 }
    frame.markers[2].validDepth = 0.75
    #expect(engine.step(frame).invalidShare == 0.25)
    #expect(engine.step(FrameFacts(frame: 1, time: 0.1)).invalidShare == nil)
  }
}
