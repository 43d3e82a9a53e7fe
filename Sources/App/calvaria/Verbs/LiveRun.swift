import Capture
import Diagnostics
import Feedback
internal import Files
import Foundation
import LivePage
import ScanPipeline

/// A scan that is recorded and guided, in a terminal or with a page.
struct LiveRun {
  let options: CaptureOptions
  let source: any FrameSource
  /// The folder to record into, and it and the result's as they are written on a command line.
  let folder: URL
  let output, result: String
  /// The recording that is followed or replayed.
  let recording: String?
  let isJSON: Bool
  let narration: NarrationOptions

  /// Records until the source or a key ends it.
  func run() throws {
    let end = EndOfScan()
    try finish(record(until: { end.hasCome }))
    narration.tell(
      Language.ofCall(
        "narration.live_reconstruct",
        [
          "command": .text(
            "calvaria reconstruct \(Self.word(output)) --output \(Self.word(result))")
        ]))
  }

  /// Records from when a page starts it until the page, the source or a key ends it; reconstructs it then, unless a signal
  /// ended it, and shows the result until the page is closed or a key comes.
  func run(on serving: PageOptions) throws {
    let (result, threads) = (URL.given(result), serving.threads)
    let host = LiveHost(
      pick: { [folder] in
        try ViewCommand.parse([folder.path, "--output", result.path, "--threads", "\(threads)"]).view()
      }, show: { Browser.open($0.path) })
    let page = LivePage(options)
    let server = LiveServer(
      page, LiveFolders(recording: folder, result: result), host: host, language: .ofCall)
    let served = try serving.begin(.ofCall) { try await server.run(port: $0, until: $1, started: $2) }
    defer { served.end() }
    do {
      // Nothing else may watch the signals while the head is reconstructed.
      let end = EndOfScan()
      while !page.isStarted, !end.hasCome { Thread.sleep(forTimeInterval: 0.02) }
      guard page.isStarted else { throw LiveError.noFrames }
      do { try finish(record(until: { end.hasCome || page.isDone }, page)) } catch {
        page.finish(failure: Self.words(for: error))
        wait(for: page, end)
        throw error
      }
      if end.isSignal { return }
    }
    reconstruct(into: result, threads: threads, page)
    wait(for: page, EndOfScan())
  }

  /// Waits until nobody needs the page any more.
  private func wait(for page: LivePage, _ end: EndOfScan) {
    while !page.isClosed, !end.hasCome { Thread.sleep(forTimeInterval: 0.05) }
  }

  private static func words(for error: any Error) -> String {
    ((error as? any UserFacingError) ?? UnforeseenError(error)).description(in: .ofCall)
  }

  private func record(until isOver: () -> Bool, _ page: LivePage? = nil) throws -> CaptureSummary {
    narration.tell(Language.ofCall("narration.live_end"))
    let summary = try Capture(options, from: source, into: folder).run(until: isOver) { news in
      let words = words(for: news)
      narration.tell(words)
      page?.report(words, isLast: news == .unguided)
    } tell: { judged in
      page?.show(judged)
      try tell(judged.feedback, name: judged.frame.name)
    }
    guard summary.recorded > 0 else { throw LiveError.noFrames }
    return summary
  }

  private func tell(_ feedback: FrameFeedback, name: String) throws {
    let book = options.phrasebook
    for event in feedback.events {
      if isJSON { try Terminal.print(FeedbackLine(event, name: name, book).json()) }
      if !isJSON, let line = book.line(for: event) { narration.tell(line) }
    }
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

  private func finish(_ summary: CaptureSummary) throws {
    if isJSON {
      try Terminal.print(summary.json(options.file, language: options.phrasebook.language))
      return
    }
    let counts = Language.ofCall(
      "narration.live_counts",
      [
        "recorded": .count(summary.recorded), "judged": .count(summary.judged),
        "late": .count(summary.recorded - summary.judged), "left_out": .count(summary.leftOut),
      ])
    try Terminal.print(Terminal.page(counts + "\n" + summary.feedback.table(options.phrasebook)))
    narration.tell(written: output)
  }

  /// Reconstructs as `calvaria reconstruct` does. What fails is told, and leaves the recording as it is.
  private func reconstruct(into result: URL, threads: Int, _ page: LivePage) {
    page.reconstruct(0, secondsLeft: nil)
    do {
      var command = try ReconstructCommand.parse([
        folder.path, "--output", result.path, "--threads", "\(threads)", "--language",
        Language.ofCall.rawValue,
      ])
      (command.narration, command.json) = (narration, isJSON)
      let (made, _) = try command.write { page.reconstruct($0.share, secondsLeft: $0.secondsLeft) }
      if !isJSON { try Terminal.print(Terminal.page(closingWith: made.brief(.ofCall))) }
      page.finish()
    } catch {
      let text = Self.words(for: error)
      Terminal.narrate(Language.ofCall("narration.error", ["text": .text(text)]))
      page.finish(failure: text)
    }
  }

  /// A path as a word of a shell.
  private static func word(_ path: String) -> String {
    ((path.hasPrefix("-") ? "./" : "") + path.printable()).asShellWord
  }
}
