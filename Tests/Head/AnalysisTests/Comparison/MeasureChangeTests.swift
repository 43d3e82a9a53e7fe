import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

@Suite struct MeasureChangeTests {
  func result(_ value: Double?, _ interval: ClosedRange<Double>? = nil, _ reasons: [Finding] = []) -> MeasureResult {
    MeasureResult(value: value, unit: "mm", ci95: interval, reasons: reasons)
  }

  @Test func combinesIntervalsSideBySide() throws {
    let change = MeasureChange(.length, from: result(10, 9...11), to: result(12, 11.5...13))
    #expect(change.change == 2)
    let interval = try #require(change.ci95)
    #expect(abs(interval.lowerBound - (2 - (0.25 + 1).squareRoot())) < 1e-12)
    #expect(abs(interval.upperBound - (2 + 2.0.squareRoot())) < 1e-12)
    #expect(abs(change.smallestDetectable! - (0.25 + 1).squareRoot()) < 1e-12)
    #expect(change.isDetected == true)
    #expect(MeasureChange(.length, from: result(10, 9...11), to: result(11.4, 10.4...12.4)).isDetected == false)
  }

  /// Only errors in the direction of the change can feign it: the wide sides of these intervals face away.
  @Test func theSidesThatFaceTheChangeCount() throws {
    let grown = MeasureChange(.length, from: result(10, 5...10.5), to: result(11, 10.5...16))
    #expect(grown.isDetected == true)
    #expect(abs(grown.smallestDetectable! - 0.5.squareRoot()) < 1e-12)
    let shrunk = MeasureChange(.length, from: result(11, 5...11.5), to: result(10, 9.5...16))
    #expect(shrunk.isDetected == false)
    #expect(abs(shrunk.smallestDetectable! - (72.0).squareRoot()) < 1e-12)
    let same = MeasureChange(.length, from: result(10, 9...10.5), to: result(10, 9.5...12))
    #expect(same.isDetected == false)
    #expect(abs(same.smallestDetectable! - (4 + 1.0).squareRoot()) < 1e-12)
  }

  /// A change is called changed exactly where its interval leaves out 0.
  @Test(arguments: [7, 8] as [UInt64]) func changedMeansThatTheIntervalLeavesOutZero(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var detected = 0
    for _ in 0..<1000 {
      let (a, b) = (random.uniform(), random.uniform())
      let change = MeasureChange(
        .width, from: result(a, (a - random.uniform())...(a + random.uniform())),
        to: result(b, (b - random.uniform())...(b + random.uniform())))
      #expect(change.isDetected == !(try #require(change.ci95)).contains(0), "seed \(seed)")
      if change.isDetected == true { detected += 1 }
    }
    // Intervals without end would leave out nothing, empty ones everything.
    #expect(detected > 50, "seed \(seed): \(detected)")
    #expect(detected < 950, "seed \(seed): \(detected)")
  }

  @Test func saysWhichScanWithholds() {
    let change = MeasureChange(.width, from: result(nil, nil, [Finding(.surfaceBelowBase)]), to: result(12, 11...13))
    #expect(change.change == nil)
    #expect(change.isDetected == nil)
    #expect(change.reasons == [Finding(.comparisonSideA, ["a": .text("A")], causes: [Finding(.surfaceBelowBase)])])
    #expect(change.reasons.text() == "A: the surface does not reach above the base plane")
    #expect(MeasureChange(.width, from: result(1), to: result(2)).ci95 == nil)
    #expect(MeasureChange(.width, from: result(1), to: result(2)).isDetected == nil)
  }

  /// Finite numbers whose difference is none have no change, and no interval.
  @Test func valuesThatNoHeadHasHaveNoChange() {
    let huge = MeasureChange(
      .length, from: result(-1.7e308, -1.75e308 ... -1.6e308), to: result(1.7e308, 1.6e308...1.75e308))
    #expect(huge.change == nil)
    #expect(huge.ci95 == nil)
    #expect(huge.isDetected == nil)
    #expect(huge.reasons.map(\.code) == [.comparisonNotHeads])
    let wide = MeasureChange(.length, from: result(0, -1.7e308...1.7e308), to: result(1, -1.7e308...1.7e308))
    #expect(wide.change == 1)
    #expect(wide.ci95 == nil)
    #expect(wide.smallestDetectable == nil)
    #expect(wide.isDetected == nil)
  }

  /// Two scans of an unchanged head look changed in one of twenty pairs; the interval holds the true change in nineteen.
  @Test(arguments: [1, 2, 3] as [UInt64]) func holdsTheTruthAsOftenAsItSays(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (sigmaA, sigmaB, growth) = (0.8, 1.5, 0.6)
    var (held, alarms) = (0, 0)
    for _ in 0..<4000 {
      let error = random.normal3()
      let (a, b) = (100 + sigmaA * error.x, 100 + sigmaB * error.y)
      let interval = { (value: Double, sigma: Double) in (value - 1.959964 * sigma)...(value + 1.959964 * sigma) }
      let same = MeasureChange(.length, from: result(a, interval(a, sigmaA)), to: result(b, interval(b, sigmaB)))
      if same.isDetected == true { alarms += 1 }
      let grown = MeasureChange(
        .length, from: result(a, interval(a, sigmaA)), to: result(b + growth, interval(b + growth, sigmaB)))
      if grown.ci95!.contains(growth) { held += 1 }
    }
    // Four standard deviations of a share of 5 % in 4000.
    #expect(abs(Double(alarms) / 4000 - 0.05) < 0.014, "seed \(seed): \(alarms)")
    #expect(abs(Double(held) / 4000 - 0.95) < 0.014, "seed \(seed): \(held)")
  }
}

