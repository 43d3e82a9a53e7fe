import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// What the uncertainty of a measure is made of.
@Suite(.slow) struct BudgetTests {
  /// A wall of one circle at all heights from −40 to 60 mm, so that a section does not depend on its height.
  static let wall = TestHeads.closed(rings: 180, spokes: 360) { d in
    let across = (d.x * d.x + d.y * d.y).squareRoot()
    let (side, end) = (across > 0 ? 0.07 / across : .infinity, (d.z > 0 ? 0.06 : 0.04) / abs(d.z))
    return d * min(side, end)
  }

  let head = TestHeads.plagiocephalic(rings: 60, spokes: 120)

  func effect(_ measures: HeadMeasures, _ name: MeasureName, _ source: UncertaintySource) -> Double {
    measures[name].budget.first { $0.source == source }?.effect ?? 0
  }

  func measure(_ mesh: Mesh, deviation: Double = 0.0005, _ options: UncertaintyOptions) throws -> HeadMeasures {
    try HeadAnalysis(uncertainty: options).faceless.measure(
      HeadSurface(mesh), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: deviation))
  }

  /// Every source at once.
  static var all: UncertaintyOptions {
    UncertaintyOptions(
      draws: 100,
      surface: SurfaceDeviations(
        noise: 0.0001, bending: 0.0001, scale: 0.005, focal: 0.002, print: 0.003, lens: 0.001, lensBending: 0.0005,
        stretch: 0.01, depthFilter: [.length: 0.1, .cvai: 0.05], estimated: [.surface, .focal]))
  }

  @Test func sharesAddUpToOne() throws {
    let points = (0..<72).map { i -> Vector3 in
      [0.06 * cos(Double(i) * .pi / 36), 0.075 * sin(Double(i) * .pi / 36), -0.02]
    }
    let analysis = HeadAnalysis(cap: CapLayer(thickness: 0.001, points: points), uncertainty: Self.all).faceless
    let m = try analysis.measure(
      HeadSurface(head), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0005))
    var sources: Set<UncertaintySource> = []
    for name in MeasureName.allCases where m[name].value != nil {
      let budget = m[name].budget
      #expect(abs(budget.reduce(0) { $0 + $1.contribution } - 1) < 1e-9, "\(name)")
      #expect(budget.map(\.contribution) == budget.map(\.contribution).sorted(by: >), "\(name)")
      sources.formUnion(budget.map(\.source))
      for line in budget {
        #expect(line.deviation > 0, "\(name): \(line.source)")
        #expect(line.effect > 0, "\(name): \(line.source)")
      }
    }
    #expect(sources == Set(UncertaintySource.allCases).subtracting([.hidden, .capEdge, .midline]))
    let kinds = Dictionary(m[.volume].budget.map { ($0.source, $0.kind) }) { a, _ in a }
    #expect(kinds[.surface] == .a)
    #expect(kinds[.depth] == .a)
    #expect(kinds[.observer] == .b)
    #expect(kinds[.standOff] == .b)
  }

  /// What two places have in common is the mean of the Legendre polynomials of their cosine.
  @Test(arguments: [2...2, 1...5, 4...4]) func theHarmonicsMakeOneFieldInAllDirections(degrees: ClosedRange<Int>) {
    let field = SmoothField(centre: .zero, degrees: degrees)
    let legendre: [(Double) -> Double] = [
      { _ in 1 }, { $0 }, { (3 * $0 * $0 - 1) / 2 }, { (5 * $0 * $0 * $0 - 3 * $0) / 2 },
      { (35 * pow($0, 4) - 30 * $0 * $0 + 3) / 8 }, { (63 * pow($0, 5) - 70 * pow($0, 3) + 15 * $0) / 8 },
    ]
    #expect(field.modes == degrees.map { 2 * $0 + 1 }.reduce(0, +))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let (a, b) = (random.direction(), random.direction())
      let common = (0..<field.modes).reduce(0.0) { $0 + field.harmonic($1).value(a) * field.harmonic($1).value(b) }
      let expected = degrees.map { legendre[$0](a.dot(b)) }.reduce(0, +) / Double(degrees.count)
      #expect(abs(common - expected) < 1e-12)
    }
  }

  /// On a circle of diameter D both ends of a diameter are off alike: its deviation is 2 σ. Diameters at an angle γ have
  /// P₂(cos γ) of their variance in common: the ratio of length and width has 100 · 2 √3 σ / D, the difference of diagonals
  /// 60° apart 3 σ, and the mean radius −1/2 of one coefficient, so that the circumference has π σ.
  @Test func bendingIsThatOfTheClosedForm() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    options.surface.bending = 0.0005
    let m = try measure(Self.wall, deviation: 0, options)
    let expected: [(MeasureName, Double)] = [
      (.length, 1), (.width, 1), (.diagonalLeftFront, 1), (.cranialIndex, 100 * 3.0.squareRoot() / 140), (.cva, 1.5),
      (.cvai, 150 / 140), (.circumference, 0.5 * .pi),
    ]
    for (name, value) in expected {
      #expect(abs(effect(m, name, .bending) / value - 1) < 0.02, "\(name): \(effect(m, name, .bending)), not \(value)")
      #expect(m[name].budget.count == 1)
    }
    // A lens bends as much as it is said to, and scales.
    options.surface.bending = 0
    (options.surface.lensBending, options.surface.lens, options.surface.scale) = (0.0005 / 0.07, 0.01, 0.01)
    let lens = try measure(Self.wall, deviation: 0, options)
    #expect(abs(effect(lens, .cranialIndex, .lens) / effect(m, .cranialIndex, .bending) - 1) < 0.001)
    #expect(abs(effect(lens, .length, .lens) / (1 + 1.96).squareRoot() - 1) < 0.02)
    // The interval is that of the effect, and folded where the head is symmetric.
    #expect(abs(m[.length].ci95!.upperBound - m[.length].value! - 1.959964) < 0.05)
    #expect(m[.cva].ci95!.lowerBound == 0)
    #expect(abs(m[.cva].ci95!.upperBound - 1.959964 * 1.5) < 0.1)
  }

  /// Against the volume of surfaces that are bent, landmarks and all, by each harmonic up and down.
  @Test func bendingChangesTheVolumeAsBentSurfacesDo() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    options.surface.bending = 0.0003
    // Without a vertex on the base plane, as no scan has one.
    let head = TestHeads.plagiocephalic(rings: 61, spokes: 120)
    let m = try measure(head, deviation: 0, options)
    let top = try #require(m.vertexHeight)
    let field = SmoothField.bending(about: [0, 0, 0.3 * top])
    let volume = { (mode: Int, amplitude: Double) throws -> Double in
      let harmonic = field.harmonic(mode)
      let places = TestHeads.landmarks.mapValues { field.moved($0, harmonic, by: amplitude) }
      let frame = try HeadFrame(
        sellion: places[.sellion]!, tragionLeft: places[.tragionLeft]!, tragionRight: places[.tragionRight]!)
      let positions = field.moved(head.positions, mode: mode, by: amplitude).map { frame.headFromScan * $0 }
      return QuadrantIntegral(positions, head.triangles).volume.sum() * 1e6
    }
    let slopes = try (0..<field.modes).map { try (volume($0, 0.0004) - volume($0, -0.0004)) / 0.0008 }
    let expected = 0.0003 * slopes.reduce(0) { $0 + $1 * $1 }.squareRoot()
    #expect(expected > 0.5)
    #expect(abs(effect(m, .volume, .bending) / expected - 1) < 0.04, "\(expected)")
    #expect(abs(m[.volume].ci95!.upperBound - m[.volume].value! - 1.959964 * expected) < 0.06 * expected)
  }

  /// Twenty-two radii that err by a tenth of a millimetre: 2 √11 of it; below symmetry there is nothing.
  @Test func aSumOfDifferencesIsNotBelowZero() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    options.surface.noise = 0.0001
    let reach = 1.959964 * 2 * 11.0.squareRoot() * 0.1
    let uneven = try measure(head, deviation: 0, options)[.rsi]
    #expect(try #require(uneven.value) > 2 * reach)
    #expect(abs(uneven.ci95!.lowerBound - (uneven.value! - reach)) < 1e-6)
    #expect(abs(uneven.ci95!.upperBound - (uneven.value! + reach)) < 1e-6)
    let even = try measure(Self.wall, deviation: 0, options)[.rsi]
    #expect(even.ci95!.lowerBound == 0)
    #expect(abs(even.ci95!.upperBound - reach) < 0.05)
  }

  /// An error of the scale is one of every length, and of no ratio.
  @Test func scaleIsThatOfTheClosedForm() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 2)
    (options.surface.scale, options.surface.focal) = (0.005, 0.003)
    options.surface.print = 0.002
    let m = try measure(Self.wall, deviation: 0, options)
    let depth = (25.0 - 9 - 4).squareRoot() / 1000
    #expect(abs(effect(m, .length, .depth) - depth * m[.length].value!) < 1e-9)
    #expect(abs(effect(m, .length, .focal) - 0.003 * m[.length].value!) < 1e-9)
    #expect(abs(effect(m, .volume, .print) - 3 * 0.002 * m[.volume].value!) < 1e-9)
    #expect(m[.cranialIndex].budget.isEmpty)
    #expect(m[.cvai].budget.isEmpty)
  }

  /// A sellion that observers see 1 mm apart at 70 mm before the ears turns the head by 0.82°, which is 0.61 points of CVAI
  /// at a cranial index of 80: 0.74 for each degree.
  @Test func observersTurnTheHead() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 800)
    (options.intervals.observer.deviation, options.intervals.observer.across) = (0.001, 0)
    var landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    for tragion in [Landmark.tragionLeft, .tragionRight] { landmarks.estimates[tragion]?.source = .automatic }
    let m = try TestHeads.measure(
      TestHeads.cylinder(0.06, 0.075, spokes: 720), landmarks: landmarks, uncertainty: options)
    #expect(abs(effect(m, .cvai, .observer) - 0.74 * atan(1 / 70.0) * 180 / .pi) < 0.05)
    #expect(m[.cvai].repeatability == 0...0)
    #expect(m[.cvai].budget.map(\.source) == [.observer])
  }

  @Test func moreClicksDoNotReduceTheObserver() throws {
    let few = try measure(head, deviation: 0.001, UncertaintyOptions())
    let many = try measure(head, deviation: 0.0001, UncertaintyOptions())
    for name in [MeasureName.cvai, .cva, .length, .earShift] {
      let (a, b) = (effect(few, name, .observer), effect(many, name, .observer))
      #expect(abs(a / b - 1) < 0.05, "\(name): \(a) and \(b)")
      #expect(effect(many, name, .landmarks) < 0.2 * effect(few, name, .landmarks))
      let (range, value) = (try #require(many[name].ci95), try #require(many[name].value))
      #expect(range.upperBound - value > 1.8 * b, "\(name)")
    }
    // What a program found, no observer has picked.
    var found = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)
    for landmark in Landmark.required { found.estimates[landmark]?.source = .automatic }
    let m = try TestHeads.measure(head, landmarks: found)
    #expect(!m[.cvai].budget.contains { $0.source == .observer })
    #expect(m[.cvai].repeatability != nil)
  }

  /// The head with every source at once, one of them times a factor.
  private func measured(_ source: UncertaintySource?, times factor: Double) throws -> HeadMeasures {
    var (options, deviation) = (Self.all, 0.0005)
    var parts: [UncertaintySource: Double] = [.depth: 0.003, .focal: 0.002, .print: 0.003, .lens: 0.001]
    switch source {
    case .landmarks: deviation *= factor
    case .observer:
      options.intervals.observer.deviation *= factor
      options.intervals.observer.definition *= factor
    case .surface: options.surface.noise *= factor
    case .bending: options.surface.bending *= factor
    case let part?: parts[part]! *= factor
    case nil: break
    }
    if source == .lens { options.surface.lensBending *= factor }
    options.surface.scale = parts.values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    (options.surface.focal, options.surface.print) = (parts[.focal]!, parts[.print]!)
    options.surface.lens = parts[.lens]!
    return try measure(head, deviation: deviation, options)
  }

  private static let once = Result { try BudgetTests().measured(nil, times: 1) }

  /// Twice the deviation of a source is four times its variance beside the same rest.
  @Test(arguments: [
    UncertaintySource.landmarks, .observer, .surface, .bending, .depth, .focal, .print, .lens,
  ]) func twiceTheDeviationIsFourTimesTheShare(source: UncertaintySource) throws {
    let measures = [try Self.once.get(), try measured(source, times: 2)]
    for name in [MeasureName.length, .circumference, .volume] {
      let odds = try measures.map { m in
        let share = try #require(m[name].budget.first { $0.source == source }).contribution
        return share / (1 - share)
      }
      // Landmarks act almost, and all else quite linearly.
      let tolerance = source == .landmarks || source == .observer ? 0.15 : 1e-6
      #expect(abs(odds[1] / odds[0] / 4 - 1) < tolerance, "\(name): \(odds)")
    }
  }

  @Test func aRepeatScattersLessThanAnotherOperator() throws {
    let m = try measure(head, Self.all)
    for name in MeasureName.allCases {
      let (near, far) = (try #require(m[name].repeatability), try #require(m[name].ci95))
      #expect(far.lowerBound <= near.lowerBound, "\(name)")
      #expect(far.upperBound >= near.upperBound, "\(name)")
    }
    #expect(m[.cvai].repeatability!.upperBound < m[.cvai].ci95!.upperBound - 0.3)
    // A symmetric head has intervals from 0 of both kinds.
    let round = try measure(TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 45, spokes: 90), Self.all)
    for name in [MeasureName.cva, .cvai] {
      #expect(round[name].repeatability!.lowerBound == 0 && round[name].ci95!.lowerBound == 0)
      #expect(round[name].signed!.ci95!.contains(0))
    }
  }

  /// Levels are as uncertain as the interval that is printed.
  @Test func levelsFollowTheWholeInterval() throws {
    let sure = try measure(head, .landmarksAlone()).severity
    let whole = try measure(head, UncertaintyOptions()).severity
    let (level, chance) = (try #require(sure?.level), { (grade: Severity?, level: Int) in grade?.probabilities[level] })
    #expect(whole?.level == level)
    #expect(try #require(chance(whole, level)) < #require(chance(sure, level)))
  }

  /// A cap that may stand off by up to 2 mm makes the head up to 4 mm shorter, and never longer.
  @Test func aCapStandsOffToOneSide() throws {
    let m = try TestHeads.underALooseCap()
    let (range, value) = (try #require(m[.length].ci95), try #require(m[.length].value))
    let slope = try #require(m[.length].overCap) - value
    #expect(abs(value - range.lowerBound - 0.975 * 2 * slope) < 0.02 * slope)
    #expect(range.upperBound - value < 1e-9)
    let line = try #require(m[.length].budget.first)
    #expect(line.source == .standOff)
    #expect(abs(line.deviation - 2 / 12.0.squareRoot()) < 1e-9)
    #expect(abs(try #require(line.sensitivity) - slope) < 1e-9)
    #expect(m[.length].repeatability == value...value)
    #expect(slope > 1.9)
    // Both diagonals shrink alike, their difference does not.
    #expect(m[.cva].signed!.ci95!.upperBound - m[.cva].signed!.ci95!.lowerBound < 0.02)
  }

  /// Cloth that may be stretched makes lengths up to 1 % longer, volumes 3 %, none shorter, and no ratio other; also where the
  /// cap stands off, which acts on the other side.
  @Test func stretchActsToOneSideOfWhatHasALength() throws {
    var options = UncertaintyOptions.landmarksAlone(draws: 200)
    func measured(_ cap: CapLayer? = nil) throws -> HeadMeasures {
      try HeadAnalysis(cap: cap, uncertainty: options).faceless.measure(
        HeadSurface(head), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0))
    }
    let exact = try measured()
    options.surface.stretch = 0.01
    let m = try measured()
    for (name, power) in [(MeasureName.length, 1.0), (.width, 1), (.circumference, 1), (.volume, 3)] {
      let (range, value) = (try #require(m[name].ci95), try #require(m[name].value))
      #expect(abs(range.upperBound / value - 1 - 0.975 * power * 0.01) < 0.02 * power * 0.01, "\(name) \(range)")
      #expect(range.lowerBound == exact[name].ci95?.lowerBound && m[name].repeatability == exact[name].repeatability)
      let line = try #require(m[name].budget.first { $0.source == .stretch })
      #expect(line.kind == .b)
      #expect(line.unit == "%")
      #expect(abs(line.deviation - 1 / 12.0.squareRoot()) < 1e-9)
      #expect(abs(line.effect - power * value * 0.01 / 12.0.squareRoot()) < 1e-9)
    }
    for name in [MeasureName.cvai, .cranialIndex, .asr, .oddi] {
      #expect(m[name].ci95 == exact[name].ci95, "\(name)")
      #expect(m[name].budget == exact[name].budget, "\(name)")
    }
    // CVA keeps its side: it grows away from none.
    let (cva, plain) = (try #require(m[.cva].signed), try #require(exact[.cva].signed?.ci95))
    let (far, near) =
      cva.value > 0 ? (cva.ci95!.upperBound, cva.ci95!.lowerBound) : (cva.ci95!.lowerBound, cva.ci95!.upperBound)
    #expect(abs(abs(far) - abs(cva.value) * 1.00975) < 0.01)
    #expect(near == (cva.value > 0 ? plain.lowerBound : plain.upperBound))

    let cap = CapLayer(thickness: 0, points: [[0, 0.07, -0.03], [0, -0.07, -0.03]])
    options.intervals.standOff = 0.002
    let both = try measured(cap)
    options.surface.stretch = 0
    let loose = try measured(cap)
    #expect(both[.length].ci95?.lowerBound == loose[.length].ci95?.lowerBound)
    #expect(both[.length].ci95?.upperBound == m[.length].ci95?.upperBound)
    #expect(both[.length].ci95!.lowerBound < m[.length].ci95!.lowerBound - 3)
  }

  /// Hair that may be up to 3 mm thick makes the head smaller by what is the same everywhere, and uncertain to both sides by
  /// what is thicker in one place than in another. On a circle the difference of diagonals 60° apart has the variance
  /// 4 σ² (1 + ρ(180°) − ρ(60°) − ρ(120°)), ρ the mean of P₁ to P₅: 3.86 σ². A diameter has 2 σ² (1 + ρ(180°)) = 1.6 σ².
  @Test func hairIsEvenAndByPlace() throws {
    let wall = TestHeads.closed(rings: 180, spokes: 360) { d in
      let across = (d.x * d.x + d.y * d.y).squareRoot()
      let (side, end) = (across > 0 ? 0.071 / across : .infinity, (d.z > 0 ? 0.06 : 0.04) / abs(d.z))
      return d * min(side, end)
    }
    let cap = CapLayer(thickness: 0.001, standardDeviation: 0, points: [[0, 0.07, -0.035], [0, -0.07, -0.035]])
    var options = UncertaintyOptions.landmarksAlone(draws: 200)
    func measured() throws -> HeadMeasures {
      try HeadAnalysis(cap: cap, uncertainty: options).faceless.measure(
        HeadSurface(wall), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0))
    }
    (options.intervals.hair, options.intervals.hairByPlace) = (0.003, 0)
    let even = try measured()
    let (range, value) = (try #require(even[.length].ci95), try #require(even[.length].value))
    #expect(abs(value - range.lowerBound - 0.975 * 6) < 0.15)
    #expect(range.upperBound - value < 1e-9)
    #expect(even[.cva].signed!.ci95!.upperBound < 0.02)
    options.intervals.hairByPlace = 0.2
    let uneven = try measured()
    let (line, side) = (try #require(uneven[.cva].budget.first), try #require(uneven[.cva].signed?.ci95))
    let spread = (4 * (2 + 2 * 0.125 + 2 + 2 * 0.2890625) / 5).squareRoot()
    #expect(line.source == .hair)
    #expect(line.kind == .b)
    #expect(abs(line.effect - 0.6 * spread) < 0.02)
    #expect(abs(line.deviation - (9.0 / 12 + 0.36).squareRoot()) < 1e-9)
    #expect(abs(side.upperBound - 1.96 * 0.6 * spread) < 0.1)
    #expect(abs(side.lowerBound + 1.96 * 0.6 * spread) < 0.1)
    let width = try #require(uneven[.width].budget.first { $0.source == .hair })
    #expect(abs(width.effect - (4 * 9 / 12 + 0.36 * 1.6).squareRoot()) < 0.02)
    #expect(uneven[.cva].repeatability == even[.cva].repeatability)
    // Landmarks lie on bare skin: no hair moves them.
    for name in [MeasureName.earShift, .axisDifference] {
      #expect(!uneven[name].budget.contains { $0.source == .hair }, "\(name)")
    }
    // Without a cap there is nothing under which hair could be.
    let bare = try HeadAnalysis(uncertainty: options).faceless.measure(
      HeadSurface(wall), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0))
    #expect(bare[.cva].budget.isEmpty)
  }

  /// A level that is searched for moves with the landmarks.
  @Test func searchedLevelsAreSearchedInEveryDraw() throws {
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.002)
    let surface = try HeadSurface(TestHeads.plagiocephalic(rings: 90, spokes: 120).image { $0 + [0, 0, 0.03] })
    let choices = try MeasurementProtocol.find("longest-section")
    let top = try #require(VertexHeight.top(of: surface.positions, .identity)).z
    let trial = LandmarkMonteCarlo(surface, holes: [], landmarks, choices, top: top)
    var errors = (fixed: 0.0, drawn: 0.0)
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var picked = landmarks
      for landmark in Landmark.required { picked.estimates[landmark]!.position += random.normal3() * 0.002 }
      let fixed = try #require(trial.evaluate(picked)?.section?.section.level)
      let drawn = try #require(trial.evaluate(picked, isSearching: true)?.section?.section.level)
      let whole = try #require(
        try TestHeads.measure(surface, landmarks: picked, choices: choices, uncertainty: nil)
          .section?.level)
      errors.fixed += abs(fixed - whole)
      errors.drawn += abs(drawn - whole)
    }
    #expect(errors.drawn < errors.fixed / 2, "\(errors)")
  }
}

