import Diagnostics
import Geometry
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
