import Capture
import Diagnostics
import Feedback
internal import Files
import Foundation
import LivePage
import Reconstruction
import Recordings
import ScanPipeline

/// A scan or a neck that is recorded and guided, in a terminal or with a page.
struct LiveRun {
  let source: any FrameSource
  /// The folder to record into, and it and the result's as they are written on a command line.
  let folder: URL
  let output, result: String
  /// The recording that is followed or replayed.
  let recording: String?
  /// What is recorded, as words of a command line; none for a scan.
  let task: [String]
  let isJSON: Bool
  let narration: NarrationOptions

  /// Records a scan until the source or a key ends it.
  func run(_ options: CaptureOptions) throws {
    let end = EndOfScan()
    let judge = ScanJudge(options, folder)
    let summary = try record(until: { end.hasCome }) { frame, counts in
      try tell(judge.judge(frame, counts).feedback, name: frame.name, options)
    }
    try finish(summary, judge.finish(), options)
    advise(["reconstruct", Self.path(output)])
  }

  /// Records movements of the neck until the source or a key ends it.
  func run(_ options: NeckCaptureOptions) throws {
    let end = EndOfScan()
    let judge = NeckJudge(options, folder)
    let summary = try record(until: { end.hasCome }) { frame, _ in
      for event in try judge.judge(frame).events {
        if isJSON {
          try Terminal.print(MovementLine(event, name: frame.name, options.phrasebook).json())
        } else if let line = options.phrasebook.line(for: event, in: .ofCall) {
          narration.tell(line)
        }
      }
    }
    let guided = judge.finish()
    if isJSON {
      try Terminal.print(summary.json(guided.json(options.rules, language: options.phrasebook.language)))
    } else {
      try finish(summary, table: guided.table(.ofCall, options.rules))
    }
    advise(["replay", Self.path(output)] + task)
  }

  /// Records from when a page starts it until the page, the source or a key ends it; reconstructs it then, unless a signal
  /// ended it, and shows the result until the page is closed or a key comes.
  func run(_ options: CaptureOptions, on serving: PageOptions) throws {
    let (result, threads) = (URL.given(result), serving.threads)
    let host = LiveHost(
      pick: { [folder] in
        try ViewCommand.parse([folder.path, "--output", result.path, "--threads", "\(threads)"]).view()
      }, show: { Browser.open($0.path) })
    let page = LivePage(options, folder)
    let early = EarlyDetection(folder, cap: options.cap)
    let server = LiveServer(
      page, LiveFolders(recording: folder, result: result), host: host, language: .ofCall)
    let served = try serving.begin(.ofCall) { try await server.run(port: $0, until: $1, started: $2) }
    defer { served.end() }
    do {
      // Nothing else may watch the signals while the head is reconstructed.
      let end = EndOfScan()
      while !page.isStarted, !end.hasCome { Thread.sleep(forTimeInterval: 0.02) }
      guard page.isStarted else { throw LiveError.noFrames }
      do { try guide(page, options, early, until: { end.hasCome || page.isDone }) } catch {
        page.finish(failure: Self.words(for: error))
        wait(for: page, end)
        throw error
      }
      if end.isSignal { return }
    }
    reconstruct(into: result, threads: threads, after: early, page)
    wait(for: page, EndOfScan())
  }

  /// Records what the page shows and says.
  private func guide(
    _ page: LivePage, _ options: CaptureOptions, _ early: EarlyDetection, until isOver: () -> Bool
  ) throws {
    defer { early.stop() }
    let judge = ScanJudge(options, folder)
    let summary = try record(until: isOver, page, keep: early.add) { frame, counts in
      let judged = try judge.judge(frame, counts)
      page.show(judged)
      try tell(judged.feedback, name: frame.name, options)
    }
    try finish(summary, judge.finish(), options)
  }

  /// Waits until nobody needs the page any more.
  private func wait(for page: LivePage, _ end: EndOfScan) {
    while !page.isClosed, !end.hasCome { Thread.sleep(forTimeInterval: 0.05) }
  }

  private static func words(for error: any Error) -> String {
    ((error as? any UserFacingError) ?? UnforeseenError(error)).description(in: .ofCall)
  }

