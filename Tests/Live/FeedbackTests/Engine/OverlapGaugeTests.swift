import Geometry
import Testing

@testable import Feedback

/// Vibration: whether the markers of a frame link it to those before.
@Suite struct OverlapGaugeTests {
  private let rules = FeedbackFile.builtIn.rules

  @Test func threeLostFramesAreNothingAndFourAreEnough() {
    #expect(Synthetic.told(Synthetic.empty(3)).allSatisfy { !$0.isVibrating })
    let four = Synthetic.told(Synthetic.empty(4))
    #expect(four.map(\.isVibrating).firstIndex(of: true) == 33)
    #expect(four.map(\.isVibrating).lastIndex(of: true) == 36)
    #expect(four.flatMap(\.events).filter { $0.name.hasPrefix("vibration") }.map(\.frame) == [33, 37])
  }

  @Test(arguments: [3, 4]) func twoFifthsOfTheReferenceMustStay(_ kept: Int) {
    let frames = Synthetic.told((0..<8).map { Synthetic.frame($0, 0..<kept) })
    #expect(frames.contains { $0.isVibrating } == (Double(kept) / 8 < 0.4))
  }

  @Test func fewerThanThreeMarkersLinkNothing() {
    var engine = FeedbackEngine(rules, ids: nil)
    let told = engine.run((0..<30).map { Synthetic.frame($0, 0..<2) })
    #expect(told.allSatisfy { $0.guidance == .intro && !$0.overlap.isSufficient })
  }

  @Test func afterALossTheFrameMustShowWhatTheScanKnows() {
    let unknown = (0..<10).map { Synthetic.frame($0, 20..<28) }
    let known = (0..<10).map { Synthetic.frame($0, [0, 1, 2, 3, 4, 5, 20, 21]) }
    #expect(Synthetic.told(Synthetic.empty(5) + unknown)[44].isVibrating)
    #expect(!Synthetic.told(Synthetic.empty(5) + known)[44].isVibrating)
  }

  @Test func aSlowWanderOverTheCapNeverVibrates() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run((0..<600).map { Synthetic.frame($0, ($0 / 20)..<($0 / 20 + 8)) })
    #expect(told.allSatisfy { !$0.isVibrating })
    #expect(told.last!.progress! > 0.9)
  }
}
