import Feedback
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
    #expect(MoveDirection([1, 0]) == .right && MoveDirection([0, -1]) == .up && MoveDirection([-1, -1]) == .leftUp)
    #expect(
      MoveDirection([-1, 0.1]) == .left && MoveDirection([-1, -0.1]) == .left && MoveDirection([0.1, 1]) == .down)
    #expect(MoveDirection([0.1, 0], least: 0.2) == nil && MoveDirection(.zero) == nil)
  }
}
