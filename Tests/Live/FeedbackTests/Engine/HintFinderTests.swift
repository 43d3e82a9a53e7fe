import Geometry
import Testing

@testable import Feedback

/// Why a position is not good, and where the operator is told to move.
@Suite struct HintFinderTests {
  private let rules = FeedbackFile.builtIn.rules

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

  /// Without any depth at all the sensor is dead, unless the markers are so near (0.22 m) that it can give none.
  @Test(
    arguments: [
      (0.009, 0.23, nil), (0.009, 0.21, .tooClose), (0.011, 0.23, .tooClose), (nil, 0.23, .tooClose),
      (0.009, nil, .tooClose),
    ] as [(Double?, Double?, Hint?)]) func aDeadSensorIsNotTooClose(
      _ valid: Double?, _ distance: Double?, _ hint: Hint?
    )
  {
    var finder = HintFinder(rules)
    var frame = Synthetic.frame(0, depth: 0, distance: distance)
    frame.validDepth = valid
    #expect(finder.step(frame, isGood: false, reference: []) == hint)
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

  @Test(arguments: [
    (Vector2(-1, 0), MoveDirection.left), (Vector2(0.5, -0.5), .rightUp), (Vector2(0, 0.6), .down),
  ])
  func lostMarkersGiveTheDirection(_ place: Vector2, _ direction: MoveDirection) {
    let frames = Synthetic.told(
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
    let frames = Synthetic.told(leaving + Synthetic.empty(120))
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
    #expect(Synthetic.told(hidden(.zero, left))[33].hint == .move(.left))
    #expect(Synthetic.told(hidden([0.9, 0], left))[33].hint == .move(.right))
    // Missing all around: then towards the part of the head.
    #expect(Synthetic.told(hidden(.zero, [20: [-0.8, 0], 21: [0.8, 0]]))[33].hint == .move(.up))
  }

  @Test func directionsDoNotChatter() {
    let frames = Synthetic.told(
      (0..<120).map { i in
        var frame = Synthetic.frame(i, 0..<2)
        let place: Vector2 = (i / 6) % 2 == 0 ? [-1, 0] : [-1, -1]
        for id in 2..<8 { frame.places[id] = place }
        return frame
      })
    let times = frames.flatMap(\.events).filter { $0.name == "hint" }.map(\.time)
    #expect(times.count > 1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1.5 - 1e-9 })
  }
}

@Suite struct HintTellerTests {
  private let rules = FeedbackFile.builtIn.rules

  /// A vibration whose cause changes at random, in runs of random length.
  private func causes(_ random: inout SeededGenerator, frames: Int) -> [(cause: Hint?, vibrates: Bool)] {
    let all: [Hint?] = [.covered, .tooFast, .tooClose, .tooFar, .lost, .move(.left), .move(.right), .move(.up), nil]
    var told: [(Hint?, Bool)] = []
    while told.count < frames {
      let cause = all[Int(random.next() % UInt64(all.count))]
      let vibrates = random.uniform() < 0.8
      told += Array(repeating: (cause, vibrates), count: 1 + Int(random.next() % 40))
    }
    return told
  }

  @Test(arguments: 1...20) func hintsKeepTheirRules(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var teller = HintTeller(rules)
    let needed = Int(rules.position.framesInARow)
    var (told, last): (Hint?, Double) = (nil, -.infinity)
    var run: (cause: String?, count: Int) = (nil, 0)
    var steady: (cause: Hint?, count: Int) = (nil, 0)
    for (i, frame) in causes(&random, frames: 3000).enumerated() {
      let time = Double(i) / 30
      run = (frame.cause?.name, run.cause == frame.cause?.name ? run.count + 1 : 1)
      steady = (frame.cause, steady.cause == frame.cause ? steady.count + 1 : 1)
      for event in teller.step(frame.cause, isVibrating: frame.vibrates, at: time) {
        switch event {
        case .hint(let hint):
          #expect(frame.vibrates, "seed \(seed), \(time) s")
          #expect(hint == frame.cause, "seed \(seed), \(time) s")
          #expect(run.count >= needed, "the cause has lasted; seed \(seed), \(time) s")
          if let told, told.name == hint.name {
            let pause = told == hint ? rules.hints.repeatSeconds : rules.hints.pauseSeconds
            #expect(time - last >= min(pause, rules.hints.repeatSeconds), "seed \(seed), \(time) s")
            let isInTurn = time - last >= rules.hints.repeatSeconds
            #expect(isInTurn || steady.count >= needed, "a direction has lasted; seed \(seed), \(time) s")
          }
          (told, last) = (hint, time)
        case .hintOver(let hint):
          #expect(!frame.vibrates, "only what was told is over; seed \(seed), \(time) s")
          #expect(hint == told, "only what was told is over; seed \(seed), \(time) s")
          told = nil
        default: Issue.record("\(event)")
        }
      }
      #expect(teller.current == told, "seed \(seed), \(time) s")
    }
  }
}