  private func record(
    until isOver: () -> Bool, _ page: LivePage? = nil, keep: @escaping @Sendable (RecordedFrame) -> Void = { _ in },
    judge: (RecordedFrame, FrameCounts) throws -> Void
  ) throws -> CaptureSummary {
    narration.tell(Language.ofCall("narration.live_end"))
    let capture = Capture(from: source, into: folder, keep: keep)
    let summary = try capture.run(
      until: isOver, isPaused: { page?.isPaused ?? false },
      report: { news in
        let words = words(for: news)
        narration.tell(words)
        page?.report(words, isLast: news == .unguided)
      }, judge: judge)
    guard summary.recorded > 0 else { throw LiveError.noFrames }
    return summary
  }

  private func tell(_ feedback: FrameFeedback, name: String, _ options: CaptureOptions) throws {
    let book = options.phrasebook
    for event in feedback.events {
      if isJSON { try Terminal.print(FeedbackLine(event, name: name, book).json()) }
      if !isJSON, let line = book.line(for: event) { narration.tell(line) }
    }
  }

  /// Tells the command that goes on with the recording.
  private func advise(_ words: [String]) {
    let command = ["calvaria"] + words + ["--output", Self.path(result)]
    narration.tell(
      Language.ofCall(
        "narration.live_reconstruct",
        ["command": .text(command.map { $0.printable().asShellWord }.joined(separator: " "))]))
  }

  private func words(for news: SourceNews) -> String {
    switch news {
    case .noFrames:
      Language.ofCall("narration.live_no_frames", ["path": .text((recording ?? "").printable())])
    case .noService: Language.ofCall("narration.live_no_service")
    case .noPhone: Language.ofCall("narration.live_no_phone")
    case .noStream: Language.ofCall("narration.live_no_stream")
    case .connected: Language.ofCall("narration.live_connected")
    case .lost: Language.ofCall("narration.live_lost")
    case .unreadable(let error):
      Language.ofCall("narration.live_unreadable", ["reason": .text(error.description(in: .ofCall))])
    case .leftOut(let error):
      Language.ofCall("narration.live_left_out", ["reason": .text(error.description(in: .ofCall))])
    case .unguided: Language.ofCall("narration.live_unguided")
    }
  }

  private func finish(_ summary: CaptureSummary, _ steered: FeedbackSummary, _ options: CaptureOptions) throws {
    if isJSON {
      try Terminal.print(summary.json(steered.json(options.file, language: options.phrasebook.language)))
    } else {
      try finish(summary, table: steered.table(options.phrasebook))
    }
  }

  private func finish(_ summary: CaptureSummary, table: String) throws {
    let counts = Language.ofCall(
      "narration.live_counts",
      [
        "recorded": .count(summary.recorded), "judged": .count(summary.judged),
        "late": .count(summary.recorded - summary.judged), "left_out": .count(summary.leftOut),
      ])
    try Terminal.print(Terminal.page(counts + "\n" + table))
    narration.tell(written: output)
  }

  /// Reconstructs as `calvaria reconstruct` does. What fails is told, and leaves the recording as it is.
  private func reconstruct(into result: URL, threads: Int, after early: EarlyDetection, _ page: LivePage) {
    page.reconstruct(0, secondsLeft: nil)
    do {
      var command = try ReconstructCommand.parse([
        folder.path, "--output", result.path, "--threads", "\(threads)", "--language",
        Language.ofCall.rawValue,
      ])
      (command.narration, command.json) = (narration, isJSON)
      let (made, _) = try command.write(after: early) { page.reconstruct($0.share, secondsLeft: $0.secondsLeft) }
      if !isJSON { try Terminal.print(Terminal.page(closingWith: made.brief(.ofCall))) }
      page.finish()
    } catch {
      let text = Self.words(for: error)
      Terminal.narrate(Language.ofCall("narration.error", ["text": .text(text)]))
      page.finish(failure: text)
    }
  }

  /// A path that is no option.
  private static func path(_ path: String) -> String { (path.hasPrefix("-") ? "./" : "") + path }
}
