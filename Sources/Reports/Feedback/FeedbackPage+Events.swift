import Analysis
import Diagnostics
import Feedback

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
  func name(of reading: Reading) -> String {
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
