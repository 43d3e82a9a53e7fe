public import Diagnostics
internal import Movement
internal import Reports

/// The report of a comparison of ranges of motion, as a page that needs no other file.
public struct MotionComparisonPage: Sendable {
  let comparison: MotionComparison
  let language: Language

  /// The page of a comparison.
  public init(_ comparison: MotionComparison, language: Language = .english) {
    (self.comparison, self.language) = (comparison, language)
  }

  /// The page's text, for a screen and for a program that prints; equal comparisons give equal text.
  public func html() -> String {
    let parts = [visits, trends, changes, findings].map { Markup.element("section", ["class": "part"], $0) }
    let notice = Markup.element("p", ["class": "notice"], text: language("report.notice"))
    let body = Markup.element("body", ["class": "motion"], header, notice, state, .joined(parts), footer)
    let head = MotionPageHead(title: "Calvaria: " + title).markup
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head, body).source
  }

  private var title: String { language("motion.compare_title", ["count": .count(comparison.visits.count)]) }

  private var stateName: String {
    if comparison.status == .complete { return "measured" }
    return comparison.changes.contains { !$0.changes.isEmpty } ? "measured_in_part" : "not_measured"
  }

  private var header: Markup {
    let badges = [
      "measured": "badge.compared", "measured_in_part": "badge.compared_in_part", "not_measured": "badge.not_compared",
    ]
    return .element(
      "header", [:], .element("h1", text: title),
      .element("span", ["class": "badge \(stateName)"], text: language(badges[stateName]!)))
  }

  /// The change of the range from the first to the last, in a sentence.
  private var state: Markup {
    let last = comparison.visits.last?.label
    let main = comparison.quantities.first { ["range", "arc"].contains($0) } ?? comparison.quantities.first ?? ""
    let whole = comparison.changes.first { $0.from == comparison.visits.first?.label && $0.to == last }
    let text = language(
      "motion.change_of_range",
      [
        "a": .text(whole?.from ?? ""), "b": .text(whole?.to ?? ""),
        "change": .text(whole?.text(main, language) ?? language("motion.withheld")),
        "value": .text(MotionQuantity.title(main, language)),
      ])
    return .element(
      "div", ["class": "state \(stateName)"], .element("strong", text: text),
      FindingList(findings: comparison.findings, language: language).summary(most: 3))
  }

  private func heads(_ titles: [(String, String)]) -> Markup {
    .element(
      "thead", [:], .element("tr", [:], .joined(titles.map { .element("th", ["class": $1], text: $0) })))
  }

  private var visits: Markup {
    let titles =
      [
        ("", ""), (language("report.date"), ""), (language("motion.result"), ""), (language("report.subject"), ""),
      ]
      + comparison.quantities.map { (MotionQuantity.title($0, language), "number") } + [
        (language("motion.form_short"), "after")
      ]
    let words = MotionWords(language: language)
    let rows = comparison.visits.map { visit -> Markup in
      let values = comparison.quantities.map { key in
        Markup.element(
          "td", ["class": visit.values[key] == nil ? "number withheld" : "number"],
          visit.values[key].map(words.stacked) ?? .text(language("motion.withheld")))
      }
      let movement = [
        language.term(visit.joint.rawValue, of: "joint"), visit.side.map { language.term($0.rawValue, of: "side") },
        language.term(visit.movement.rawValue, of: "movement"),
      ].compactMap(\.self).joined(separator: ", ")
      let stated = { (text: String?) in Markup.element("td", [:], text.map { .foreign($0, limit: 30) } ?? .text("–")) }
      return .element(
        "tr", [:], .element("td", [:], .inline("strong", text: visit.label)), stated(visit.date),
        .element("td", [:], .foreign(visit.name, limit: 30), .element("div", ["class": "quiet"], text: movement)),
        stated(visit.subject), .joined(values),
        .element("td", ["class": "after"], text: visit.neutralZero?.notation.printable(limit: 30) ?? "–"))
    }
    let order = language(comparison.order == "date" ? "compare.by_date" : "compare.as_given")
    return .element("h2", text: language("motion.results"))
      + .wide(.element("table", ["class": "many"], heads(titles), .element("tbody", [:], .joined(rows))))
      + .element("p", ["class": "quiet"], text: order)
  }

  private var trends: Markup {
    let first = comparison.visits.first?.label
    let drawings = comparison.quantities.compactMap { key -> Markup? in
      let points = comparison.visits.map { visit in
        let isAlike =
          visit.label == first
          || comparison.changes.contains { $0.from == first && $0.to == visit.label && $0.differences.isEmpty }
        return HistoryDrawing.Point(
          label: visit.label, day: visit.date.flatMap { VisitDate($0)?.days }, value: visit.values[key],
          isAlike: isAlike)
      }
      guard let figure = HistoryDrawing(key: key, points: points, language: language).figure else { return nil }
      return .element("figure", [:], .element("figcaption", text: MotionQuantity.title(key, language)), figure.markup)
    }
    guard !drawings.isEmpty else { return .empty }
    return .element("h2", text: language("compare.trends")) + .element("div", ["class": "trends"], .joined(drawings))
      + .element("p", ["class": "quiet"], text: language("motion.history_note"))
  }

  private var changes: Markup {
    let titles = [
      (language("motion.pair"), ""), (language("motion.value"), ""), (language("motion.change"), "number"),
      (language("motion.covers"), "after"), (language("motion.verdict"), "after"),
    ]
    let words = MotionWords(language: language)
    let rows = comparison.changes.flatMap { pair -> [Markup] in
      comparison.quantities.map { key -> Markup in
        let names =
          Markup.element("td", text: "\(pair.from) → \(pair.to)")
          + .element("td", text: MotionQuantity.title(key, language))
        guard let change = pair.changes[key] else {
          return .element(
            "tr", [:], names, .element("td", ["class": "withheld", "colspan": "3"], text: language("motion.withheld")))
        }
        return .element(
          "tr", [:], names, .element("td", ["class": "number"], text: pair.value(change, language)),
          .element("td", ["class": "after"], text: words.covers(change.covers)),
          .element("td", ["class": "after"], text: pair.verdict(change, language)))
      }
    }
    return .element("h2", text: language("motion.changes"))
      + .wide(.element("table", [:], heads(titles), .element("tbody", [:], .joined(rows))))
      + .element("p", ["class": "quiet"], text: language("motion.change_note"))
  }

  private var findings: Markup {
    .element("h2", text: language("report.findings"))
      + (comparison.findings.isEmpty
        ? .element("p", ["class": "quiet"], text: language("report.no_findings"))
        : FindingList(findings: comparison.findings, language: language).groups)
  }

  private var footer: Markup {
    let version = comparison.version.map { "Calvaria " + $0.printable(limit: 40) } ?? "Calvaria"
    return .element(
      "footer", ["class": "screen"],
      text: language(
        "report.footer", ["version": .text(version), "schema": .text(comparison.schema.printable(limit: 40))]))
  }
}
