import Foundation
import Geometry
import Testing

@testable import Analysis

@Suite struct OutlineStepsTests {
  /// An ellipse of an infant's section around an axis that lies 20 mm behind its middle, with a change to each point.
  private static func outline(_ change: (Double, Vector2) -> Vector2 = { $1 }) -> [Vector2] {
    (0..<400).map { k in
      let angle = 2 * .pi * Double(k) / 400
      return change(angle, [0.062 * cos(angle), 0.075 * sin(angle) + 0.02])
    }
  }

  @Test func aSmoothOutlineHasNone() throws {
    let steps = try #require(OutlineSteps(Self.outline()))
    #expect(steps.height < 1e-4 && steps.excess < 1e-4 && steps.roughness < 1e-4 && steps.finding == nil)
  }

  /// Where one half is moved along the axis, the outline steps by as much at the front and the back.
  @Test(arguments: [0.003, 0.005, 0.01]) func halvesJoinedWithAnOffsetStepByIt(offset: Double) throws {
    let steps = try #require(OutlineSteps(Self.outline { $1 + ($1.x > 0 ? [0, offset] : .zero) }))
    #expect(abs(steps.height - offset) < 0.1 * offset, "\(steps.height)")
    #expect(abs(steps.place.x) < 0.004)
    #expect(steps.finding?.code == .sectionStep)
  }

  @Test func theSideIsFound() throws {
    let steps = try #require(OutlineSteps(Self.outline { $1 + ($1.y < 0.02 ? [0.003, 0] : .zero) }))
    #expect(abs(abs(steps.place.x) - 0.062) < 0.005 && abs(steps.height - 0.003) < 3e-4, "\(steps)")
  }

  /// A ridge as that of a closed metopic suture, 1.5 to 3 mm high and 10 to 24 mm wide, is a shape.
  @Test(arguments: [(0.003, 0.012), (0.003, 0.008), (0.0015, 0.005)])
  func aRidgeIsAShape(height: Double, reach: Double) throws {
    let ridged = Self.outline { angle, point in
      let beside = abs(angle - .pi / 2) * 0.062 / reach
      return point + [0, beside < 1 ? height * (1 + cos(.pi * beside)) / 2 : 0]
    }
    let steps = try #require(OutlineSteps(ridged))
    #expect(steps.finding == nil, "\(steps)")
  }

  @Test func aRoughSurfaceIsTold() throws {
    var random = SeededGenerator(seed: 1)
    let rough = Self.outline { $1 * (1 + Double.random(in: -1...1, using: &random) * 0.0015 / 0.07) }
    #expect(try #require(OutlineSteps(rough)).finding?.code == .sectionRough)
  }

  @Test func thereAreNoneOfALineThatIsNotClosedAroundTheAxis() {
    #expect(OutlineSteps([]) == nil)
    #expect(OutlineSteps([[0.05, 0.05], [0.06, 0.05]]) == nil)
  }
}
