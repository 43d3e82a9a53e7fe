import Foundation
import Geometry
import Testing

@testable import Movement

/// Filters against SciPy (Scripts/motion/reference.py), and what they may not do.
@Suite struct MotionSignalTests {
  private struct Fixture: Decodable {
    let cases: [Case]
    struct Case: Decodable {
      let rate, cutoff: Double
      let values, smooth, hampel: [Double]
      let outliers: [Int]
    }
  }

  private static func fixture() throws -> Fixture {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/filters.json")
    return try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
  }

  @Test func filtersAgreeWithSciPy() throws {
    let cases = try Self.fixture().cases
    #expect(cases.count == 5)
    for one in cases {
      let smooth = Butterworth(cutoff: one.cutoff, rate: one.rate).filtered(one.values)
      #expect(zip(smooth, one.smooth).allSatisfy { abs($0 - $1) < 1e-9 })
      #expect(smooth.count == one.smooth.count)
      let clean = Hampel(window: 7, deviations: 3, least: 1).filtered(one.values)
      #expect(clean.outliers == one.outliers)
      #expect(!clean.outliers.isEmpty)
      #expect(zip(clean.values, one.hampel).allSatisfy { abs($0 - $1) < 1e-12 })
    }
  }

  /// At the ends the window is cut, but not without the value itself: 2 is the median of 20, 1 and 2, and 4 that of 4,
  /// 1 and 30.
  @Test func theFirstAndTheLastValueMayBeOutliers() {
    let clean = Hampel(window: 5, deviations: 3, least: 1).filtered([20, 1, 2, 4, 1, 2, 4, 1, 30])
    #expect(clean.outliers == [0, 8])
    #expect(clean.values == [2, 1, 2, 4, 1, 2, 4, 1, 4])
  }

  /// Half of the power passes at the cutoff, and there is no delay.
  @Test(arguments: [15.0, 30, 60, 120]) func halfOfThePowerPassesAtTheCutoff(rate: Double) {
    let wave = (0..<1200).map { sin(2 * .pi * 6 * Double($0) / rate + 0.4) }
    let smooth = Butterworth(cutoff: 6, rate: rate).filtered(wave)
    let middle = 300..<900
    let gain = middle.reduce(0) { $0 + smooth[$1] * wave[$1] } / middle.reduce(0) { $0 + wave[$1] * wave[$1] }
    #expect(abs(gain - 0.5.squareRoot()) < 1e-3, "\(rate): \(gain)")
    #expect(Butterworth(cutoff: 6, rate: rate).filtered([1]) == [1])
  }

  /// Stretches of fewer than ten frames, as blur leaves them of a neck's movement, are smoothed too: SciPy's `filtfilt` with
  /// `padlen` of one less than there are values.
  @Test func aShortStretchIsSmoothed() {
    let smooth = Butterworth(cutoff: 6, rate: 20).filtered([0, 10, -10, 10, -10, 0])
    let truth = [
      -0.0067953347604947645, 3.354375021407173, 0.5922912505703601, -0.5906129426139408, -3.3489200126452054,
      -0.031357884533933955,
    ]
    #expect(smooth.count == 6, "\(smooth)")
    #expect(zip(smooth, truth).allSatisfy { abs($0 - $1) < 1e-9 }, "\(smooth)")
    let two = Butterworth(cutoff: 6, rate: 20).filtered([0, 10])
    #expect(zip(two, [-0.5493114299689767, 11.389932628770254]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(two)")
  }

  /// Without a filter all noise stays. Squares have second differences of 2, of which the deviation is 2/√6 · 1.4826.
  @Test func theNoiseIsThatOfSecondDifferences() {
    let signal = { (values: [Double]) in
      MotionSignal(values, times: values.indices.map { Double($0) / 10 }, MotionRules.standard.filters)
    }
    let squares = signal((0..<9).map { Double($0 * $0) })
    #expect(abs(squares.noise - 2 / 6.0.squareRoot() * 1.4826) < 1e-4 && squares.smoothNoise == squares.noise)
    #expect(signal([1, 5]).noise == 0)
    #expect(abs(signal([3, 4, 3]).noise - 2 / 6.0.squareRoot() * 1.4826) < 1e-4)
    // A frame between two gaps is a stretch of its own.
    #expect(signal([1, .nan, .nan, 5, .nan, .nan, 2]).chunks == [[0], [3], [6]])
  }

