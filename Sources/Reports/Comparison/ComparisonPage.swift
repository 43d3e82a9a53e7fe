import Analysis
import Diagnostics

/// The report of a comparison as a page that needs no other file.
public struct ComparisonPage {
  let result: HeadChange
  let overlay: SectionOverlay?
  let language: Language

  /// The page of a result; `overlay` is the drawing of its sections, or nil where one is missing.
  public init(_ result: HeadChange, overlay: SectionOverlay?, language: Language = .english) {
    (self.result, self.overlay, self.language) = (result, overlay, language)
  }

  /// The file's text; equal results give equal text.
  public var html: String {
    let head = Markup.element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", text: "Calvaria: " + language("compare.title")), .style(ReportStyle.sheet))
    let body = Markup.element("body", [:], header, remarks, changes, sections, size, distances, footer)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head, body).source
  }

  private var header: Markup {
    .element(
      "header", [:],
      .element(
        "div", [:], .element("h1", text: language("compare.title")),
        .element("p", ["class": "quiet"], text: "A: \(result.a.name) · B: \(result.b.name)")),
      .element(
        "span", ["class": "badge \(result.compared.state.rawValue)"], text: result.compared.badge(.compared, language)))
      + .element(
        "p", ["class": "notice"],
        text: language("report.notice"))
  }

  private var remarks: Markup {
    let compared = result.compared
    return FindingList(findings: result.findings, language: language).markup(
      state: compared.state, compared.line(.compared, language))
  }

  private var changes: Markup {
    let heads = language.columns("compare.page_columns")
    let rows = MeasureName.allCases.compactMap { name in result.changes[name.rawValue].map { row(name, $0) } }
    return .element("h2", text: language("compare.changes"))
      + .element(
        "table", [:], .element("tr", [:], .joined(heads.map { .element("th", text: $0) })), .joined(rows))
      + .element(
        "p", ["class": "quiet"],
        text: language("compare.explained"))
  }

  private func row(_ name: MeasureName, _ change: HeadChange.Change) -> Markup {
    let label = Markup.element("td", text: name.title(language))
    let number = { (value: Double?) in
      Markup.element(
        "td", ["class": "number"], text: value.map { language.number($0, digits: HeadChange.digits) } ?? "–")
    }
    guard let difference = change.printed else {
      return .element(
        "tr", [:], label, number(change.a), number(change.b),
        .element("td", ["colspan": "5", "class": "withheld"], text: result.findings.withheldMark(name, language)))
    }
    let interval =
      change.ci95.map {
        language(
          "report.range",
          ["low": .text(HeadChange.signed($0[0], language)), "high": .text(HeadChange.signed($0[1], language))])
      } ?? "–"
    let verdict = HeadChange.verdict(change.detected, language)
    return .element(
      "tr", ["class": change.detected == true ? "strong" : ""], label, number(change.a), number(change.b),
      .element("td", ["class": "number"], text: HeadChange.signed(difference, language)),
      .element("td", text: change.unit),
      .element("td", ["class": "interval"], text: interval), number(change.smallestDetectable),
      .element("td", text: verdict))
  }

  private var sections: Markup {
    .element("h2", text: language("compare.sections"))
      + (overlay?.markup ?? .element("p", ["class": "quiet"], text: language("compare.no_section")))
  }

  private var size: Markup {
    .element("h2", text: language("compare.size_heading")) + .element("pre", text: result.sizeText(language))
  }

  private var distances: Markup {
    .element("h2", text: language("compare.distances")) + .element("pre", text: result.distancesTable(language))
      + .element(
        "p", ["class": "quiet"],
        text: language("compare.distances_note"))
  }

  private var footer: Markup {
    .element(
      "footer",
      text: language(
        "compare.footer",
        [
          "version": .text(result.provenance?.version ?? ""), "schema": .text(result.schema),
          "protocol": .text("\(result.protocol.name) \(result.protocol.version)"),
        ]))
  }
}
