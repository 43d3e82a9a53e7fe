import Diagnostics
public import Feedback
internal import Files
import Geometry
public import Platform

/// Records a scan from a source, and guides it while it is taken: the newest frame is judged, and what the judging is late
/// for is recorded all the same.
public struct Capture {
  private let options: CaptureOptions
  private let source: any FrameSource
  private let folder: URL

  /// - Parameter folder: is there, and has no recording yet.
  public init(_ options: CaptureOptions, from source: any FrameSource, into folder: URL) {
    (self.options, self.source, self.folder) = (options, source, folder)
  }

  /// Records until the source or the user ends it.
  ///
  /// - Parameters:
  ///   - isOver: whether the user has ended the scan; asked ten times a second.
  ///   - report: what the user should know of the source.
  ///   - tell: a frame with what the operator is told in it.
  public func run(
    until isOver: () -> Bool, report: (SourceNews) -> Void, tell: (JudgedFrame) throws -> Void
  ) throws -> CaptureSummary {
    let (recorder, judge) = (Recorder(source, into: folder), FrameJudge(options, folder))
    // In milliseconds.
    var delays: [Double] = []
    // Nobody can take the scan again: it is recorded to its end without words, where these fail.
    var failure: (any Error)?
    recorder.start()
    while !isOver() {
      let (newest, news, isEnd) = recorder.take()
      for item in news { report(item) }
      if let newest, failure == nil {
        do { try tell(judge.judge(newest.frame, recorder.count)) } catch {
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
      delay: source.isPatient || delays.isEmpty ? nil : TellingDelay(delays), feedback: judge.finish())
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
  /// How it was steered.
  public let feedback: FeedbackSummary
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
  /// - Parameter language: the language of the phrases.
  public func json(_ file: FeedbackFile, language: String) throws -> Data {
    let steered = try JSONText.decode(JSONValue.self, from: feedback.json(file, language: language))
    return try JSONText.encode(
      Content(recorded: recorded, leftOut: leftOut, judged: judged, delayMs: delay, feedback: steered),
      keys: .convertToSnakeCase,
      isOneLine: true)
  }

  private struct Content: Encodable {
    let schema = "calvaria/live/1"
    let recorded, leftOut, judged: Int
    let delayMs: TellingDelay?
    let feedback: JSONValue
  }
}
