internal import Geometry
internal import Diagnostics
internal import Movement
internal import Reports

/// How fast a head moved and for how long it was turned to either side, with intervals; and the published norm.
struct PaceTable {
  let result: MotionResult
  let language: Language

  /// Empty where nothing of it was measured.
  var markup: Markup {
    let norm = result.normText(language).map { text in
      Markup.element(
        "p", ["class": "quiet"], text: (text.prefix(1).uppercased() + text.dropFirst()).printable(limit: 400))
    }
    guard !result.pace.isEmpty else { return norm ?? .empty }
    let heads = [("motion.value", ""), ("report.value", "number"), ("report.interval", "number")]
      .map { Markup.element("th", ["class": $1], text: language($0)) }
    let rows = result.pace.map { value in
      Markup.element(
        "tr", [:], .element("td", text: language.term(value.key, of: "motion_pace")),
        .element("td", ["class": "number"], text: text(value.estimate.value, value)),
        .element("td", ["class": "number"], text: value.estimate.ci95.map { interval($0, value) } ?? "–"))
    }
    return .element("h3", text: language("motion.pace"))
      + .wide(
        .element(
          "table", [:], .element("thead", [:], .element("tr", [:], .joined(heads))),
          .element("tbody", [:], .joined(rows))))
      + (note.map { .element("p", ["class": "quiet"], text: $0) } ?? .empty) + (norm ?? .empty)
  }

  private var note: String? {
    result.neck?.neckRules.map {
      language("motion.pace_note", ["least": .number($0.side.least, decimals: 0, unit: "°")])
    }
  }

  private func text(_ number: Double, _ row: PaceRow) -> String {
    language.number(number, digits: row.decimals) + " " + row.unit
  }

  private func interval(_ interval: ClosedRange<Double>, _ row: PaceRow) -> String {
    language(
      "report.range", ["low": .text(text(interval.lowerBound, row)), "high": .text(text(interval.upperBound, row))])
  }
}
