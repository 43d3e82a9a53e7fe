import Analysis
import Diagnostics
public import Feedback
public import Platform
internal import Reports

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
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": ReportPage.policy]),
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

extension FeedbackPage {
  /// Every event, a row each; a click on its time shows its frame.
  var events: Markup {
    let heads = [PrintedWord.time, .event, .words, .figures].map { Markup.element("th", text: book[$0]) }
    return .element("h2", text: "\(book[.events]) (\(timeline.events.count))")
      + .element(
        "table", ["class": "events"], .element("thead", [:], .element("tr", [:], .joined(heads))),
        .element("tbody", [:], .joined(timeline.events.map(row))))
  }

  private func row(_ event: FeedbackEvent) -> Markup {
    // Figures have the names of feedback.jsonl, whatever the language, so that they can be looked up there.
    let figures = event.figures.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Self.number($0.value))" }.joined(separator: " · ")
    return .element(
      "tr", [:],
      .element("td", ["class": "number"], link(event.frame, .text(book.seconds(event.time, digits: 3)))),
      .element("td", text: book.name(of: event)), .element("td", text: about(event)),
      .element("td", ["class": "definition"], text: figures))
  }

  /// What is said, or what the event is about where nothing is.
  private func about(_ event: FeedbackEvent) -> String {
    if let text = book.text(for: event) { return text }
    switch event.kind {
    case .hintOver(.move): return book[.move]
    case .hintOver(let hint): return book.text(for: hint)
    case .alertOver(let alert): return book.text(for: alert)
    case .partDone(let part): return book.word(part)
    case .reading(let reading, _, let light): return "\(book.name(of: reading)) \(light.sign) \(book.name(of: light))"
    default: return ""
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? NumberText.number(value, digits: 0) : NumberText.number(value, digits: 4)
  }
}

extension Phrasebook {
  /// The name of an event's kind.
  func name(of event: FeedbackEvent) -> String {
    switch event.kind {
    case .guidance: self[.state]
    case .vibration(true): self[.vibrationBegins]
    case .vibration(false): self[.vibrationEnds]
    case .hint: self[.hint]
    case .hintOver: self[.hintOver]
    case .progress: self[.progress]
    case .partDone: self[.partDone]
    case .reminder: self[.reminder]
    case .next: self[.nextPart]
    case .alert: self[.alert]
    case .alertOver: self[.alertOver]
    case .reading: self[.reading]
    }
  }

  /// The name of a reading.
  func name(of reading: DisplayedQuantity) -> String {
    switch reading {
    case .distance: self[.distance]
    case .overlap: self[.overlap]
    case .cvai: "CVAI"
    }
  }

  /// The name of a colour.
  func name(of light: TrafficLight) -> String {
    switch light {
    case .red: self[.red]
    case .amber: self[.amber]
    case .green: self[.green]
    }
  }
}

extension FeedbackPage {
  /// How the scan was steered, in a few figures.
  var inShort: Markup {
    .element("h2", text: book[.summary])
      + .element("div", ["class": "cards"], good, longest, seen, ended)
      + .element("div", ["class": "two"], .element("div", [:], steps, told), neverScanned)
  }

  private func card(_ title: PrintedWord, _ value: String, _ detail: String, frame: Int? = nil) -> Markup {
    let content = Markup.element("strong", text: value) + .element("span", ["class": "quiet"], text: detail)
    return .element(
      "div", ["class": "card"], .element("span", text: book[title]), frame.map { link($0, content) } ?? content)
  }

  /// Something that shows a frame when it is chosen.
  func link(_ frame: Int, _ content: Markup) -> Markup {
    .element("a", ["href": "#frame", "data-frame": "\(frame)"], content)
  }

  private func frame(at time: Double) -> Int { timeline.frames.first { $0.time >= time }?.frame ?? 0 }

