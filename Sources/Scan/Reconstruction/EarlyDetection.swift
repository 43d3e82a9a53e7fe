import Dispatch
public import Markers
public import Platform
public import Recordings
import Synchronization

/// Detects markers in the frames of a recording while it is made, so that ``Reconstruction/detect()`` need not look at them
/// again. It sees in each frame what the whole recording's first pass would: the result is the same with it and without.
public final class EarlyDetection: @unchecked Sendable {
  private let folder: URL
  private let cap: Cap
  private let queue = DispatchQueue(label: "detection in a recording that grows")
  private let isStopped = Mutex(false)
  /// Used on the queue alone; nil before the first frame.
  private var pass: Pass?

  /// The frames of two minutes at 30 a second, some 50 MB; those after them are looked at in the end.
  private static let most = 3600

  /// - Parameters:
  ///   - folder: where the recording grows.
  ///   - cap: the cap that is worn.
  public init(_ folder: URL, cap: Cap) { (self.folder, self.cap) = (folder, cap) }

  /// Takes in a frame that was just recorded; returns at once, for it is looked at on a queue.
  public func add(_ frame: RecordedFrame) {
    guard frame.index < Self.most, !hasStopped else { return }
    queue.async { [self] in
      guard !hasStopped else { return }
      // A frame that can't be read ends it: the pass over the whole recording says why.
      do { try take(frame) } catch { isStopped.withLock { $0 = true } }
    }
  }

  private func take(_ frame: RecordedFrame) throws {
    let pass = try pass ?? Pass(Recording.open(folder), cap)
    self.pass = pass
    try pass.take(frame, until: { hasStopped })
  }

  private var hasStopped: Bool { isStopped.withLock(\.self) }

  /// Stops after the frame in hand. What has not been looked at by then is left to the pass over the whole recording.
  public func stop() {
    isStopped.withLock { $0 = true }
    queue.sync {}
  }

  /// How many frames were looked at so far.
  var count: Int { queue.sync { pass?.seen.frames.count ?? 0 } }

  /// What was seen of a recording, once the work was stopped; nil where it is not the one that grew here, or is read in
  /// another way.
  func seen(of input: HeadRecording) -> Seen? {
    guard hasStopped, let seen = queue.sync(execute: { pass?.seen }), input.cap == cap,
      seen.recording.reads(like: input.recording)
    else { return nil }
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

  /// The pass over the frames so far, in their order.
  private final class Pass {
    private(set) var seen: Seen
    private var observer: FrameObserver
    private var schedule = SearchSchedule()
    /// The last frame that was searched whole, and those after it, the newest aside.
    private var last: FrameObservations?
    private var between: [RecordedFrame] = []
    /// How it is searched is known once the frame after it is there.
    private var newest: RecordedFrame?

    init(_ recording: Recording, _ cap: Cap) {
      seen = Seen(recording: recording)
      observer = FrameObserver(recording, MarkerDetector(cap))
    }

    func take(_ following: RecordedFrame, until isOver: () -> Bool) throws {
      defer { newest = following }
      guard let frame = newest else { return }
      guard schedule.add(frame.time, before: following.time) else { return between.append(frame) }
      let whole = try look(at: frame, beside: [])
      // None lie before the first frame, which is always searched whole.
      if let last { for other in between where !isOver() { _ = try look(at: other, beside: [last, whole]) } }
      (last, between) = (whole, [])
    }

    private func look(at frame: RecordedFrame, beside neighbours: [FrameObservations]) throws -> FrameObservations {
      let content = try observer.observe(frame, beside: neighbours)
      seen.frames[frame.index] = (frame, neighbours.map(\.frame), content)
      return content.observations
    }
  }
}
