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

  /// The first frame links what it shows well: the share is of all that it shows, half of it and three markers at least.
  @Test(
    arguments: [
      (0, 0, 0, false), (1, 0, 1, false), (2, 0, 1, false), (3, 0, 1, true), (3, 3, 0.5, true), (3, 4, 3.0 / 7, false),
    ] as [(Int, Int, Double, Bool)])
  func theFirstFrameLinksItself(_ good: Int, _ blind: Int, _ share: Double, _ isSufficient: Bool) {
    var gauge = OverlapGauge(rules)
    let frame = FrameFacts(
      frame: 0, time: 0, markers: Synthetic.markers(0..<good) + Synthetic.markers(10..<(10 + blind), depth: 0.7))
    let overlap = gauge.measure(frame)
    #expect(overlap.share == share)
    #expect(overlap.isSufficient == isSufficient)
    #expect(overlap.shared == good)
  }

  /// Markers count that are well seen (0.75 of their depth) and not too far away (0.45 m); one of unknown distance is not far.
  @Test func whatLinksIsNearAndHasDepth() {
    let hints = rules.hints
    for (depth, distance, carries) in [
      (0.75, 0.45, true), (0.74, 0.3, false), (0.9, 0.46, false), (0.9, nil, true),
    ] as [(Double, Double?, Bool)] {
      let marker = SeenMarker(id: 0, place: .zero, validDepth: depth, distance: distance)
      #expect(hints.carries(marker) == carries)
    }
  }
}
