import Foundation
public import Recordings

/// A recording in place of a phone, for trials: at its own pace, or as fast as frames are judged.
public final class ReplaySource: FrameSource {
  private let isRealtime: Bool
  private let frames: [RecordedFrame]
  private var decoder: FrameDecoder
  private var position = 0
  private var start: ContinuousClock.Instant?

  /// The longest sleep, in seconds.
  private static let nap = 0.1

  /// A recording's frames.
  ///
  /// - Parameter isRealtime: whether frames come at the recording's pace.
  public init(_ recording: Recording, isRealtime: Bool) {
    (frames, self.isRealtime) = (recording.frames, isRealtime)
    decoder = FrameDecoder(recording)
  }

  public var isPatient: Bool { !isRealtime }

  public func next() throws -> SourceAnswer {
    guard position < frames.count else { return .over }
    let frame = frames[position]
    if isRealtime, !wait(until: frame.time - frames[0].time) { return .nothing }
    position += 1
    do throws(RecordingError) { return .frame(try decoder.raw(frame)) } catch { return .news(.leftOut(error)) }
  }

  /// Sleeps for a moment at most.
  ///
  /// - Returns: whether a time, in seconds since the first frame, has come.
  private func wait(until time: Double) -> Bool {
    let start = self.start ?? .now
    self.start = start
    let ahead = ContinuousClock.now.duration(to: start + .seconds(time)) / .seconds(1)
    if ahead > 0 { Thread.sleep(forTimeInterval: min(ahead, Self.nap)) }
    return ahead <= Self.nap
  }
}
