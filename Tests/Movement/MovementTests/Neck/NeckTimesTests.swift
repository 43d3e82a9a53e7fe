import Geometry
import Testing

@testable import Movement

/// For how long a head is turned to either side, in closed form.
@Suite struct NeckTimesTests {
  private let degrees = [-10.0, -10, -10, 4, 4, 4, 4, 10, 10]

  /// At 10 frames a second nothing is filtered.
  private func times(_ degrees: [Double], least: Double = 5, deviation: Double) -> NeckTimes {
    let signal = MotionSignal(degrees, times: degrees.indices.map { 2 + Double($0) / 10 }, MotionRules.standard.filters)
    return NeckTimes(signal, least: least, deviation: deviation)
  }

  private func expect(
    _ time: Estimate, _ value: Double, _ low: Double, _ high: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(time.value - value) < 1e-9, "\(time.value)", sourceLocation: sourceLocation)
    #expect(abs(time.ci95!.lowerBound - low) < 1e-9, "\(time.ci95!)", sourceLocation: sourceLocation)
    #expect(abs(time.ci95!.upperBound - high) < 1e-9, "\(time.ci95!)", sourceLocation: sourceLocation)
  }

  /// Frames stand for a tenth of a second, the first and the last for half of it; each passing of a border is known to half of
  /// a step, evenly.
  @Test func eachFrameStandsForItsTime() {
    let found = times(degrees, deviation: 0)
    let (one, two) = (1.959_964 * 0.1 * (1.0 / 12).squareRoot(), 1.959_964 * 0.1 * (2.0 / 12).squareRoot())
    expect(found.left, 0.25, 0.25 - one, 0.25 + one)
    expect(found.middle, 0.4, 0.4 - two, 0.4 + two)
    expect(found.right, 0.15, 0.15 - one, 0.15 + one)
    #expect(abs(found.unseen) < 1e-9)
    // 4° stay below 5° where the angle is known to 1.96 · 0.4°, and may be beyond them at 1.96 · 0.6°.
    #expect(times(degrees, deviation: 0.4).right == found.right)
    let open = times(degrees, deviation: 0.6)
    expect(open.left, 0.25, 0.25 - one, 0.25 + one)
    expect(open.middle, 0.4, 0, 0.4 + two)
    expect(open.right, 0.15, 0.15 - one, 0.55 + one)
    let mirrored = times(degrees.map { -$0 }, deviation: 0.6)
    expect(mirrored.right, 0.25, 0.25 - one, 0.25 + one)
    expect(mirrored.left, 0.15, 0.15 - one, 0.55 + one)
  }

  /// Neither 5° nor −5° is beyond 5°; without a border there is no doubt.
  @Test func theBorderItselfIsInTheMiddle() {
    let found = times([5, 5, -5, -5, 5], deviation: 0)
    expect(found.right, 0, 0, 0)
    // −5° is passed twice, 5° never.
    let two = 1.959_964 * 0.1 * (2.0 / 12).squareRoot()
    expect(found.middle, 0.4, 0.4 - two, 0.4 + two)
    expect(found.left, 0, 0, two)
  }

  /// Between 0.2 s and 0.6 s no frame counts: four tenths are on no side, and what passes meanwhile is not known.
  @Test func aGapIsUnseen() {
    var gapped = degrees
    for i in 3...5 { gapped[i] = .nan }
    let found = times(gapped, deviation: 0)
    #expect(abs(found.unseen - 0.4) < 1e-9)
    expect(found.left, 0.2, 0.2, 0.2)
    #expect(abs(found.middle.value - 0.05) < 1e-9)
    #expect(abs(found.right.value - 0.15) < 1e-9)
    #expect(times([], deviation: 0).unseen == 0)
  }
}
