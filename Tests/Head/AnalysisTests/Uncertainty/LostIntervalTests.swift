import Diagnostics
import Foundation
import Geometry
@testable import Landmarks
@testable import PointClouds
import Testing

@testable import Analysis

/// A value whose uncertainty can't be told is no measurement.
@Suite struct LostIntervalTests {
  func measure(_ mesh: Mesh = TestHeads.plagiocephalic(rings: 45, spokes: 90), deviation: Double, draws: Int = 60)
    throws
    -> HeadMeasures
  {
    try HeadAnalysis.measure(
      mesh, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: deviation),
      uncertainty: UncertaintyOptions(draws: draws))
  }

  @Test(arguments: [0.002, 0.03, 0.04, 0.05, 1, 1e300]) func noValueStandsWithoutItsInterval(_ deviation: Double) throws
  {
    let m = try measure(deviation: deviation)
    for name in MeasureName.allCases where m[name].value != nil {
      let interval = try #require(m[name].ci95, "\(name)")
      #expect(interval.lowerBound.isFinite, "\(name)")
      #expect(interval.upperBound.isFinite, "\(name)")
    }
    #expect((m.severity == nil) == (m[.cvai].value == nil))
  }

  @Test func aLostIntervalWithholdsLevelAndSide() throws {
    let m = try measure(deviation: 0.05)
    #expect(m[.cvai].value == nil)
    #expect(m[.cvai].reasons.map(\.code) == [.uncertaintyLost])
    #expect(m.grades.isEmpty)
    #expect(!m.isComplete)
  }

  @Test func aDeviationThatIsNoNumberRejectsTheLandmark() throws {
    for deviation in [Double.nan, .infinity, -0.001] {
      let m = try measure(deviation: deviation)
      #expect(MeasureName.allCases.allSatisfy { m[$0].value == nil })
      #expect(m.reasons.map(\.code) == [.landmarksDeviationUnknown])
    }
  }

  @Test func noSideIsSaidOnlyWhereTheIntervalIsNarrow() throws {
    let round = TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 45, spokes: 90)
    #expect(try measure(round, deviation: 0.001).severity?.flattened == FlattenedSide.none)
    let wide = try measure(round, deviation: 0.005)
    #expect(wide[.cvai].ci95!.upperBound > FlattenedSide.visible)
    #expect(wide.severity?.flattened == .unknown)
    #expect(FlattenedSide.title("unknown") == "the flattened side is not known")
    #expect(FlattenedSide.title(nil) == FlattenedSide.unknown.title())
    #expect(FlattenedSide.title("none") == "no side significantly flattened")
    #expect(FlattenedSide.title("left-posterior") == "flattened left-posterior")
  }

  @Test func aStatedDeviationAboveTheLimitRejects() throws {
    let text = """
      {"landmarks": {"sellion": {"point_mm": [0, 70, 0], "sd_mm": 30}, "tragion_left": {"point_mm": [-60, 0, 0], "sd_mm": 5},
        "tragion_right": {"point_mm": [60, 0, 0]}}}
      """
    let landmarks = try LandmarkFile.parse(Data(text.utf8), name: "l.json").points()
    #expect(landmarks[.sellion] == nil)
    #expect(landmarks[.tragionLeft] != nil)
    #expect(landmarks[.tragionRight] != nil)
    #expect(
      landmarks.faults.map { $0.text() } == ["sellion: its stated standard deviation is 30.0 mm, more than 5 mm"])
  }

  @Test func intervalsWithoutFiniteBoundsAreNone() throws {
    #expect(MeasureSpread(samples: [1, .infinity]).interval(about: 1) == nil)
    #expect(MeasureSpread(samples: [1, 2], surface: .infinity).interval(about: 1) == nil)
    #expect(MeasureSpread(samples: [1, 2], surface: .nan).interval(about: 1) == nil)
    #expect(MeasureSpread(samples: []).interval(about: 1) == nil)
    #expect(ClosedRange(finite: 2, 1) == nil)
    #expect(ClosedRange(finite: .nan, 1) == nil)
    #expect(ClosedRange(finite: 1, 1) == 1...1)
  }

  /// A thickness that is none divides the deviation by nothing.
  @Test(arguments: [1e-323, 1e-300]) func aCapWithoutThicknessHasNoIntervals(_ thickness: Double) throws {
    let cap = CapLayer(thickness: thickness)
    let m = try HeadAnalysis(cap: cap, uncertainty: UncertaintyOptions(draws: 4)).measure(
      HeadSurface(TestHeads.plagiocephalic(rings: 45, spokes: 90)),
      landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
    for name in MeasureName.allCases { #expect((m[name].value == nil) == (m[name].ci95 == nil), "\(name)") }
  }
}
