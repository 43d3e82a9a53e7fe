import Analysis
import Diagnostics
import Feedback
internal import Reports

/// What holds for a while, or is said, as bars with their words in rows. Words that don't fit are cut off by the bar's
/// end, so nothing overlaps; in full they stand in the table and beside the frame.
struct StripLane {
  /// A stretch of time with its words.
  struct Bar {
    let stretch: FeedbackTimeline.Stretch
    let text, style: String

    init(_ stretch: FeedbackTimeline.Stretch, text: String, style: String) {
      (self.stretch, self.text, self.style) = (stretch, text, style)
    }
  }

  /// Bars beside each other.
  struct Row {
    let label: String?
    let bars: [Bar]
  }

  let title, note: String
  let rows: [Row]

  func markup(_ axis: TimeAxis, _ book: Phrasebook) -> Markup {
    Self.heading(title, note) + .joined(rows.map { row($0, axis, book) })
  }

  /// The name of a lane and what is to be known of it.
  static func heading(_ title: String, _ note: String) -> Markup {
    .element(
      "p", ["class": "lane-title"], .element("strong", text: title), .element("span", ["class": "quiet"], text: note))
  }

  private func row(_ row: Row, _ axis: TimeAxis, _ book: Phrasebook) -> Markup {
    let bars = row.bars.map { bar -> Markup in
      let left = axis.share(bar.stretch.start)
      let width = NumberText.number(100 * (axis.share(bar.stretch.end) - left), digits: 3)
      return .element(
        "span",
        [
          "class": "strip \(bar.style)", "style": "left:\(axis.place(bar.stretch.start));width:\(width)%",
          "title": "\(book.seconds(bar.stretch.start)): \(bar.text)",
        ], text: bar.text)
    }
    let label = row.label.map { Markup.element("p", ["class": "row-title"], text: $0) } ?? .empty
    return label
      + .element(
        "div", ["class": "lane"], .element("div", ["class": "gutter"]),
        .element("div", ["class": "plot"], .joined(bars)))
  }
}
