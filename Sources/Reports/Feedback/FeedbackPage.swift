import Analysis
import Diagnostics
public import Feedback
public import Platform

/// What was told during a replayed scan, and the words for it.
struct ReplayedScan {
  let timeline: FeedbackTimeline
  /// The name of each frame in the recording.
  let names: [String]
  let pictures: [FramePicture]
  let summary: FeedbackSummary
  let file: FeedbackFile
  let book: Phrasebook

  /// The hints that were told, with the words for each whatever its direction.
  var toldHints: [(name: String, label: String)] {
    let names = Set(timeline.frames.compactMap { $0.hint?.name })
    let all = [Hint.covered, .tooFast, .tooFar, .tooClose, .lost].map { ($0.name, book.text(for: $0)) }
    return (all + [("move", book[.move])]).filter { names.contains($0.0) }
  }
}

/// A replayed scan as a page that needs no other file: how it was steered in short, a timeline with the image of any
/// frame, and every event. Everything is in the language of the phrases.
public struct FeedbackPage {
  let scan: ReplayedScan
  var timeline: FeedbackTimeline { scan.timeline }
  var names: [String] { scan.names }
  var summary: FeedbackSummary { scan.summary }
  var file: FeedbackFile { scan.file }
  var book: Phrasebook { scan.book }

  /// The page of a scan.
  ///
  /// - Parameters:
  ///   - timeline: what was told, with the frames counted from 0.
  ///   - names: the name of each of its frames in the recording.
  ///   - pictures: images of some of its frames, in order of time.
  ///   - file: the thresholds that were used.
  ///   - book: the language of the page.
  public init(
    _ timeline: FeedbackTimeline, names: [String], pictures: [FramePicture], summary: FeedbackSummary,
    file: FeedbackFile, book: Phrasebook
  ) {
    precondition(names.count == timeline.frames.count)
    scan = ReplayedScan(
      timeline: timeline, names: names, pictures: pictures, summary: summary, file: file, book: book)
  }

  /// The file's text; equal scans give equal text.
  ///
  /// - Throws: `EncodingError` where a figure is not finite.
  public func html() throws -> String {
    let head = Markup.element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      // The browser itself refuses whatever would come from elsewhere.
      .element(
        "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
        ]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", text: "Calvaria: \(book[.title])"), .style(ReportStyle.sheet), .style(FeedbackStyle.sheet))
    let body = Markup.element(
      "body", ["class": "feedback"], header, inShort, course, events, footer,
      try .data(FrameData(scan).json(), id: "data"),
      .script(FeedbackScript.source))
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": book.language], head, body).source
  }

  private var header: Markup {
    let facts = [
      "\(summary.frames) \(book[.frames])", book.seconds(summary.duration),
      "\(book[.thresholds]): \(file.name) \(file.version)",
    ]
    return .element(
      "header", [:],
      .element(
        "div", [:], .element("h1", text: book[.title]),
        .element("p", ["class": "quiet"], text: facts.joined(separator: " · "))))
      + .element("p", ["class": "notice"], text: book[.notice])
  }

  private var course: Markup {
    let steps = [("previous", "◀", PrintedWord.previousFrame), ("next", "▶", .nextFrame)]
    let zooms = [("out", "−", PrintedWord.zoomOut), ("in", "+", .zoomIn)]
    let buttons = (steps + zooms).map { id, sign, word in
      Markup.element("button", ["id": id, "type": "button", "title": book[word], "aria-label": book[word]], text: sign)
    }
    return .element("h2", text: book[.timeline])
      + .element("p", ["class": "quiet"], text: book[.how])
      + .element(
        "div", ["class": "course"],
        .element("div", ["id": "scroller"], TimelineLanes(scan).markup),
        .element(
          "aside", ["id": "frame", "hidden": "hidden"], framePanel,
          .element("p", ["class": "buttons"], .joined(buttons))))
  }

  private var footer: Markup {
    .element("footer", text: "Calvaria · schema calvaria/feedback/1 · \(book[.notice])")
  }

}

extension FeedbackPage {
  /// What is known of the chosen frame; the page's script fills it in.
  var framePanel: Markup {
    let rows: [(String, PrintedWord)] = [
      ("time", .time), ("name", .frame), ("state", .state), ("vibrating", .vibration), ("hint", .hint),
      ("overlap", .overlap), ("distance", .distance), ("invalid", .withoutDepth), ("blur", .blur),
      ("progress", .markers), ("alerts", .alerts), ("said", .saidLast), ("advice", .nextPart),
    ]
    let figures = rows.map { id, word in
      Markup.element("dt", text: book[word]) + .element("dd", ["id": "f-\(id)"])
    }
    return .element(
      "figure", [:], .element("img", ["id": "image", "alt": book[.image]]), .element("figcaption", ["id": "caption"]))
      + .element("dl", [:], .joined(figures))
  }
}

/// A small image of a frame, upright.
public struct FramePicture: Sendable, Equatable {
  /// The frame's index.
  public let frame: Int
  /// A JPEG file.
  public let jpeg: Data

  /// A picture from its parts.
  public init(frame: Int, jpeg: Data) { (self.frame, self.jpeg) = (frame, jpeg) }
}
