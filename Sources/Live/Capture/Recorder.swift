import Foundation
import Recordings

/// Takes frames from a source and writes them, on a thread of its own; the newest one waits for whoever judges.
///
/// Source and writer are used by that thread alone; all else is behind the lock.
final class Recorder: @unchecked Sendable {
  private let source: any FrameSource
  private let writer: RecordingWriter
  private let keep: @Sendable (RecordedFrame) -> Void
  private let lock = NSCondition()
  private var newest: Arrival?
  private var news: [SourceNews] = []
  private var counts = FrameCounts()
  private var isStopped = false, isPaused = false
  private var end: Result<Void, any Error>?

  init(_ source: any FrameSource, into folder: URL, keep: @escaping @Sendable (RecordedFrame) -> Void) {
    (self.source, self.keep) = (source, keep)
    writer = RecordingWriter(folder)
  }

  /// The frames that were written, and those that could not be used.
  var count: FrameCounts { locked { counts } }

  /// A frame that was written, and when its last byte had come.
  struct Arrival {
    let frame: RecordedFrame
    let time: ContinuousClock.Instant
  }

  /// Begins.
  func start() {
    let thread = Thread { [self] in
      let result = Result { try record() }
      locked { end = result }
    }
    // Decoders of images need more than the half megabyte of a thread.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Records nothing for now, or goes on: what a source sends meanwhile is passed over, and one that can wait waits.
  func pause(_ isPaused: Bool) { locked { self.isPaused = isPaused } }

  /// Ends the recording and returns when the last frame is written.
  func stop() throws {
    locked { isStopped = true }
    lock.lock()
    while end == nil { lock.wait() }
    lock.unlock()
    try end?.get()
  }

  /// What has come since the last call: after a moment, be it nothing.
  ///
  /// - Returns: the newest frame that nobody has taken, news, and whether no more frames will come.
  func take() -> (newest: Arrival?, news: [SourceNews], isOver: Bool) {
    lock.lock()
    defer { lock.unlock() }
    if newest == nil, news.isEmpty, end == nil { _ = lock.wait(until: Date(timeIntervalSinceNow: Self.moment)) }
    defer {
      (newest, news) = (nil, [])
      lock.broadcast()
    }
    return (newest, news, end != nil)
  }

  /// Seconds.
  private static let moment = 0.1

  private func record() throws {
    while !locked({ isStopped }) {
      if source.isPatient, locked({ isPaused }) {
        Thread.sleep(forTimeInterval: Self.moment / 10)
        continue
      }
      switch try source.next() {
      case .frame where !source.isPatient && locked({ isPaused }): break
      case .frame(let frame): try record(frame)
      case .nothing: break
      case .news(.leftOut(let error)): leaveOut(error)
      case .news(let item): locked { news.append(item) }
      case .over: return
      }
    }
  }

  private func record(_ raw: RawFrame) throws {
    let time = ContinuousClock.now
    do {
      let frame = try writer.add(raw)
      locked { counts.recorded += 1 }
      keep(frame)
      offer(Arrival(frame: frame, time: time))
    } catch let error as RecordingError {
      leaveOut(error)
    }
  }

  /// One bad frame ends no scan.
  private func leaveOut(_ error: RecordingError) {
    locked {
      counts.leftOut += 1
      if counts.leftOut <= Self.mostTold { news.append(.leftOut(error)) }
    }
  }

  /// So many frames that are left out are told one by one.
  private static let mostTold = 20

  private func offer(_ arrival: Arrival) {
    lock.lock()
    defer { lock.unlock() }
    while source.isPatient, newest != nil, !isStopped { lock.wait() }
    newest = arrival
    lock.broadcast()
  }

  private func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
    lock.lock()
    defer {
      lock.broadcast()
      lock.unlock()
    }
    return try body()
  }
}
