import Geometry
import Testing

@testable import Feedback

/// Vibration and its causes, frame by frame.
@Suite struct PositionTests {
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

  @Test func markersWithoutDepthMeanTooClose() {
    // Three of eight is more than 30 %, but the position is still good: nothing is said.
    let some = (0..<10).map { i in
      var frame = Synthetic.frame(i)
      for k in 0..<3 { frame.markers[k].validDepth = 0.5 }
      return frame
    }
    #expect(Synthetic.told(some).allSatisfy { $0.hint == nil })
    let most = some.map { frame in
      var frame = frame
      for k in 0..<5 { frame.markers[k].validDepth = 0.5 }
      return frame
    }
    let frames = Synthetic.told(most)
    #expect(frames[33].isVibrating)
    #expect(frames[33].hint == .tooClose)
    let event = frames[33].events.first { $0.name == "hint" }
    #expect(event?.figures["invalid_share"] == 0.625)
    #expect(frames[44].hint == nil && frames[43].events.map(\.name) == ["vibration_off", "hint_over"])
  }

  @Test func thirtyPerCentIsNotMoreThanThirtyPerCent() {
    var finder = HintFinder(rules)
    var frame = Synthetic.frame(0, 0..<10)
    for k in 0..<3 { frame.markers[k].validDepth = 0.5 }
    #expect(finder.step(frame, isGood: false, reference: []) == .lost)
    frame.markers[3].validDepth = 0.5
    #expect(finder.step(frame, isGood: false, reference: []) == .tooClose)
    #expect(finder.step(frame, isGood: true, reference: []) == nil)
  }

  @Test func farMarkersMeanTooFarEvenWhenTheyCanNoLongerBeRead() {
    let far = (0..<10).map { Synthetic.frame($0, distance: 0.5) }
    let frames = Synthetic.told(far + Synthetic.empty(10))
    #expect(frames[33].hint == .tooFar)
    #expect(frames[49].hint == .tooFar)
  }

  @Test func blurMeansTooFastAndNoDepthCovered() {
    #expect(Synthetic.told(Synthetic.empty(10, blur: 14))[33].hint == .tooFast)
    #expect(Synthetic.told(Synthetic.empty(10, valid: 0.01, blur: nil))[33].hint == .covered)
    var turning = Synthetic.frame(0, 0..<2)
    turning.turnRate = 200
    #expect(Synthetic.told(Array(repeating: turning, count: 10))[33].hint == .tooFast)
  }

  @Test func withNothingToGoByTheCapIsLost() {
    #expect(Synthetic.told(Synthetic.empty(10))[33].hint == .lost)
  }

  @Test func aHintIsRepeatedWhileItLasts() {
    let frames = Synthetic.told(Synthetic.empty(400, blur: 14))
    let times = frames.flatMap(\.events).filter { $0.name == "hint" }.map(\.time)
    #expect(times.count == 4)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 4) < 0.05 })
  }
}