  /// The filter leaves as much of white noise as is said, and stretches of fewer than ten frames are left out.
  @Test func theFilterLeavesSomeNoise() {
    var noisy = Course.noisy([Double](repeating: 20, count: 1500), 2, seed: 8)
    for i in [9, 10, 11, 12, 22, 23, 24, 25] { noisy[i] = .nan }
    let signal = MotionSignal(noisy, times: noisy.indices.map { Double($0) / 30 }, MotionRules.standard.filters)
    // Frames 0 to 8, 13 to 21 and the others.
    #expect(signal.chunks == [Array(26..<1500)] && signal.values[..<26].allSatisfy(\.isNaN))
    let left = RobustStatistics.mean(signal.smooth[26...].map { ($0 - 20) * ($0 - 20) }).squareRoot()
    #expect(abs(signal.noise - 2) < 0.3 && abs(signal.smoothNoise / left - 1) < 0.2, "\(signal.smoothNoise), \(left)")
    let smooth = Butterworth(cutoff: 6, rate: 30).filtered(Array(signal.values[26...]))
    #expect(zip(smooth, signal.smooth[26...]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func aGapStaysOneAndAShortOneIsNotMadeUp() throws {
    var course = Course.repeats(1)
    for i in [40, 41, 42] { course[i] = .nan }  // three frames: 0.1 s
    for i in 80...83 { course[i] = .nan }
    let times = course.indices.map { Double($0) / 30 }
    let signal = MotionSignal(course, times: times, MotionRules.standard.filters)
    #expect(signal.chunks.count == 2 && signal.chunks[0].last == 79 && signal.chunks[1].first == 84)
    #expect(signal.filtering == .filtered)
    #expect(abs(signal.longestGap - 4.0 / 30) < 1e-9)
    for i in [40, 41, 42, 80, 83] { #expect(signal.smooth[i].isNaN && signal.values[i].isNaN) }
  }

  @Test func straightLinesLieOverShortGaps() {
    #expect(MotionSignal.filled([1, 7, 5, 15], at: [0, 3, 4, 9]) == [1, 3, 5, 7, 5, 7, 9, 11, 13, 15])
    #expect(MotionSignal.filled([2], at: [0]) == [2])
  }

  @Test func nothingIsFilteredBelowFifteenFramesASecond() throws {
    for (rate, filtering) in [(14.0, MotionSignal.Filtering.lowRate), (15, .filtered), (3, .lowRate)] {
      let course = Course.noisy(Course.repeats(2, rest: 3, move: 2, rate: rate), 1, seed: 3)
      let times = course.indices.map { Double($0) / rate }
      let signal = MotionSignal(course, times: times, MotionRules.standard.filters)
      #expect(signal.filtering == filtering, "\(rate)")
      if filtering == .lowRate {
        #expect(signal.values == course)
        #expect(signal.smooth == course)
      }
    }
  }

  @Test func unevenTimesAreNotFilteredAndRoundedOnesAre() {
    var random = SeededGenerator(seed: 4)
    let course = Course.repeats(2)
    let rounded = course.indices.map { (Double($0) / 30 * 1000).rounded() / 1000 }
    #expect(MotionSignal(course, times: rounded, MotionRules.standard.filters).filtering == .filtered)
    var time = 0.0
    let uneven = course.map { _ in
      time += 0.01 + 0.05 * random.uniform()
      return time
    }
    #expect(MotionSignal(course, times: uneven, MotionRules.standard.filters).filtering == .unevenTimes)
  }

  @Test func aSpikeIsAnOutlierAndNoiseIsNone() {
    var course = Course.noisy(Course.repeats(3), 3, seed: 5)
    let times = course.indices.map { Double($0) / 30 }
    let calm = MotionSignal(course, times: times, MotionRules.standard.filters)
    #expect(calm.outliers.count <= course.count / 200)
    #expect(abs(calm.noise - 3) < 0.5)
    course[10] += 60
    course[75] -= 60
    let signal = MotionSignal(course, times: times, MotionRules.standard.filters)
    #expect(signal.outliers.contains(10))
    #expect(signal.outliers.contains(75))
  }

  @Test func aRareFrameDoesNotMakeAGridOfMillions() {
    #expect(SamplingGrid([0, 1e-3, 2e-3, 3e-3, 1e6]) == nil)
    #expect(SamplingGrid([]) == nil)
    #expect(SamplingGrid([1]) == nil)
    #expect(SamplingGrid([0, 1, 2, 5])?.count == 6)
  }
}
