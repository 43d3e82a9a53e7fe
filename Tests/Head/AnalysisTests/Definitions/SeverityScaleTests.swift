import Landmarks
import PointClouds
import Testing

@testable import Analysis

@Suite struct SeverityScaleTests {
  @Test(arguments: [
    (0, 1), (3.49, 1), (3.5, 2), (6.24, 2), (6.25, 3), (8.74, 3), (8.75, 4), (11.0, 4), (11.01, 5), (20, 5),
  ]) func bordersBelongWhereTheScaleSays(value: Double, level: Int) {
    #expect(SeverityScale.choa.level(of: value) == level)
  }

  @Test(
    arguments: [
      ("mortenson-steinbok", [(0, 1), (2.99, 1), (3, 2), (12, 2), (12.01, 3)]),
      ("cranial-therapy-centers", [(4, 1), (4.99, 1), (5, 2), (9.99, 2), (10, 3), (15, 3), (15.01, 4)]),
      ("skully-care", [(80, 1), (89.99, 1), (90, 2), (94.99, 2), (95, 3), (100, 3), (100.01, 4)]),
    ] as [(String, [(Double, Int)])]) func theOtherScalesBorders(name: String, levels: [(Double, Int)]) throws
  {
    let scale = try SeverityScale.find(name)
    for (value, level) in levels { #expect(scale.level(of: value) == level, "\(value)") }
    #expect(scale.measure == (name == "skully-care" ? .cranialIndex : .cva))
    #expect(!scale.source.isEmpty)
  }

  /// The borders of the measures at 40°, and what they are on the longer diagonal: 104 is 3.85, 106 is 5.66.
  @Test(arguments: [("plagiocephalometry", 104.0, 3.85), ("hutchison", 106, 5.66)])
  func theScalesAt40Degrees(name: String, border: Double, overLonger: Double) throws {
    let scale = try SeverityScale.find(name)
    #expect(scale.measure == .oclr && scale.diagonals == .angle(40))
    #expect((scale.level(of: border - 0.01), scale.level(of: border)) == (1, 2))
    #expect(abs(100 * (1 - 100 / border) - overLonger) < 0.005)
    let width = try SeverityScale.find("hutchison-cranial-index")
    #expect((width.level(of: 92.99), width.level(of: 93)) == (1, 2) && width.measure == .cranialIndex)
  }

  /// A coarse head: what grades it depends on the protocol.
  private static let head = Result { try HeadSurface(TestHeads.plagiocephalic(rings: 45, spokes: 120)) }

  /// Which protocols measure what a scale is for: the rest is not graded by it, with the reason.
  static let graded: [String: Set<String>] = {
    let all = Set(MeasurementProtocol.builtIn.map(\.name))
    return [
      "choa": all.subtracting(["diagonals-at-40"]), "plagiocephalometry": all, "hutchison": all,
      "hutchison-cranial-index": all, "mortenson-steinbok": [], "cranial-therapy-centers": all, "skully-care": all,
    ]
  }()

  @Test(arguments: SeverityScale.builtIn.map(\.name), MeasurementProtocol.builtIn.map(\.name))
  func aScaleGradesWhatItIsFor(_ name: String, _ choices: String) throws {
    let (scale, choices) = (try SeverityScale.find(name), try MeasurementProtocol.find(choices))
    let isGraded = try #require(Self.graded[name]).contains(choices.name)
    let refusal = scale.refusal(of: choices)
    #expect((refusal == nil) == isGraded)
    guard choices.apAxis != .faceSymmetry else { return }
    let m = try HeadAnalysis(choices: choices, scales: [scale], uncertainty: nil).faceless.measure(
      Self.head.get(), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
    #expect(m[scale.measure].value != nil)
    #expect(m.grades.count == (isGraded ? 1 : 0))
    #expect(refusal.map { m.notes.contains($0) } ?? true)
    #expect(m.notes.contains { $0.code == .scaleNotStated } == (scale.diagonals == .notStated))
  }

  /// Five levels have a colour each; fewer have those of their share, so that the second of two is no second of five.
  @Test(arguments: [
    (1, [1, 3]), (2, [1, 3, 5]), (3, [1, 2, 4, 5]), (4, [1, 2, 3, 4, 5]), (6, [1, 2, 2, 3, 4, 4, 5]),
  ])
  func theColoursOfLevels(borders: Int, colours: [Int]) {
    let scale = SeverityScale(name: "s", measure: .cvai, borders: (0..<borders).map { .init(Double($0)) })
    #expect((1...(borders + 1)).map(scale.colour) == colours)
  }

  @Test func theProtocolThatServesAScaleIsNamed() throws {
    let at40 = try MeasurementProtocol.find("diagonals-at-40")
    let text = try #require(SeverityScale.choa.refusal(of: at40)).text()
    #expect(
      text.contains("diagonals at 30°") && text.contains("at 40°") && text.contains("--protocol calvaria-default"))
    var odd = SeverityScale.choa
    odd.diagonals = .angle(22.5)
    #expect(try #require(odd.refusal(of: .standard)).text().contains("22.5°"))
    #expect(odd.refusal(of: .standard)?.values["serving"] == nil)
    let points = try #require(SeverityScale.find("mortenson-steinbok").refusal(of: .standard))
    #expect(points.code == .scalePoints && points.text().contains("eurion"))
  }

  /// The first scale that fits is the one whose level stands for the head.
  @Test func theFirstScaleThatFitsGrades() throws {
    let at40 = try MeasurementProtocol.find("diagonals-at-40")
    let measure = { (choices: MeasurementProtocol) in
      try HeadAnalysis(choices: choices, scales: SeverityScale.usual, uncertainty: nil).faceless.measure(
        Self.head.get(), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
    }
    #expect(try measure(.standard).grades.map(\.scale.name) == ["choa", "plagiocephalometry"])
    #expect(try measure(.standard).severity?.scale.name == "choa")
    #expect(try measure(at40).severity?.scale.name == "plagiocephalometry")
    #expect(try measure(at40).severity?.flattened == measure(.standard).severity?.flattened)
  }

  /// The borders of the longer denominator, seen by the shorter one: 100 c / (100 − c).
  @Test func theShorterIndexOfTheSameHeads() {
    let seen = SeverityScale.choa.borders.map { 100 * $0.value / (100 - $0.value) }
    for (value, published) in zip(seen, [3.63, 6.67, 9.59, 12.36]) { #expect(abs(value - published) < 0.005) }
  }

  @Test func severalScalesGradeOneHead() throws {
    let analysis = HeadAnalysis(scales: SeverityScale.builtIn)
    let m = try analysis.measure(
      Self.head.get(), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0015))
    let fit = SeverityScale.builtIn.filter { $0.refusal(of: .standard) == nil }
    #expect(m.grades.map(\.scale.name) == fit.map(\.name) && fit.count == SeverityScale.builtIn.count - 1)
    #expect(m.severity?.scale == .choa)
    for grade in m.grades {
      #expect(grade.level == grade.scale.level(of: try #require(m[grade.scale.measure].value)))
      #expect(abs(grade.probabilities.values.reduce(0, +) - 1) < 1e-9)
      let ends = try #require(m[grade.scale.measure].ci95)
      let crosses = grade.scale.level(of: ends.lowerBound) != grade.scale.level(of: ends.upperBound)
      #expect(grade.crossesBorder == crosses)
    }
  }

  /// An index without a side has no negative values to fold.
  @Test func probabilitiesOfAnIndexThatIsNotFolded() throws {
    let scale = try SeverityScale.find("skully-care")
    let p = scale.probabilities(MeasureSpread(samples: [90], surface: 1))
    #expect(abs(p[1]! - 0.5) < 1e-6 && abs(p[2]! - 0.5) < 1e-6)
    #expect(scale.probabilities(MeasureSpread(samples: [91, 96])) == [2: 0.5, 3: 0.5])
    // A ratio that grows with it: 104 is as far from symmetry as a signed 4.
    let growing = try SeverityScale.find("plagiocephalometry").probabilities(MeasureSpread(samples: [-4], surface: 0.1))
    #expect(abs(growing[1]! - 0.5) < 1e-6 && abs(growing[2]! - 0.5) < 1e-6)
    // A ratio that falls with asymmetry: 97 is as far from symmetry as a signed 3.
    let falling = SeverityScale(name: "r", measure: .psr, borders: [.init(97)])
    #expect(abs(falling.probabilities(MeasureSpread(samples: [-3], surface: 0.1))[1]! - 0.5) < 1e-6)
    #expect(falling.probabilities(MeasureSpread(samples: [0], surface: 0.1))[2]! > 0.999)
  }

  @Test(arguments: [(193.0, 2), (187.5, 3), (182.5, 4), (178, 4)]) func publishedPairsOfDiagonals(
    shorter: Double, level: Int
  ) {
    // In metres, as they are measured: 0.2 − 0.178 is not exact.
    let (a, b) = (0.2, shorter / 1000)
    #expect(SeverityScale.choa.level(of: 100 * (a - b) / a) == level)
  }

  @Test func theTwoIndicesOf100And90() {
    let section = Section(
      lines: [CutLine(points: [[-0.05, 0.05], [-0.05, -0.05], [0.05, -0.05], [0.05, 0.05]], isClosed: true)], level: 0,
      bridgedGap: 0.003)
    // A square whose right-front and left-back corners are cut, so that this diagonal measures 90 % of the other.
    let cut = CutLine(
      points: [[-0.05, 0.05], [-0.05, -0.04], [-0.04, -0.05], [0.05, -0.05], [0.05, 0.04], [0.04, 0.05]], isClosed: true
    )
    var choices = MeasurementProtocol.standard
    choices.diagonalAngleDegrees = 45
    let m = SectionMeasures(Section(lines: [cut], level: 0, bridgedGap: 0.003), tragions: [:], choices: choices)
    #expect(section.isClosed)
    #expect(abs(m.values[.cvai]! - 10) < 1e-9)
    #expect(abs(m.values[.cvaiShorter]! - 100.0 / 9) < 1e-9)
    #expect(abs(m.values[.oddi]! - 1000.0 / 9) < 1e-9)
  }

  @Test func probabilitiesOfAValueOnABorder() {
    let spread = MeasureSpread(samples: [3.5], surface: 0.4)
    let p = SeverityScale.choa.probabilities(spread)
    #expect(abs(p.values.reduce(0, +) - 1) < 1e-12)
    #expect(abs(p[1]! - 0.5) < 1e-6)
    #expect(abs(p[2]! - 0.5) < 1e-6)
    // The side does not matter, and a symmetric head is level 1.
    #expect(abs(SeverityScale.choa.probabilities(MeasureSpread(samples: [-3.5], surface: 0.4))[1]! - 0.5) < 1e-6)
    #expect(SeverityScale.choa.probabilities(MeasureSpread(samples: [0], surface: 0.4))[1]! > 0.999)
    #expect(SeverityScale.choa.probabilities(MeasureSpread(samples: [1, -1, 5, 9])) == [1: 0.5, 2: 0.25, 4: 0.25])
  }
}
