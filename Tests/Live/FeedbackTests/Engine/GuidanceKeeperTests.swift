import Geometry
import Testing

@testable import Feedback

/// The states of a scan and alerts.
@Suite struct GuidanceTests {
  private let rules = FeedbackFile.builtIn.rules

  private func states(_ told: [FrameFeedback]) -> [Guidance] {
    told.flatMap(\.events).compactMap { if case .guidance(let state) = $0.kind { state } else { nil } }
  }

  private func alerts(_ told: [FrameFeedback]) -> [FeedbackEvent.Kind] {
    told.flatMap(\.events).map(\.kind).filter {
      switch $0 {
      case .alert, .alertOver: true
      default: false
      }
    }
  }

  @Test func aScanOfEverythingIsCompleted() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let frames = (0..<900).map { i in
      var frame = Synthetic.frame(i, (i / 20)..<(i / 20 + 8))
      for part in HeadPart.allCases { frame.parts[part] = PartFacts(covered: Double(i) / 700, away: 40) }
      return frame
    }
    let told = engine.run(frames)
    #expect(states(told) == [.intro, .scanning, .completed])
    let completed = told.first { $0.guidance == .completed }!
    #expect(completed.progress! >= 0.95 && engine.parts[.nose]! >= 0.7)
    #expect(completed.frame == 600, "95 % is 38 ids, seen from frame 600 on; 0.7 of each part from frame 490 on")
  }

  @Test func theLastStepIsAnnouncedAfterCompletion() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run((0..<900).map { Synthetic.frame($0, ($0 / 20)..<($0 / 20 + 8)) })
    #expect(told.flatMap(\.events).last { $0.name == "progress" }?.figures["percent"] == 100)
  }

  @Test func afterCompletionThePhoneMayBePutAway() {
    var engine = FeedbackEngine(rules, ids: Set(0..<8))
    var frames = (0..<60).map { Synthetic.frame($0) }
    frames += (60..<200).map { FrameFacts(frame: $0, time: Double($0) / 30) }
    let told = engine.run(frames)
    #expect(told.last?.guidance == .completed)
    #expect(told.allSatisfy { !$0.isVibrating })
  }

  @Test func aMissingEarKeepsAScanFromCompletion() {
    var engine = FeedbackEngine(rules, ids: Set(0..<8))
    let told = engine.run(
      (0..<300).map { i in
        var frame = Synthetic.frame(i)
        for part in HeadPart.allCases { frame.parts[part] = PartFacts(covered: part == .earLeft ? 0.2 : 1, away: 60) }
        return frame
      })
    #expect(told.last?.guidance == .scanning)
    #expect(told.flatMap(\.events).contains { $0.kind == .reminder(.earLeft) })
    #expect(told.flatMap(\.events).contains { $0.kind == .next(.earLeft, nil) })
  }

  @Test func aLongLossIsAnErrorUntilTheCapIsFoundAgain() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    var frames = (0..<60).map { Synthetic.frame($0) }
    frames += (60..<400).map { FrameFacts(frame: $0, time: Double($0) / 30, validDepth: 0.3) }
    frames += (400..<430).map { Synthetic.frame($0) }
    let told = engine.run(frames)
    #expect(states(told) == [.intro, .scanning, .error(.lost), .scanning])
    #expect(abs(told.first { $0.guidance == .error(.lost) }!.time - 12) < 0.05)
    #expect(told[405].guidance == .scanning)
    #expect(told[395].isVibrating)
  }

  @Test func aDeadDepthSensorIsAnAlertThenAnError() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run(
      (0..<300).map { i in
        var frame = Synthetic.frame(i, depth: i < 60 ? 0.97 : 0)
        frame.validDepth = i < 60 ? 0.3 : 0
        return frame
      })
    #expect(alerts(told) == [.alert(.depthAbsent)])
    #expect(states(told) == [.intro, .scanning, .error(.noDepth)])
    #expect(told.last?.isVibrating == true, "a dead sensor is not the operator's fault")
    #expect(told.last?.hint == nil, "a dead sensor is not the operator's fault")
  }

  @Test func heatFilteredDepthAndSlowFramesAreAlerts() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run(
      (0..<600).map { i in
        var frame = Synthetic.frame(i)
        frame.heat = (100..<200).contains(i) ? .serious : .fair
        frame.validDepth = (250..<350).contains(i) ? 1 : 0.3
        if i >= 400 { frame.time += 0.1 * Double(i - 400) }
        return frame
      })
    let kinds: [FeedbackEvent.Kind] = [
      .alert(.heat), .alertOver(.heat), .alert(.depthFiltered), .alertOver(.depthFiltered), .alert(.frameRate),
    ]
    #expect(alerts(told) == kinds)
    #expect(abs(told.flatMap(\.events).first { $0.kind == .alert(.heat) }!.time - (100.0 / 30 + 1)) < 0.05)
  }

  @Test func anOverheatedPhoneStopsTheScan() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run(
      (0..<90).map { i in
        var frame = Synthetic.frame(i)
        if i >= 30 { frame.heat = .critical }
        return frame
      })
    #expect(states(told) == [.intro, .scanning, .error(.overheated)])
  }

  @Test func anIdleOperatorIsToldWhatComesNext() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run(
      (0..<600).map { i in
        var frame = Synthetic.frame(i)
        frame.parts[.back] = PartFacts(covered: 0, direction: .left, away: 100)
        return frame
      })
    let next = told.flatMap(\.events).filter { $0.name == "next" }
    #expect(next.count == 3)
    #expect(next.allSatisfy { $0.kind == .next(.back, .left) && $0.figures["away_deg"] == 100 })
  }
}

