import Foundation
import Images
public import Recordings

/// A recording that another program is writing: its frames as they become complete.
///
/// The recording is read anew again and again. A frame counts when both of its images can be decoded; the last one when no
/// other came for a while, since a later depth image may be closer to its colour image.
public final class FollowSource: FrameSource {
  private let folder: URL
  private let reading: RecordingReading
  private var waiting: [RecordedFrame] = []
  private var decoder: Decoder?
  private var lastTime = -Double.infinity
  private var seen = (count: 0, since: ContinuousClock.now)
  private var nextLook = ContinuousClock.now
  /// The frame that can't be decoded yet, and since when.
  private var broken: (time: Double, since: ContinuousClock.Instant)?
  private var isTold = false
  /// Why the recording can't be read as it is, since when, and whether that was told.
  private var obstacle: (error: RecordingError, since: ContinuousClock.Instant, isTold: Bool)?

  /// Seconds between two looks at the folder.
  private static let pause = 0.2
  /// Seconds after which a frame is the last for the time being.
  private static let settling = 1.0
  /// Seconds in which a frame must become complete once it is listed.
  private static let patience = 5.0

  private final class Decoder {
    var images: FrameDecoder

    init(_ recording: Recording) { images = FrameDecoder(recording) }

    /// A frame's bytes, once both images could be decoded.
    func whole(_ frame: RecordedFrame) throws(RecordingError) -> RawFrame {
      try images.gray(frame, into: &gray)
      try images.depth(frame, into: &depth)
      return try images.raw(frame)
    }

    private var gray = GrayImage(width: 0, height: 0, pixels: [])
    private var depth = DepthImage(width: 0, height: 0, pixels: [])
  }

  /// - Parameter folder: of the recording; it may be there later.
  public init(_ folder: URL, _ reading: RecordingReading) { (self.folder, self.reading) = (folder, reading) }

  public let isPatient = false

  public func next() throws -> SourceAnswer {
    if waiting.isEmpty { look() }
    if let obstacle, !obstacle.isTold, obstacle.since + .seconds(Self.patience) < .now {
      self.obstacle?.isTold = true
      return .news(.unreadable(obstacle.error))
    }
    guard let frame = waiting.first, let decoder else {
      defer { isTold = true }
      if !isTold, lastTime == -.infinity { return .news(.noFrames) }
      Thread.sleep(forTimeInterval: 0.05)
      return .nothing
    }
    do throws(RecordingError) {
      let raw = try decoder.whole(frame)
      pass(frame)
      return .frame(raw)
    } catch {
      if broken?.time != frame.time { broken = (frame.time, .now) }
      if let broken, broken.since + .seconds(Self.patience) < .now {
        pass(frame)
        return .news(.leftOut(error))
      }
      // Its file is read anew, as are those behind it.
      waiting = []
      return .nothing
    }
  }

  private func pass(_ frame: RecordedFrame) {
    lastTime = frame.time
    waiting.removeFirst()
    broken = nil
  }

  /// Looks for frames that are new.
  private func look() {
    guard nextLook <= .now else { return }
    nextLook = .now + .seconds(Self.pause)
    // A list may end in the middle of a line, and a first image may not be whole: that changes.
    let recording: Recording
    do throws(RecordingError) { recording = try Recording.open(folder, reading) } catch {
      if obstacle?.error != error { obstacle = (error, .now, false) }
      return
    }
    obstacle = nil
    let count = recording.frames.count
    if count != seen.count { seen = (count, .now) }
    let isSettled = seen.since + .seconds(Self.settling) < .now
    waiting = recording.frames.dropLast(isSettled ? 0 : 1).filter { $0.time > lastTime }
    decoder = Decoder(recording)
  }
}
