import Geometry
import Testing

@testable import Feedback

/// Where the operator is told to move.
@Suite struct HintDirectionTests {
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
    #expect(times.count > 1 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1.5 - 1e-9 })
  }
}
