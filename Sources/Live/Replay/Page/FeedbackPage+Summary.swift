import Analysis
import Diagnostics
import Feedback
internal import Reports

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
