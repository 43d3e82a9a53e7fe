import Foundation
import Geometry
import Testing

@testable import Analysis

@Suite struct PolygonTests {
  /// A triangle that is sorted clockwise, and what is no polygon.
  @Test func theHullOfAFewPointsIsAnticlockwise() {
    let triangle: [Vector2] = [[2, 0], [0, 0], [1, 1]]
    let hull = Polygon.hull(triangle)
    #expect(Set(hull) == Set(triangle))
    #expect(Polygon.area(hull) == 1)
    #expect(Polygon.hull([[1, 1], [0, 0]]) == [[0, 0], [1, 1]])
    #expect(Polygon.hull([[3, 1]]) == [[3, 1]])
    // Points on a side are no corners.
    #expect(Polygon.hull([[0, 0], [1, 0], [2, 0], [2, 3], [0, 3], [1, 1]]).count == 4)
  }

  @Test func aRectangleHasItsMeasures() {
    let rectangle: [Vector2] = [[1, 1], [4, 1], [4, 3], [1, 3]]
    #expect(Polygon.perimeter(rectangle) == 10)
    #expect(Polygon.area(rectangle) == 6)
    #expect(Polygon.area(rectangle.reversed()) == -6)
    for winding in [rectangle, rectangle.reversed()] {
      #expect(Polygon.encloses(winding, [2, 2]))
      for outside: Vector2 in [[0, 2], [5, 2], [2, 0], [2, 4], [-2, -2]] {
        #expect(!Polygon.encloses(winding, outside), "\(outside)")
      }
    }
  }

  /// A gap counts where a ray leaves through it, from whatever centre.
  @Test func aGapIsAcrossTheRaysThatLeaveThroughIt() {
    // A circle of 50 mm about (20, 0) mm that is open in front between x = 15 and 25 mm.
    let centre = Vector2(0.02, 0)
    let arc = (0...348).map { k -> Vector2 in
      let angle = (Double(k) + 96) * .pi / 180
      return centre + Vector2(cos(angle), sin(angle)) * 0.05
    }
    let section = Section(lines: [CutLine(points: arc, isClosed: false)], level: 0.02, bridgedGap: 0.003)
    #expect(section.gaps.count == 1)
    let across = { (from: Vector2, direction: Vector2) in section.gap(across: from, direction) != nil }
    #expect(across([0.02, 0], [0, 1]))
    #expect(across([0.022, -0.03], [0, 1]))
    #expect(!across([0.02, 0], [0, -1]))
    #expect(!across([0.035, 0], [0, 1]))
    #expect(!across([0.005, 0], [0, 1]))
    #expect(!across([-0.02, 0.0], [0, 1]))
    // From in front of the gap the ray backwards goes through it.
    #expect(!across([0.02, 0.08], [0, 1]))
    #expect(across([0.02, 0.08], [0, -1]))
    #expect(across([0.02, 0.04], [0.1, 1]))
    #expect(!across([0.02, 0], [1, 1]))
  }
}