/// An ellipsoid sheared to one side and to the other: the CVAI is the same, its side is not.
@Suite(.slow) struct SignedChangeTests {
  private static let (a, b, c) = (0.06, 0.075, 0.09)

  private static func sheared(_ k: Double, scale: Double = 1) -> Mesh {
    TestHeads.ellipsoid(a, b, c, rings: 90, spokes: 360).image { p in Vector3(p.x + k * p.y, p.y, p.z) * scale }
  }

  private static let scans = Dictionary(
    uniqueKeysWithValues: [-0.03, -0.01, 0.01, 0.03].map { k in (k, Result { try TestHeads.compared(sheared(k)) }) })

  /// The signed CVAI of the sheared ellipse ((x − k y) / a)² + (y / b)² = 1: its radius at θ from forward is
  /// 1 / √((sin θ − k cos θ)² / a² + cos² θ / b²), and half a diagonal by its symmetry.
  private static func signedCVAI(_ k: Double) -> Double {
    let radius = { (degrees: Double) in
      let (s, f) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      return 1 / (pow((s - k * f) / a, 2) + pow(f / b, 2)).squareRoot()
    }
    let (left, right) = (radius(-30), radius(30))
    return 100 * (left - right) / max(left, right)
  }

  @Test(arguments: [-0.03, -0.01, 0.01, 0.03]) func theSideIsThatOfTheLongerDiagonal(k: Double) throws {
    let head = try #require(Self.scans[k]).get()
    let cvai = try #require(head.results[.cvai])
    let signed = try #require(cvai.signed)
    #expect(abs(signed.value - Self.signedCVAI(k)) < 0.02)
    #expect(signed.value * k < 0 && abs(abs(signed.value) - cvai.value!) < 1e-9)
    #expect(try #require(signed.ci95).contains(signed.value))
    #expect(head.results[.length]?.signed == nil)
    #expect(head.results[.oddi]?.signed != nil)
  }

  /// The CVAI without its side has not changed at all, with it by twice its value; growth plays no part.
  @Test func aChangeOfSideShows() throws {
    let (before, after) = (
      try #require(Self.scans[-0.03]).get(),
      try TestHeads.compared(Self.sheared(0.03, scale: 1.03), TestHeads.landmarks.mapValues { $0 * 1.03 })
    )
    let comparison = try HeadComparison.compare(before, after, by: .landmarks)
    let change = try #require(comparison.changes.first { $0.name == .cvai })
    #expect(abs(change.change!) < 0.02)
    #expect(change.isDetected == false)
    let signed = try #require(change.signed)
    #expect(abs(signed.change! - 2 * Self.signedCVAI(0.03)) < 0.04)
    #expect(signed.change! < 0)
    #expect(signed.isDetected == true && signed.smallestDetectable! < abs(signed.change!))
    #expect(comparison.notes.contains { $0.code == .comparisonSideChanged })
    #expect(comparison.changes.first { $0.name == .width }?.signed == nil)
  }

  /// What a folded interval has lost is taken at its widest, so it always holds the one that was lost.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func aSideIsFoundInResultsThatHaveLostIt(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let value = 3 * random.normal()
      let reach = [abs(random.normal()), abs(random.normal())]
      let (interval, fold) = ((value - reach[0])...(value + reach[1]), MeasureName.Fold.ratioOfDiagonals)
      let plain = { (value: Double) in MeasureResult(value: value, unit: "mm") }
      let results: [MeasureName: MeasureResult] = [
        .oddi: MeasureResult(
          value: fold.value(ofSigned: value), unit: "%", ci95: fold.interval(ofSigned: interval)),
        .diagonalLeftFront: plain(150 + value), .diagonalRightFront: plain(150),
      ]
      let found = try #require(results.side(of: .oddi))
      #expect(abs(found.value - value) < 1e-9, "seed \(seed)")
      let ends = try #require(found.ci95)
      #expect(ends.lowerBound <= interval.lowerBound + 1e-9, "seed \(seed)")
      #expect(ends.upperBound >= interval.upperBound - 1e-9, "seed \(seed)")
      if !interval.contains(0) {
        #expect(abs(ends.lowerBound - interval.lowerBound) < 1e-9)
        #expect(abs(ends.upperBound - interval.upperBound) < 1e-9)
      }
    }
    #expect([MeasureName.length: MeasureResult(value: 1, unit: "mm")].side(of: .length) == nil)
    #expect([MeasureName.cvai: MeasureResult(value: 1, unit: "%")].side(of: .cvai) == nil)
  }

  /// An option does what it says: with a smaller limit the same two scans are two heads.
  @Test func optionsDecideWhatIsOneHead() throws {
    let (before, after) = (try TestHeads.compared(Self.sheared(0)), try TestHeads.compared(Self.sheared(0.02)))
    let usual = try HeadComparison.compare(before, after, by: .surface)
    #expect(usual.doubt == nil)
    var options = ComparisonOptions()
    options.largestResidual = usual.registration.wholeRMS / 2
    #expect(try HeadComparison.compare(before, after, by: .surface, options: options).doubt != nil)
    options = ComparisonOptions()
    options.plausibleGrowth = 1.1...1.2
    #expect(throws: ComparisonError.self) {
      try HeadComparison.compare(before, after, by: .surface, options: options)
    }
  }

  @Test func findingsCallTheScansByTheirNames() throws {
    let (before, after) = (try #require(Self.scans[-0.03]).get(), try #require(Self.scans[0.03]).get())
    let comparison = try HeadComparison.compare(before, after, by: .landmarks, names: ScanNames("C", "D"))
    let note = try #require(comparison.notes.first { $0.code == .comparisonSideChanged })
    #expect(note.text().contains("from C to D"))
  }
}
