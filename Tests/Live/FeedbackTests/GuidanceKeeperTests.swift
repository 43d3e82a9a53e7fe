import Geometry
import Testing

@testable import Feedback

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
    #expect(keeper.step(situation(0, held: false, complete: true)) == nil && keeper.state == .intro)
    #expect(keeper.step(situation(1)) == .scanning)
    #expect(keeper.step(situation(2, vibrating: true, complete: true)) == nil, "a bad position ends nothing")
    #expect(keeper.step(situation(3, complete: true)) == .completed)
    #expect(keeper.step(situation(4, markers: false, heat: .critical)) == nil && keeper.state == .completed)
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
      #expect(next != before && (next ?? before) == keeper.state, "seed \(seed), frame \(i)")
      if before == .completed { #expect(keeper.state == .completed, "seed \(seed), frame \(i)") }
      if before == .intro, keeper.state != .intro { #expect(now.isHeld && keeper.state == .scanning, "seed \(seed)") }
      if next == .completed { #expect(now.isComplete && !now.isVibrating, "seed \(seed), frame \(i)") }
    }
  }
}
