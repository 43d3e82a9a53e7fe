import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Analysis

@Suite struct OutlineStepsTests {
  /// An ellipse of an infant's section around an axis that lies 20 mm behind its middle, with a change to each point.
  private static func outline(_ change: (Double, Vector2) -> Vector2 = { $1 }) -> [Vector2] {
    (0...400).map { k in
      let angle = 2 * .pi * Double(k % 400) / 400
      return change(angle, [0.062 * cos(angle), 0.075 * sin(angle) + 0.02])
    }
  }

  private static func steps(_ change: (Double, Vector2) -> Vector2 = { $1 }) -> OutlineSteps? {
    OutlineSteps(AngularCoverage([outline(change)]).farthest)
  }

  private static func codes(_ change: (Double, Vector2) -> Vector2) -> [FindingCode]? {
    steps(change)?.findings.map(\.code)
  }

  @Test func aSmoothOutlineHasNone() throws {
    let steps = try #require(Self.steps())
    #expect(steps.height < 1e-4)
    #expect(steps.excess < 1e-4)
    #expect(steps.roughness < 1e-4)
    #expect(steps.findings.isEmpty)
  }

  /// Where one half is moved along the axis, the outline steps by as much at the front and the back.
  @Test(arguments: [0.003, 0.005, 0.01]) func halvesJoinedWithAnOffsetStepByIt(offset: Double) throws {
    let steps = try #require(Self.steps { $1 + ($1.x > 0 ? [0, offset] : .zero) })
    #expect(abs(steps.height - offset) < 0.1 * offset, "\(steps.height)")
    #expect(abs(steps.place.x) < 0.004)
    #expect(steps.findings.map(\.code) == [.sectionStep])
  }

  /// The lines' own overshoot beside a clean step takes part of it: one of 2 mm is not told, one of 2.5 mm is.
  @Test func aCleanStepIsToldFromTwoMillimetresOn() {
    #expect(Self.codes { $1 + ($1.x > 0 ? [0, 0.0019] : .zero) } == [])
    #expect(Self.codes { $1 + ($1.x > 0 ? [0, 0.0025] : .zero) } == [.sectionStep])
  }

  /// On the right, where the directions begin, or on the left.
  @Test(arguments: [(1.0, "right"), (-1.0, "left")]) func theSideIsFound(sign: Double, side: String) throws {
    // What is behind is moved aside, by less and less towards the other side.
    let steps = try #require(
      Self.steps { _, point in
        let behind = point.y < 0 ? min(1, max(0, (sign * point.x + 0.06) / 0.06)) : 0
        return point + [sign * 0.004 * behind, 0]
      })
    #expect(abs(steps.place.x - sign * 0.06) < 0.006, "\(steps)")
    #expect(abs(steps.height - 0.004) < 4e-4, "\(steps)")
    #expect(steps.findings.first?.place == side)
  }

  /// A ridge as that of a closed metopic suture, 1.5 to 3 mm high and 10 to 24 mm wide, is a shape.
  @Test(arguments: [(0.003, 0.012), (0.003, 0.008), (0.0015, 0.005)])
  func aRidgeIsAShape(height: Double, reach: Double) throws {
    let ridged = try #require(
      Self.steps { angle, point in
        let beside = abs(angle - .pi / 2) * 0.062 / reach
        return point + [0, beside < 1 ? height * (1 + cos(.pi * beside)) / 2 : 0]
      })
    #expect(ridged.findings.isEmpty, "\(ridged)")
  }

  /// Noise of 0.1 mm is that of a fused surface; noise of 0.5 mm and more is told, and no step with it.
  @Test(arguments: 1...20) func noiseIsToldAsRoughness(seed: UInt64) {
    for (deviation, codes) in [(0.0001, []), (0.0005, [.sectionRough]), (0.001, [.sectionRough])]
      as [(Double, [FindingCode])]
    {
      var random = SeededGenerator(seed: seed)
      // A uniform number between −√3 and √3 has the standard deviation 1.
      let found = Self.codes {
        $1 * (1 + Double.random(in: -1...1, using: &random) * 3.0.squareRoot() * deviation / 0.075)
      }
      #expect(found == codes, "\(1000 * deviation) mm, seed \(seed)")
    }
  }

  /// In 39 % of the directions the outline is round as far as the flanks reach, in 53 % its radius is a cubic: the
  /// median step is that of the cubic, twice what the line of least squares through k³ over the flank has at 0.
  @Test func theRoughnessIsTheMedianStep() throws {
    let radii = (0..<1440).map { 0.07 + ($0 < 620 ? 0 : 1.45e-10 * pow(Double($0 - 1030), 3)) }
    var line = LeastSquares(unknowns: 2)
    for k in 6..<32 { line.add([1, Double(k)], value: pow(Double(k), 3)) }
    let expected = 2 * 1.45e-10 * abs(try #require(line.solved()?.solution[0]))
    let steps = try #require(OutlineSteps(radii.map { Vector2($0, 0) }))
    #expect(abs(steps.roughness - expected) < 1e-12, "\(steps.roughness), \(expected)")
  }

  @Test func aStepIsToldOfARoughOutlineToo() {
    var random = SeededGenerator(seed: 1)
    let found = Self.codes { _, point in
      let rough = point * (1 + Double.random(in: -1...1, using: &random) * 0.0008 / 0.075)
      return rough + (point.x > 0 ? [0, 0.01] : .zero)
    }
    #expect(found == [.sectionStep, .sectionRough])
  }

  /// A hole elsewhere hides no step; one at each step hides both.
  @Test func anOpenOutlineIsSearchedWhereItWasSeen() throws {
    var directions = AngularCoverage([Self.outline { $1 + ($1.x > 0 ? [0, 0.005] : .zero) }]).farthest
    for direction in 700..<760 { directions[direction] = nil }  // at the side
    let steps = try #require(OutlineSteps(directions))
    #expect(steps.findings.map(\.code) == [.sectionStep])
    for direction in [350..<370, 1070..<1090].joined() { directions[direction] = nil }
    #expect(try #require(OutlineSteps(directions)).findings.isEmpty)
    for direction in 0..<720 { directions[direction] = nil }
    #expect(OutlineSteps(directions) == nil)
  }

  @Test func thereAreNoneOfALineThatIsNotClosedAroundTheAxis() {
    #expect(OutlineSteps(AngularCoverage([]).farthest) == nil)
    #expect(OutlineSteps(AngularCoverage([[[0.05, 0.05], [0.06, 0.05]]]).farthest) == nil)
  }
}