@Suite struct GuidanceKeeperTests {
  private let rules = FeedbackFile.builtIn.rules.guidance

  private func situation(
    _ time: Double, held: Bool = true, vibrating: Bool = false, markers: Bool = true, complete: Bool = false,
    alerts: Set<Alert> = [], heat: Heat? = nil
  ) -> GuidanceKeeper.Situation {
    .init(
      time: time, isHeld: held, isVibrating: vibrating, seesMarkers: markers, isComplete: complete, alerts: alerts,
      heat: heat)
  }

  @Test func aScanBeginsWithTheFirstHeldPositionAndEndsInAGoodOne() {
    var keeper = GuidanceKeeper(rules)
    #expect(keeper.step(situation(0, held: false, complete: true)) == nil)
    #expect(keeper.state == .intro)
    #expect(keeper.step(situation(1)) == .scanning)
    #expect(keeper.step(situation(2, vibrating: true, complete: true)) == nil, "a bad position ends nothing")
    #expect(keeper.step(situation(3, complete: true)) == .completed)
    #expect(keeper.step(situation(4, markers: false, heat: .critical)) == nil)
    #expect(keeper.state == .completed)
  }

  @Test func aCapThatIsLostIsFoundByAGoodPosition() {
    var keeper = GuidanceKeeper(rules)
    _ = keeper.step(situation(0))
    #expect(keeper.step(situation(1, vibrating: true, markers: false)) == nil)
    #expect(keeper.step(situation(1 + rules.lostSeconds - 0.1, vibrating: true, markers: false)) == nil)
    #expect(keeper.step(situation(1 + rules.lostSeconds, vibrating: true, markers: false)) == .error(.lost))
    #expect(keeper.step(situation(20, vibrating: true)) == nil, "markers alone are no good position")
    #expect(keeper.step(situation(21)) == .scanning)
  }

  @Test func aGlimpseOfAMarkerStartsTheClockAgain() {
    var keeper = GuidanceKeeper(rules)
    _ = keeper.step(situation(0))
    _ = keeper.step(situation(1, vibrating: true, markers: false))
    _ = keeper.step(situation(rules.lostSeconds, vibrating: true))
    _ = keeper.step(situation(rules.lostSeconds + 0.5, vibrating: true, markers: false))
    #expect(keeper.step(situation(2 * rules.lostSeconds, vibrating: true, markers: false)) == nil)
  }

  @Test func theSensorStopsAScanOnceItHasGivenNothingForLong() {
    var keeper = GuidanceKeeper(rules)
    _ = keeper.step(situation(0))
    #expect(keeper.step(situation(1, alerts: [.depthAbsent])) == nil)
    #expect(keeper.step(situation(1 + rules.noDepthSeconds, alerts: [.depthAbsent])) == .error(.noDepth))
    #expect(keeper.step(situation(9)) == .scanning)
    #expect(keeper.step(situation(10, heat: .critical)) == .error(.overheated))
  }

  /// Whatever happens: a scan never begins by itself, completes only in a good position, and stays complete.
  @Test(arguments: 1...20) func noScanEndsInABadPosition(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var keeper = GuidanceKeeper(rules)
    for i in 0..<2000 {
      let before = keeper.state
      let now = situation(
        Double(i) / 5, held: random.uniform() < 0.5, vibrating: random.uniform() < 0.6, markers: random.uniform() < 0.7,
        complete: random.uniform() < 0.01, alerts: random.uniform() < 0.3 ? [.depthAbsent] : [],
        heat: random.uniform() < 0.02 ? .critical : nil)
      let next = keeper.step(now)
      #expect(next != before, "seed \(seed), frame \(i)")
      #expect((next ?? before) == keeper.state, "seed \(seed), frame \(i)")
      if before == .completed { #expect(keeper.state == .completed, "seed \(seed), frame \(i)") }
      if before == .intro, keeper.state != .intro {
        #expect(now.isHeld, "seed \(seed)")
        #expect(keeper.state == .scanning, "seed \(seed)")
      }
      if next == .completed {
        #expect(now.isComplete, "seed \(seed), frame \(i)")
        #expect(!now.isVibrating, "seed \(seed), frame \(i)")
      }
    }
  }
}
