import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// An ellipsoid sheared to one side and to the other: the CVAI is the same, its side is not.
@Suite(.slow) struct SignedChangeTests {
  private static let (a, b, c) = (0.06, 0.075, 0.09)

  private static func sheared(_ k: Double, scale: Double = 1) -> Mesh {
    TestHeads.ellipsoid(a, b, c, rings: 90, spokes: 720).image { p in Vector3(p.x + k * p.y, p.y, p.z) * scale }
  }

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
    let head = try TestHeads.compared(Self.sheared(k))
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
      try TestHeads.compared(Self.sheared(-0.03)),
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
    let (before, after) = (try TestHeads.compared(Self.sheared(-0.03)), try TestHeads.compared(Self.sheared(0.03)))
    let comparison = try HeadComparison.compare(before, after, by: .landmarks, names: ScanNames("C", "D"))
    let note = try #require(comparison.notes.first { $0.code == .comparisonSideChanged })
    #expect(note.text().contains("from C to D"))
  }
}
