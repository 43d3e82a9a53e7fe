import Feedback
import Foundation
import Geometry
import Testing

@testable import LiveTracking

@Suite struct ApproachTests {
  private let rules = FeedbackFile.builtIn.rules.coverage
  private let camera = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 319.5, cy: 239.5)

  private func approach(_ target: Vector3, turns: Int = 0) -> Approach {
    // The camera looks along Z, so the direction from the head to it is −Z.
    Approach(from: [0, 0, -1], to: target.normalized, ViewFrame(camera, quarterTurns: turns), rules)
  }

  /// The angle is the one between the directions, and the way is where the part lies in view.
  @Test(arguments: [30.0, 60, 90, 120, 150]) func aPartIsReachedTheShortWay(degrees: Double) {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let ways: [(Vector3, MoveDirection)] = [
      ([sine, 0, -cosine], .right), ([-sine, 0, -cosine], .left), ([0, sine, -cosine], .down),
      ([0, -sine, -cosine], .up),
    ]
    for (target, way) in ways {
      let approach = approach(target)
      #expect(abs(approach.degrees - degrees) < 1e-9 && approach.direction == way)
    }
  }

  @Test func aPartInFrontIsFacedAndOneBehindIsAroundTheHead() {
    #expect(approach([0.1, 0, -1]).direction == nil)
    #expect(approach([0.1, 0, 1]).direction == .around)
  }

  /// An image turned clockwise has what was on its left on top.
  @Test func directionsFollowTheTurnOfTheImage() {
    let ways = (0..<5).map { approach([-1, 0, -1], turns: $0).direction }
    #expect(ways == [.left, .up, .right, .down, .left])
  }

  /// The middle of the image is the origin, and half its longer side the unit.
  @Test func placesInViewAreCountedFromTheMiddle() {
    let view = ViewFrame(camera, quarterTurns: 0)
    #expect(view.place([319.5, 239.5] as Vector2).length < 1e-12)
    #expect((view.place([639.5, 239.5] as Vector2) - [1, 0]).length < 1e-12)
    #expect((view.place([0, 0, 0.3] as Vector3)).length < 1e-12)
    #expect(view.place([0.1, 0, -0.3] as Vector3).length > 5, "what is behind lies far out")
  }
}