/// Draws of what acts to one side.
@Suite struct OneSidedDrawsTests {
  /// The spread of the length of an ellipse under draws that leave it as it is; what a cap stands off counts twice.
  private static func spread(_ change: (inout UncertaintyOptions) -> Void) throws -> (length: Double, MeasureSpread) {
    let nominal = TestHeads.evaluation(yaw: 0)
    let length = try #require(nominal.values[.length])
    let variants = CapVariants(
      layer: 0.001, over: [.measure(.length): length + 2], under: nil, edges: [], thicknessDeviation: 0,
      edgeDeviation: 0)
    var options = UncertaintyOptions.landmarksAlone(draws: 200)
    change(&options)
    let (none, draws) = (HeadSurface(positions: [], triangles: []), [Evaluation](repeating: nominal, count: 200))
    let spreads = Spreads(
      nominal: nominal, own: draws, face: draws, whole: draws, bent: [], lifted: [], options: options,
      volumes: VolumeModel(none, holes: [], top: 0.08, bridgedGap: 0.005, isFixed: true),
      profile: Profile(none, sellion: .zero, bridgedGap: 0.005), landmarks: LandmarkErrors(HeadLandmarks([:]), .none),
      midlineDegrees: 0, cap: CapEffect(variants, nominal: nominal))
    return (length, try #require(spreads[.length]))
  }

  /// Up to 2 mm of air over up to 1 mm of hair, evenly spread and independent, take up to 4 and up to 2 mm off the length:
  /// half of it on average, with the variance (16 + 4) / 12.
  @Test func airAndHairAreEvenlySpreadAndIndependent() throws {
    let (length, spread) = try Self.spread { ($0.intervals.standOff, $0.intervals.hair) = (0.002, 0.001) }
    let off = spread.samples.map { length - $0 }
    #expect(off.count == 200 && off.min()! >= 0 && off.max()! <= 6)
    let mean = off.reduce(0, +) / 200
    #expect(abs(mean - 3) < 0.03)
    #expect(abs(off.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 200 - 20.0 / 12) < 0.1)
    #expect(spread.tight == [Double](repeating: length, count: 200))
    #expect(spread.stretched == nil)
  }

  /// Cloth that stretched by up to 1 %.
  @Test func stretchIsEvenlySpread() throws {
    let (length, spread) = try Self.spread { $0.surface.stretch = 0.01 }
    let share = try #require(spread.stretched).map { 100 * ($0 / length - 1) }.sorted()
    #expect(share.count == 200)
    for (k, share) in share.enumerated() { #expect(abs(share - (Double(k) + 0.5) / 200) < 0.02) }
    #expect(share[0] > -1e-9 && share[199] < 1)
    #expect(spread.tight == nil)
  }
}

/// What one observer does wrong in two scans cancels.
@Suite struct OneObserverTests {
  /// Normal errors of 1 and of 3 for observers: without these the interval is that of the 1.
  func result(_ value: Double, signed: Double? = nil) -> MeasureResult {
    let reach = 1.959964 * 10.0.squareRoot()
    let lines = [(UncertaintySource.observer, 0.9, 3.0), (.surface, 0.1, 1)].map {
      UncertaintyComponent(source: $0.0, kind: .b, deviation: 1, unit: "mm", effect: $0.2, contribution: $0.1)
    }
    let side = signed.map { Estimate($0, ci95: ($0 - reach)...($0 + reach)) }
    return MeasureResult(
      value: value, unit: "%", ci95: max(0, value - reach)...(value + reach), budget: lines, signed: side)
  }

  @Test func observersAreLeftOut() throws {
    let one = MeasureChange(.length, from: result(100), to: result(103), isOneObserver: true)
    #expect(abs(one.smallestDetectable! - 1.959964 * 2.0.squareRoot()) < 1e-9)
    #expect(one.isDetected == true)
    let two = MeasureChange(.length, from: result(100), to: result(103))
    #expect(abs(two.smallestDetectable! - 1.959964 * 20.0.squareRoot()) < 1e-9)
    #expect(two.isDetected == false)
    // Intervals that were folded are folded anew.
    let folded = MeasureChange(
      .cvai, from: result(0.5, signed: 0.5), to: result(4.5, signed: -4.5), isOneObserver: true)
    #expect(abs(folded.smallestDetectable! - 1.959964 * 2.0.squareRoot()) < 1e-9)
    let side = try #require(folded.signed)
    #expect(side.change == -5 && abs(side.smallestDetectable! - 1.959964 * 2.0.squareRoot()) < 1e-9)
    // A result from before budgets were written keeps its interval.
    var old = result(100)
    old.budget = []
    #expect(old.without([.observer], .length) == old)
  }

  /// One convention of the horizontal holds in both scans, whoever picked; a research number has an interval and no verdict.
  @Test(arguments: [true, false]) func theHorizontalIsLeftOut(isOneObserver: Bool) throws {
    let reach = 1.959964 * 10.0.squareRoot()
    let result = { (value: Double) -> MeasureResult in
      let lines = [(UncertaintySource.horizontal, 0.9, 3.0), (.surface, 0.1, 1)].map {
        UncertaintyComponent(source: $0.0, kind: .b, deviation: 1, unit: "°", effect: $0.2, contribution: $0.1)
      }
      return MeasureResult(value: value, unit: "°", ci95: (value - reach)...(value + reach), budget: lines)
    }
    let change = MeasureChange(.vnoAngle, from: result(40), to: result(44), isOneObserver: isOneObserver)
    let interval = try #require(change.ci95)
    #expect(abs(interval.lowerBound - (4 - 1.959964 * 2.0.squareRoot())) < 1e-9)
    #expect(abs(interval.upperBound - (4 + 1.959964 * 2.0.squareRoot())) < 1e-9)
    #expect(change.isDetected == nil)
  }

  /// Landmarks that a program found in one of the scans err in their own way: nothing cancels.
  @Test func nothingCancelsWhereOneScanHasNoObserver() {
    var automatic = result(103)
    automatic.budget.removeAll { $0.source == .observer }
    for (a, b) in [(result(100), automatic), (automatic, result(100))] {
      let change = MeasureChange(.length, from: a, to: b, isOneObserver: true)
      #expect(abs(change.smallestDetectable! - 1.959964 * 20.0.squareRoot()) < 1e-9)
    }
  }
}

extension TestHeads {
  /// The measures of an ellipsoid under a cap of 1 mm that may stand off by up to 2 mm, without any other error.
  static func underALooseCap() throws -> HeadMeasures {
    let axes = Vector3(0.06, 0.075, 0.08)
    let capped = TestHeads.closed(rings: 90, spokes: 360) { d in d * axes + (d / axes).normalized * 0.001 }
    var cap = CapLayer(thickness: 0.001, points: [[0, 0.07, -0.03], [0, -0.07, -0.03]])
    cap.standardDeviation = 0
    var options = UncertaintyOptions.landmarksAlone()
    options.intervals.standOff = 0.002
    return try HeadAnalysis(cap: cap, uncertainty: options).faceless.measure(
      HeadSurface(capped), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0))
  }
}
