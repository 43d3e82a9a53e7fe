import Geometry
import Testing

@testable import Feedback

/// Vibration and its causes, frame by frame.
@Suite struct PositionTests {
  private let rules = FeedbackFile.builtIn.rules

  /// Feedback on thirty good frames, then some others, then thirty good ones.
  private func told(_ middle: [FrameFacts]) -> [FrameFeedback] {
    var frames = (0..<30).map { Synthetic.frame($0) } + middle
    frames += (0..<30).map { Synthetic.frame(30 + middle.count + $0) }
    for i in frames.indices { (frames[i].frame, frames[i].time) = (i, Double(i) / 30) }
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    return engine.run(frames)
  }

  private func empty(_ count: Int, valid: Double = 0.3, blur: Double? = 2) -> [FrameFacts] {
    (0..<count).map { FrameFacts(frame: $0, time: 0, blur: blur, validDepth: valid) }
  }

  @Test func threeLostFramesAreNothingAndFourAreEnough() {
    #expect(told(empty(3)).allSatisfy { !$0.isVibrating })
    let four = told(empty(4))
    #expect(four.map(\.isVibrating).firstIndex(of: true) == 33)
    #expect(four.map(\.isVibrating).lastIndex(of: true) == 36)
    #expect(four.flatMap(\.events).filter { $0.name.hasPrefix("vibration") }.map(\.frame) == [33, 37])
  }

  @Test(arguments: [3, 4]) func twoFifthsOfTheReferenceMustStay(_ kept: Int) {
    let frames = told((0..<8).map { Synthetic.frame($0, 0..<kept) })
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
    #expect(told(empty(5) + unknown)[44].isVibrating)
    #expect(!told(empty(5) + known)[44].isVibrating)
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
    #expect(told(some).allSatisfy { $0.hint == nil })
    let most = some.map { frame in
      var frame = frame
      for k in 0..<5 { frame.markers[k].validDepth = 0.5 }
      return frame
    }
    let frames = told(most)
    #expect(frames[33].isVibrating && frames[33].hint == .tooClose)
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
    let frames = told(far + empty(10))
    #expect(frames[33].hint == .tooFar && frames[49].hint == .tooFar)
  }

  @Test func blurMeansTooFastAndNoDepthCovered() {
    #expect(told(empty(10, blur: 14))[33].hint == .tooFast)
    #expect(told(empty(10, valid: 0.01, blur: nil))[33].hint == .covered)
    var turning = Synthetic.frame(0, 0..<2)
    turning.turnRate = 200
    #expect(told(Array(repeating: turning, count: 10))[33].hint == .tooFast)
  }

  @Test func withNothingToGoByTheCapIsLost() {
    #expect(told(empty(10))[33].hint == .lost)
  }

  @Test(arguments: [
    (Vector2(-1, 0), MoveDirection.left), (Vector2(0.5, -0.5), .rightUp), (Vector2(0, 0.6), .down),
  ])
  func lostMarkersGiveTheDirection(_ place: Vector2, _ direction: MoveDirection) {
    let frames = told(
      (0..<10).map { i in
        var frame = Synthetic.frame(i, 0..<2)
        for id in 2..<8 { frame.places[id] = place + [0.01 * Double(id), 0] }
        return frame
      })
    #expect(frames[33].hint == .move(direction))
    #expect(frames[33].events.last?.direction == direction)
  }

  @Test func whereMarkersWereLastSeenStillGivesTheDirection() {
    let leaving = (0..<3).map { i in
      var frame = Synthetic.frame(i)
      for k in frame.markers.indices { frame.markers[k].place = [-0.9, 0.1] }
      return frame
    }
    let frames = told(leaving + empty(120))
    #expect(frames[36].hint == .move(.left))
    // After three seconds that says nothing any more.
    #expect(frames[33 + 110].hint == .lost)
  }

  @Test func markersNeverSeenGiveTheDirectionWhereTheLostOnesDoNot() {
    let hidden = { (lost: Vector2, missing: [Int: Vector2]) -> [FrameFacts] in
      (0..<10).map { i -> FrameFacts in
        var frame = Synthetic.frame(i, 0..<2)
        for id in 2..<8 { frame.places[id] = lost }
        frame.places.merge(missing) { $1 }
        frame.parts[.back] = PartFacts(covered: 0, direction: .up, away: 90)
        return frame
      }
    }
    let left: [Int: Vector2] = [20: [-0.8, 0], 21: [-0.9, 0.1]]
    #expect(told(hidden(.zero, left))[33].hint == .move(.left))
    #expect(told(hidden([0.9, 0], left))[33].hint == .move(.right))
    // Missing all around: then towards the part of the head.
    #expect(told(hidden(.zero, [20: [-0.8, 0], 21: [0.8, 0]]))[33].hint == .move(.up))
  }

  @Test func aHintIsRepeatedWhileItLasts() {
    let frames = told(empty(400, blur: 14))
    let times = frames.flatMap(\.events).filter { $0.name == "hint" }.map(\.time)
    #expect(times.count == 4)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 4) < 0.05 })
  }

  @Test func directionsDoNotChatter() {
    let frames = told(
      (0..<120).map { i in
        var frame = Synthetic.frame(i, 0..<2)
        let place: Vector2 = (i / 6) % 2 == 0 ? [-1, 0] : [-1, -1]
        for id in 2..<8 { frame.places[id] = place }
        return frame
      })
    let times = frames.flatMap(\.events).filter { $0.name == "hint" }.map(\.time)
    #expect(times.count > 1 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1.5 - 1e-9 })
  }
}
