import Markers
import Testing

@testable import Reconstruction
@testable import Tracking

/// A part's slip as it is told: in seconds of the recording.
@Suite struct CapSlipTests {
  @Test(arguments: [(3..<5, 0.75...1.0), (0..<8, 0.0...1.75), (7..<20, 1.75...1.75)])
  func framesBecomeTimes(frames: Range<Int>, times: ClosedRange<Double>) throws {
    let recording = try SyntheticRecording.blank(times: (0..<8).map { 5 + 0.25 * Double($0) })
    let part = PartSlip(ids: [3, 4, 5, 6], others: [1, 2], frames: frames, shift: 0.004, isBeforeKept: true)
    let slip = CapSlip(part, recording)
    #expect(abs(slip.times.lowerBound - times.lowerBound) < 1e-5)
    #expect(abs(slip.times.upperBound - times.upperBound) < 1e-5)
    #expect(slip.extent == .part(ids: [3, 4, 5, 6], shift: 0.004))
    #expect(slip.treatment == .split(isBeforeKept: true))
  }

  /// A head without a slip, or without another part that could have stayed, is not exchanged.
  @Test func aSmallPartIsNotExchanged() throws {
    let small = PartSlip(ids: [1, 2], others: Array(3..<20), frames: 4..<6, shift: 0.004, isBeforeKept: false)
    #expect(small.exchanged() == nil)
    let large = PartSlip(
      ids: Array(0..<12), others: Array(12..<24), frames: 4..<6, shift: 0.004, isBeforeKept: false)
    let other = try #require(large.exchanged())
    #expect(other.ids == large.others)
    #expect(other.others == large.ids)
    #expect(other.exchanged() == large)
    #expect(other.frames == large.frames)
    #expect(other.isBeforeKept == large.isBeforeKept)
  }
}
