import Feedback
import Foundation
import Geometry
import Testing

@testable import LiveTracking

/// Directions around the head and in the image.
@Suite struct DirectionTests {
  @Test func everyDirectionLiesInItsCell() {
    var random = SeededGenerator(seed: 5)
    #expect(DirectionGrid.directions.enumerated().allSatisfy { DirectionGrid.cell($0.element) == $0.offset })
    for _ in 0..<2000 {
      let d = random.direction()
      #expect(DirectionGrid.directions[DirectionGrid.cell(d)].dot(d) > 0.98)
    }
    for pole in [Vector3(0, 0, 1), [0, 0, -1], [-1, 0, 0], [-1, -0.0, 0]] {
      #expect((0..<DirectionGrid.count).contains(DirectionGrid.cell(pole)))
    }
    for part in HeadPart.allCases { #expect(part.contains(part.direction.normalized), "\(part)") }
  }

  @Test func directionsAreThoseOfTheImage() {
    #expect(MoveDirection([1, 0]) == .right)
    #expect(MoveDirection([0, -1]) == .up)
    #expect(MoveDirection([-1, -1]) == .leftUp)
    #expect(MoveDirection([-1, 0.1]) == .left)
    #expect(MoveDirection([-1, -0.1]) == .left)
    #expect(MoveDirection([0.1, 1]) == .down)
    #expect(MoveDirection([0.1, 0], least: 0.2) == nil)
    #expect(MoveDirection(.zero) == nil)
  }
}

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
      #expect(abs(approach.degrees - degrees) < 1e-9)
      #expect(approach.direction == way)
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