  private var good: Markup {
    guard let share = summary.goodShare else { return card(.good, "–", book[.neverBegan]) }
    return card(
      .good, NumberText.percent(share), "\(book.seconds(summary.good)) \(book[.of]) \(book.seconds(summary.scanned))")
  }

  private var longest: Markup {
    guard let stretch = summary.longestBad else { return card(.longest, "–", book[.none]) }
    return card(
      .longest, book.seconds(stretch.duration), "\(book[.from]) \(book.seconds(stretch.start))",
      frame: frame(at: stretch.start))
  }

  private var seen: Markup {
    let last = timeline.frames.last
    guard let share = last?.progress, let light = last?.light else { return card(.markers, "–", "") }
    return .element(
      "div", ["class": "card"], .element("span", text: book[.markers]),
      .element("strong", text: "\(NumberText.percent(share)) \(light.sign)"), bar(share, light.rawValue))
  }

  private var ended: Markup {
    .element(
      "div", ["class": "card"], .element("span", text: book[.ended]),
      .element("span", ["class": "prompt"], text: book.prompt(summary.guidance)))
  }

  /// A share as a bar; its figure must be printed beside it.
  func bar(_ share: Double, _ style: String) -> Markup {
    let width = NumberText.number(100 * min(max(share, 0), 1), digits: 1)
    return .element(
      "div", ["class": "share"], .element("div", ["class": "fill \(style)", "style": "width:\(width)%"]))
  }

  private var steps: Markup {
    let chips = summary.steps.map { step in
      Markup.element(
        "li", [:],
        link(
          frame(at: step.time),
          .element("strong", text: "\(step.percent) %") + .element("span", text: book.seconds(step.time))))
    }
    return .element("h3", text: book[.steps])
      + (chips.isEmpty
        ? .element("p", ["class": "quiet"], text: book[.none])
        : .element("ol", ["class": "steps"], .joined(chips)))
  }

  /// How long each hint and each alert held.
  private var told: Markup {
    let hints = scan.toldHints.map { ($0.label, summary.hints[$0.name] ?? 0) }
    let alerts = Alert.allCases.compactMap { alert in
      summary.alerts[alert].map { (book.text(for: alert), $0) }
    }
    let rows = (hints + alerts).map { text, seconds in
      Markup.element(
        "tr", [:], .element("td", text: text), .element("td", ["class": "number"], text: book.seconds(seconds)))
    }
    return .element("h3", text: book[.told])
      + (rows.isEmpty
        ? .element("p", ["class": "quiet"], text: book[.none]) : .element("table", [:], .joined(rows)))
  }

  private var neverScanned: Markup {
    let ids = summary.missing.map(String.init).joined(separator: ", ")
    let markers =
      summary.missing.isEmpty ? book[.allSeen] : "\(book[.markersNeverSeen]) (\(summary.missing.count)): \(ids)"
    let known = timeline.frames.contains { $0.progress != nil }
    return .element(
      "div", [:], .element("h3", text: book[.neverScanned]),
      known ? .element("p", text: markers) : .empty, parts)
  }

  private var parts: Markup {
    guard !summary.parts.isEmpty else { return .element("p", ["class": "quiet"], text: book[.unknownParts]) }
    let rows = HeadPart.allCases.compactMap { part -> Markup? in
      guard let share = summary.parts[part] else { return nil }
      let isMissing = summary.missingParts.contains(part)
      let verdict = isMissing ? "■ \(book[.notScanned])" : "● \(book[.scanned])"
      return .element(
        "tr", [:], .element("td", text: book.word(part)), .element("td", [:], bar(share, isMissing ? "red" : "green")),
        .element("td", ["class": "number"], text: NumberText.percent(share)),
        .element("td", ["class": "verdict"], text: verdict))
    }
    let assumption = summary.firstView.map { view in
      Markup.element("p", ["class": "quiet"], text: "▲ \(book[.assumedView]): \(book.word(view))")
    }
    return (assumption ?? .empty) + .element("table", [:], .joined(rows))
  }
}
