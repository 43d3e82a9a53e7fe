import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Analysis
@testable import Landmarks
@testable import PointClouds

@Suite struct UncertaintyTests {
  func width(_ result: MeasureResult) -> Double { result.ci95.map { $0.upperBound - $0.lowerBound } ?? .nan }

  @Test func intervalsHoldTheTruthAsOftenAsTheySay() throws {
    // Landmarks are picked with errors of the stated deviation, many times: of 95 % intervals some 95 % hold the truth.
    let head = try HeadSurface(TestHeads.plagiocephalic(rings: 40, spokes: 90))
    let truth = try TestHeads.measure(
      head, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0), uncertainty: nil)
    var options = UncertaintyOptions.landmarksAlone(draws: 60)
    var (held, errors, widths) = ([MeasureName: Int](), [MeasureName: [Double]](), [MeasureName: [Double]]())
    let trials = 60
    for seed in 0..<UInt64(trials) {
      var random = SeededGenerator(seed: seed)
      let picked = TestHeads.landmarks.sorted { $0.key < $1.key }.map { ($0.key, $0.value + random.normal3() * 0.0015) }
      options.intervals.seed = Int(seed) + 1000
      let m = try TestHeads.measure(
        head, landmarks: HeadLandmarks(Dictionary(uniqueKeysWithValues: picked), standardDeviation: 0.0015),
        uncertainty: options)
      for name in MeasureName.allCases where m[name].ci95?.contains(truth[name].value!) == true {
        held[name, default: 0] += 1
      }
      for name in MeasureName.allCases {
        errors[name, default: []].append(m[name].value! - truth[name].value!)
        widths[name, default: []].append(width(m[name]))
      }
    }
    for name in [MeasureName.cvai, .diagonalLeftFront, .length, .earShift] {
      // 60 trials at 95 %: below 50 with a probability of 2e-4.
      #expect(held[name, default: 0] >= 50, "\(name): \(held[name, default: 0]) of \(trials)")
      // Intervals without end would hold it always: they are as wide as the errors scatter. The scatter of 60 is known to
      // 9 %, and four times that is allowed.
      let expected = 2 * 1.959964 * RobustStatistics.rms(errors[name]!)
      let ratio = RobustStatistics.median(widths[name]!) / expected
      #expect(ratio > 0.65, "\(name): \(ratio) times as wide as the errors")
      #expect(ratio < 1.5, "\(name): \(ratio) times as wide as the errors")
    }
  }

  @Test func yawAloneMovesTheIndexAsPublished() throws {
    // Only the sellion errs: 1.22 mm at 70 mm are 1° of yaw, which alone are worth 0.74 points at a cranial index of 80.
    var landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    landmarks.estimates[.sellion]?.standardDeviation = 0.07 * tan(Double.pi / 180)
    let m = try TestHeads.measure(
      TestHeads.cylinder(0.06, 0.075, spokes: 720), landmarks: landmarks,
      uncertainty: .landmarksAlone(draws: 800))
    #expect(abs(m[.cvai].ci95!.upperBound - 1.96 * 0.74) < 0.12)
    #expect(m[.cvai].ci95!.lowerBound == 0)
    #expect(m.severity?.flattened == FlattenedSide.none)
  }

  @Test func theSurfaceTermAddsInQuadrature() throws {
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    options.surface.noise = 0.0005
    let m = try TestHeads.measure(
      TestHeads.cylinder(0.06, 0.075, spokes: 720), landmarks: landmarks, uncertainty: options)
    #expect(abs(width(m[.length]) - 2 * 1.959964 * 0.5 * 2.0.squareRoot()) < 1e-3)
    #expect(abs(m[.cva].ci95!.upperBound - 1.959964 * 1.0) < 1e-3)
    #expect(abs(width(m[.earShift])) < 1e-9)
    let both = try #require(MeasureSpread(samples: [-3, 3], surface: 4 / 1.959964).interval(about: 0))
    #expect(abs(both.upperBound - (2.85 * 2.85 + 16).squareRoot()) < 1e-3)
  }

  /// A source that states its deviation by measure adds to those measures and to no other, in `ci95` and in the budget.
  @Test func namedSourcesAddInQuadrature() throws {
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    let head = TestHeads.cylinder(0.06, 0.075, spokes: 720)
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    options.surface.depthFilter = [.length: 0.3]
    options.sources = [.capEdge: [.length: 0.4, .cva: 0.2]]
    let m = try TestHeads.measure(head, landmarks: landmarks, uncertainty: options)
    #expect(abs(width(m[.length]) - 2 * 1.959964 * 0.5) < 1e-9)
    #expect(abs(m[.cva].ci95!.upperBound - m[.cva].value! - 1.959964 * 0.2) < 1e-9)
    #expect(abs(width(m[.width])) < 1e-9)
    let line = try #require(m[.length].budget.first { $0.source == .depthFilter })
    #expect(line.kind == .b)
    #expect(line.unit == "mm")
    #expect(line.deviation == 0.3)
    #expect(abs(line.contribution - 0.36) < 1e-12)
    let again = try #require(m[.length].repeatability)
    #expect(again.upperBound - again.lowerBound < 1e-9)
  }

  @Test func theSeedFixesTheBytes() throws {
    let head = TestHeads.plagiocephalic(rings: 45, spokes: 90)
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.002)
    let a = try TestHeads.measure(head, landmarks: landmarks)
    let b = try TestHeads.measure(head, landmarks: landmarks)
    var options = UncertaintyOptions()
    options.intervals.seed = 1
    let c = try TestHeads.measure(head, landmarks: landmarks, uncertainty: options)
    #expect(a.results == b.results)
    #expect(a.results != c.results)
    #expect(a.severity == b.severity)
  }

  /// What the surface shows of one click bounds its deviation with the bias of observers, too; millimetres.
  @Test(
    arguments: [
      (LandmarkSource.picked, 1, 0.0, 0.6, 0.6), (.picked, 1, 0, 1.4, 1.4), (.picked, 1, 3, 0.6, 1.833),
      (.automatic, 4, 3, 0.6, 1.833),
    ] as [(LandmarkSource, Int, Double, Double, Double)])
  func theBiasOfObserversMakesNoClickLessCertainThanTheSurface(
    _ source: LandmarkSource, _ evidence: Int, _ apart: Double, _ found: Double, _ most: Double
  ) {
    let clicked = LandmarkEstimate(position: [1, 0, 0], standardDeviation: 0.001, evidence: evidence, source: source)
    let other = LandmarkEstimate(
      position: [1, 0, apart / 1000], standardDeviation: found / 1000, evidence: 9, source: .automatic)
    let confirmed = HeadLandmarks([.sellion: clicked]).confirmed(by: HeadLandmarks([.sellion: other]))
    let errors = LandmarkErrors(confirmed, ObserverOptions())
    #expect(errors.whole[.sellion]!.max() <= most / 1000 + 1e-6)
    let alone = LandmarkErrors(HeadLandmarks([.sellion: clicked]), ObserverOptions())
    #expect((alone.whole[.sellion]!.max() > 0.001) == (source == .picked), "whoever clicks has a bias")
  }

  /// 1 mm of its own and 5 mm of observers along the skin, 2 mm across it, in quadrature; nobody picked the tragions.
  @Test func ownErrorsAndThoseOfObserversAddInQuadrature() {
    var observer = ObserverOptions()
    (observer.deviation, observer.definition, observer.across) = (0.003, 0.004, 0.4)
    let estimate = { (deviation: Double, source: LandmarkSource) in
      LandmarkEstimate(position: .zero, standardDeviation: deviation, evidence: 1, source: source)
    }
    let errors = LandmarkErrors(
      HeadLandmarks([
        .sellion: estimate(0.001, .picked), .tragionLeft: estimate(0.002, .automatic),
        .tragionRight: estimate(0.003, .automatic), .noseTip: estimate(0.1, .picked),
      ]), observer)
    let (along, across) = (26e-6.squareRoot(), 5e-6.squareRoot())
    #expect((errors.whole[.sellion]! - Vector3(along, across, along)).length < 1e-12)
    #expect(errors.whole[.tragionLeft] == Vector3(repeating: 0.002))
    #expect(errors.areBiased && abs(errors.largest - along) < 1e-12 && errors.largestOwn == 0.003)
    // The mean square of 1, 2 and 3 mm.
    #expect(abs(errors.scatter - (14e-6 / 3).squareRoot()) < 1e-12)
    #expect(LandmarkErrors(HeadLandmarks([:]), observer).scatter == 0)
  }

  /// Of triangles from 0 to 10, from 5 to 25 and from 20 to 30 mm.
  @Test(arguments: [(12.0, 18.0, 1), (10, 18, 2), (12, 20, 2), (31, 40, 0), (-9, -1, 0), (0, 30, 3)])
  func aBandIsWhatReachesIntoIt(low: Double, high: Double, count: Int) {
    let heights = [(0.0, 10.0), (5, 25), (20, 30)]
    let positions = heights.flatMap { low, high -> [Vector3] in
      [[0, 0, low / 1000], [0.01, 0, (low + high) / 2000], [0, 0.01, high / 1000]]
    }
    let surface = HeadSurface(positions: positions, triangles: (0..<3).map { [3 * $0, 3 * $0 + 1, 3 * $0 + 2] })
    #expect(surface.band((low / 1000)...(high / 1000)).triangles.count == count)
  }

  @Test func theBandHoldsAllThatDrawsNeed() throws {
    // The same draw on the whole head and on the part that is kept.
    let head = try HeadSurface(TestHeads.plagiocephalic(rings: 45, spokes: 120))
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.003)
    let top = try #require(VertexHeight.top(of: head.positions, .identity)).z
    let kept = LandmarkMonteCarlo(head, holes: [], landmarks, .standard, top: top)
    var compared = 0
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var moved = landmarks
      for landmark in Landmark.required {
        moved.estimates[landmark]!.position += random.direction() * (4 * 0.003)
      }
      // Landmarks that are all 12 mm off may be refused outright.
      guard let whole = try? TestHeads.measure(head, landmarks: moved, uncertainty: nil) else { continue }
      compared += 1
      let part = try #require(kept.evaluate(moved))
      // Volumes and profile follow the head frame to first order only: VolumeTests, ProfileTests.
      for name in MeasureName.allCases where name.basis == .section || name.basis == .landmarks {
        #expect(abs(part.values[name]! - whole[name].value!) < 1e-9, "\(name), seed \(seed)")
      }
    }
    #expect(compared >= 30)
  }
}

/// A value whose uncertainty can't be told is no measurement.
@Suite struct LostIntervalTests {
  func measure(_ mesh: Mesh = TestHeads.plagiocephalic(rings: 45, spokes: 90), deviation: Double, draws: Int = 60)
    throws
    -> HeadMeasures
  {
    try TestHeads.measure(
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
    let m = try HeadAnalysis(cap: cap, uncertainty: UncertaintyOptions(draws: 4)).faceless.measure(
      HeadSurface(TestHeads.plagiocephalic(rings: 45, spokes: 90)),
      landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
    for name in MeasureName.allCases { #expect((m[name].value == nil) == (m[name].ci95 == nil), "\(name)") }
  }
}
