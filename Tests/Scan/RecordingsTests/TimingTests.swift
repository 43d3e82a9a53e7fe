import Foundation
import Geometry
import Images
import Testing

@testable import Recordings

/// How frames lie in time, and how depths are distributed.
@Suite struct TimingTests {
  private static func frames(_ times: [Double], delays: [Double]? = nil) -> [RecordedFrame] {
    let camera = Camera(width: 4, height: 3, fx: 4, fy: 4, cx: 1.5, cy: 1)
    return times.enumerated().map { k, time in
      RecordedFrame(
        index: k, name: "\(k)", time: time, depthTime: time + (delays?[k] ?? 0), cameras: CameraPair(camera),
        colorImage: StoredImage(file: "c\(k)"), depthImage: StoredImage(file: "d\(k)"))
    }
  }

  @Test func evenTimesHaveNothingOdd() {
    let timing = Timing(Self.frames((0..<31).map { 5 + Double($0) / 30 }))
    #expect(abs(timing.duration - 1) < 1e-9)
    #expect(abs(timing.interval - 1 / 30.0) < 1e-9)
    #expect(timing.dropped.frames == 0)
    #expect(timing.offset.max == 0)
    #expect(timing.findings().isEmpty)
  }

  /// Of 40 evenly timed frames some are left out.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func missingFramesAreCounted(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lost = Set((1...5).map { 3 + 6 * $0 + Int(random.uniform() * 2) })
    let double = lost.union([38])
    let kept = (0..<42).filter { !double.contains($0) && $0 != 37 }
    let timing = Timing(Self.frames(kept.map { 0.1 * Double($0) }))
    #expect(timing.dropped.frames == 7, "seed \(seed)")
    #expect(timing.dropped.gaps == 6, "seed \(seed)")
    #expect(abs(timing.largestGap.seconds - 0.3) < 1e-9 && kept[timing.largestGap.frame] == 36, "seed \(seed)")
    #expect(timing.findings().map(\.code) == [.recordingDroppedFrames])
    let values = timing.findings()[0].values
    #expect(values["count"]?.figure == 7)
    #expect(values["gaps"]?.figure == 6)
    #expect(abs((values["gap_s"]?.figure ?? 0) - 0.3) < 1e-9)
    #expect(values["frame"]?.figure == Double(timing.largestGap.frame))
  }

  /// Cameras take from one image in ten seconds to a thousand a second.
  @Test(arguments: [(9.9, true), (10.1, false), (0.00101, true), (0.00099, false)])
  func ratesThatNoCameraHasAreTold(interval: Double, isPossible: Bool) {
    let findings = Timing(Self.frames((0..<5).map { interval * Double($0) })).findings()
    #expect(findings.map(\.code) == (isPossible ? [] : [.recordingImpossibleRate]))
    for finding in findings { #expect(abs((finding.values["rate"]?.figure ?? 0) * interval - 1) < 1e-9) }
  }

  @Test func oneFrameHasNoInterval() {
    let timing = Timing(Self.frames([7]))
    #expect(timing.duration == 0)
    #expect(timing.interval.isNaN)
    #expect(timing.largestGap.seconds == 0)
    #expect(timing.findings().isEmpty)
  }

  /// Less than rounding to milliseconds makes is none.
  @Test func depthThatIsTakenLaterIsNoted() throws {
    let times = (0..<4).map { 0.1 * Double($0) }
    let delays = [0.001, -0.0014, 0.004, 0.003]
    let frames = Self.frames(times, delays: delays)
    let timing = Timing(frames)
    #expect(abs(timing.offset.max - 0.004) < 1e-9)
    #expect(abs(timing.offset.median - 0.0022) < 1e-9)
    #expect(timing.findings().map(\.code) == [.recordingNotSynchronised])
    let values = try #require(timing.findings().first).values
    #expect(abs((values["median_ms"]?.figure ?? 0) - 2.2) < 1e-6)
    #expect(abs((values["most_ms"]?.figure ?? 0) - 4) < 1e-6)
    let told = frames.map(\.depthDelay)
    #expect(told[0] == 0)
    #expect(told[1] == 0)
    #expect(abs(told[2] - 0.004) < 1e-9)
    #expect(abs(told[3] - 0.003) < 1e-9)
    #expect(Timing(Self.frames(times, delays: [0.001, 0, 0.001, -0.001])).findings().isEmpty)
  }

  /// Quantiles are those of the sorted depths, to a quarter of a millimetre.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func quantilesAreThoseOfTheSortedDepths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (histogram, depths) = (DepthHistogram(), [Float]())
    for _ in 0..<4 {
      let pixels = (0..<500).map { _ in random.uniform() < 0.2 ? Float.nan : Float(0.2 + 0.3 * random.uniform()) }
      histogram.add(DepthImage(width: 25, height: 20, pixels: pixels))
      depths += pixels.filter { $0 > 0 }
    }
    depths.sort()
    #expect(histogram.valid == depths.count, "seed \(seed)")
    #expect(histogram.pixels == 2000, "seed \(seed)")
    for fraction in [0.01, 0.05, 0.25, 0.5, 0.95, 1] {
      let expected = Double(depths[Int((fraction * Double(depths.count)).rounded(.up)) - 1])
      let found = try #require(histogram.quantile(fraction))
      #expect(abs(found - expected) <= 0.00025001, "seed \(seed)")
    }
    let range = try #require(histogram.range)
    #expect(range.p01 <= range.p05)
    #expect(range.p05 < range.p50)
    #expect(range.p50 < range.p95)
    #expect(range.p95 <= range.p99)
  }

  @Test func depthsBeyondTenMetresCountAsTen() throws {
    var histogram = DepthHistogram()
    #expect(histogram.range == nil)
    #expect(histogram.quantile(0.5) == nil)
    histogram.add(DepthImage(width: 3, height: 1, pixels: [12, .nan, 0]))
    #expect(abs(try #require(histogram.quantile(0.5)) - 10) < 0.001, "one is enough")
    histogram.add(DepthImage(width: 3, height: 1, pixels: [12, 1e30, .infinity]))
    #expect(abs(try #require(histogram.quantile(0.5)) - 10) < 0.001)
  }

  /// Four frames a second apart: three seconds, one frame a second, all depth valid and 5 ms later.
  @Test func aSummaryHasTheNumbersOfTheFrames() throws {
    let small = try SmallRecording.tum()
    let summary = try Recording.open(small.folder).summary()
    #expect(summary.frames == 4)
    #expect(abs(summary.duration - 3) < 1e-9)
    #expect(abs(try #require(summary.rate) - 1) < 1e-9)
    #expect(abs(summary.largestGap - 1) < 1e-9)
    #expect(abs(summary.timeDifferenceMedian - 0.005) < 1e-9)
    #expect(abs(summary.timeDifferenceMax - 0.005) < 1e-9)
    #expect(abs(try #require(summary.depthRange).p50 - 0.4) < 0.001)
    #expect((0.9...1).contains(try #require(summary.validDepthFraction)))
  }

  @Test(arguments: [(1, nil), (2, 1)] as [(Int, Double?)]) func twoFramesHaveARate(frames: Int, rate: Double?) throws {
    let small = try SmallRecording.tum(frames: frames)
    #expect(try Recording.open(small.folder).summary().rate == rate)
  }

  /// The first, the last and those between them, evenly.
  @Test func framesAreSpreadFromTheFirstToTheLast() throws {
    let small = try SmallRecording.tum(frames: 8)
    let recording = try Recording.open(small.folder)
    for (count, indices) in [
      (0, []), (1, [0]), (2, [0, 7]), (3, [0, 3, 7]), (5, [0, 1, 3, 5, 7]), (20, Array(0..<8)),
    ] {
      #expect(recording.spread(count).map(\.index) == indices)
    }
  }

  /// Memory of another shape is not used, whether it differs in width or in height.
  @Test(arguments: [(16, 5), (9, 12), (12, 16), (16, 12)]) func imagesGetTheSizeOfTheRecording(width: Int, height: Int)
    throws
  {
    let small = try SmallRecording.tum(frames: 2)
    let recording = try Recording.open(small.folder)
    var decoder = FrameDecoder(recording)
    let count = width * height
    var gray = GrayImage(width: width, height: height, pixels: Array(repeating: 0, count: count))
    var color = ColorImage(width: width, height: height, pixels: Array(repeating: 0, count: 3 * count))
    var depth = DepthImage(width: width, height: height, pixels: Array(repeating: 0, count: count))
    let frame = recording.frames[1]
    try decoder.gray(frame, into: &gray)
    try decoder.color(frame, into: &color)
    try decoder.depth(frame, into: &depth)
    #expect((gray.width, gray.height, gray.pixels.count) == (16, 12, 192))
    #expect((color.width, color.height, color.pixels.count) == (16, 12, 576))
    #expect((depth.width, depth.height, depth.pixels.count) == (16, 12, 192))
    #expect(try gray.pixels == recording.gray(frame).pixels)
    #expect(try color.pixels == recording.color(frame).pixels)
  }
}
