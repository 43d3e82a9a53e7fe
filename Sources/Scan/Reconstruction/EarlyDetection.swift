import Foundation
public import Markers
public import Platform
public import Recordings

/// Detects markers in the frames of a recording while it is made, so that ``Reconstruction/detect()`` need not look at them
/// again. It sees in each frame what the whole recording's first pass would: the result is the same with it and without.
public final class EarlyDetection: @unchecked Sendable {
  private let folder: URL
  private let cap: Cap
  private let lock = NSCondition()
  // Behind the lock: what waits to be looked at, what was seen, and how the work ends.
  private var waiting: [RecordedFrame] = []
  private var seen: Seen?
  private var isBegun = false, isStopped = false, isOver = true

  /// The frames of two minutes at 30 a second, some 50 MB; those after them are looked at in the end.
  private static let most = 3600

  /// - Parameters:
  ///   - folder: where the recording grows.
  ///   - cap: the cap that is worn.
  public init(_ folder: URL, cap: Cap) { (self.folder, self.cap) = (folder, cap) }

  /// Takes in a frame that was just recorded; returns at once, for a thread of its own looks at it.
  public func add(_ frame: RecordedFrame) {
    locked {
      guard !isStopped, frame.index < Self.most else { return }
      waiting.append(frame)
      if !isBegun { begin() }
    }
  }

  /// Stops after the frame in hand. What has not been looked at by then is left to the pass over the whole recording.
  public func stop() {
    locked { isStopped = true }
    lock.lock()
    defer { lock.unlock() }
    while !isOver { lock.wait() }
  }

  /// How many frames were looked at so far.
  var count: Int { locked { seen?.frames.count ?? 0 } }

  /// What was seen of a recording, once the work was stopped; nil where it is not the one that grew here, or is read in
  /// another way.
  func seen(of input: HeadRecording) -> Seen? {
    let seen = locked { isOver ? self.seen : nil }
    guard let seen, input.cap == cap, seen.recording.reads(like: input.recording) else { return nil }
    return seen
  }

  /// Frames with what they show.
  struct Seen: Sendable {
    fileprivate let recording: Recording
    fileprivate var frames: [Int: (frame: RecordedFrame, beside: [Int], content: ObservedFrame)] = [:]

    /// What a frame shows, where it was looked at in the same way: whole, or beside the same neighbours.
    func frame(_ frame: RecordedFrame, beside neighbours: [FrameObservations]) -> ObservedFrame? {
      guard var known = frames[frame.index], known.beside == neighbours.map(\.frame) else { return nil }
      // Poses and gravity say nothing of what an image shows.
      (known.frame.recordedPose, known.frame.down) = (frame.recordedPose, frame.down)
      return known.frame == frame ? known.content : nil
    }
  }

  private func begin() {
    (isBegun, isOver) = (true, false)
    let thread = Thread { [self] in
      work()
      locked { (isOver, isStopped, waiting) = (true, true, []) }
    }
    // Decoders of images need more than the half megabyte of a thread.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Looks at frame after frame. A frame that can't be read ends it: the pass over the whole recording says why.
  private func work() {
    guard var frame = next(), let recording = try? Recording.open(folder) else { return }
    locked { seen = Seen(recording: recording) }
    var observer = FrameObserver(recording, MarkerDetector(cap))
    var schedule = SearchSchedule()
    // The last frame that was searched whole, and those after it.
    var last: FrameObservations?
    var between: [RecordedFrame] = []
    while let following = next() {
      if schedule.add(frame.time, before: following.time) {
        guard let whole = look(at: frame, beside: [], &observer) else { return }
        for other in between {
          guard let last, look(at: other, beside: [last, whole], &observer) != nil else { return }
        }
        (last, between) = (whole, [])
      } else {
        between.append(frame)
      }
      frame = following
    }
  }

  private func look(
    at frame: RecordedFrame, beside neighbours: [FrameObservations], _ observer: inout FrameObserver
  ) -> FrameObservations? {
    guard !locked({ isStopped }), let content = try? observer.observe(frame, beside: neighbours) else { return nil }
    locked { seen?.frames[frame.index] = (frame, neighbours.map(\.frame), content) }
    return content.observations
  }

  /// The next frame, once there is one; nil when the work is stopped.
  private func next() -> RecordedFrame? {
    lock.lock()
    defer { lock.unlock() }
    while waiting.isEmpty, !isStopped { lock.wait() }
    return isStopped ? nil : waiting.removeFirst()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer {
      lock.broadcast()
      lock.unlock()
    }
    return body()
  }
}
