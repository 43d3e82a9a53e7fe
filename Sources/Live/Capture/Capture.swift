import Diagnostics
internal import Files
import Geometry
public import Platform
public import Recordings

/// Records a scan from a source, and has it judged while it is taken: the newest frame is judged, and what the judging is
/// late for is recorded all the same.
public struct Capture {
  private let source: any FrameSource
  private let folder: URL
  private let keep: @Sendable (RecordedFrame) -> Void

  /// - Parameters:
  ///   - folder: is there, and has no recording yet.
  ///   - keep: is told every frame that was recorded, by the thread that records: it must return at once.
  public init(
    from source: any FrameSource, into folder: URL, keep: @escaping @Sendable (RecordedFrame) -> Void = { _ in }
  ) {
    (self.source, self.folder, self.keep) = (source, folder, keep)
  }

  /// Records until the source or the user ends it.
  ///
  /// - Parameters:
  ///   - isOver: whether the user has ended the scan; asked about ten times a second, `isPaused` too.
  ///   - isPaused: whether nothing is to be recorded for now.
  ///   - report: what the user should know of the source.
  ///   - judge: judges a recorded frame and tells what it says; of how many frames so far.
  public func run(
    until isOver: () -> Bool, isPaused: () -> Bool = { false }, report: (SourceNews) -> Void,
    judge: (RecordedFrame, FrameCounts) throws -> Void
  ) throws -> CaptureSummary {
    let recorder = Recorder(source, into: folder, keep: keep)
    // In milliseconds.
    var delays: [Double] = []
    // Nobody can take the scan again: it is recorded to its end without words, where these fail.
    var failure: (any Error)?
    recorder.start()
    while !isOver() {
      recorder.pause(isPaused())
      let (newest, news, isEnd) = recorder.take()
      for item in news { report(item) }
      if let newest, failure == nil {
        do { try judge(newest.frame, recorder.count) } catch {
          failure = error
          report(.unguided)
        }
        delays.append(newest.time.duration(to: .now) / .milliseconds(1))
      }
      if isEnd, newest == nil { break }
    }
    try recorder.stop()
    if let failure { throw failure }
    let count = recorder.count
    return CaptureSummary(
      recorded: count.recorded, leftOut: count.leftOut, judged: delays.count,
      delay: source.isPatient || delays.isEmpty ? nil : TellingDelay(delays))
  }
}

/// How a scan went.
public struct CaptureSummary: Sendable {
  /// The frames of the recording.
  public let recorded: Int
  /// Frames that could not be used and are not in the recording.
  public let leftOut: Int
  /// The frames that were judged: all but those that the judging was late for.
  public let judged: Int
  /// How late it was told what a frame says; nil where the source waits for that.
  public let delay: TellingDelay?
}

/// How long it took from the last byte of a frame until the operator was told what it says.
public struct TellingDelay: Encodable, Sendable, Equatable {
  /// Over all frames that were judged, in milliseconds.
  public let median, p99: Double

  init(_ delays: [Double]) {
    median = rounded(RobustStatistics.median(delays), 1)
    p99 = rounded(RobustStatistics.quantile(delays, 0.99), 1)
  }
}

extension CaptureSummary {
  /// The summary as one line of JSON.
  ///
  /// - Parameter feedback: the JSON of how it was guided.
  public func json(_ feedback: Data) throws -> Data {
    let content = Content(
      recorded: recorded, leftOut: leftOut, judged: judged, delayMs: delay,
      feedback: try JSONText.decode(JSONValue.self, from: feedback))
    return try JSONText.encode(content, keys: .convertToSnakeCase, isOneLine: true)
  }

  private struct Content: Encodable {
    let schema = "calvaria/live/1"
    let recorded, leftOut, judged: Int
    let delayMs: TellingDelay?
    let feedback: JSONValue
  }
}
