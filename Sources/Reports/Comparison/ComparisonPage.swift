import Analysis
import Diagnostics

/// The report of a comparison as a page that needs no other file.
public struct ComparisonPage {
  let result: HeadChange
  let overlay: SectionOverlay?

  /// The page of a result; `overlay` is the drawing of its sections, or nil where one is missing.
  public init(_ result: HeadChange, overlay: SectionOverlay?) { (self.result, self.overlay) = (result, overlay) }

  /// The file's text; equal results give equal text.
  public var html: String {
    let head = Markup.element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", text: "Calvaria: two scans compared"), .style(ReportStyle.sheet))
    let body = Markup.element("body", [:], header, remarks, changes, sections, size, distances, footer)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": "en"], head, body).source
  }

  private var header: Markup {
    .element(
      "header", [:],
      .element(
        "div", [:], .element("h1", text: "Two scans compared"),
        .element("p", ["class": "quiet"], text: "A: \(result.a.name) · B: \(result.b.name)")),
      .element("span", ["class": "badge \(result.compared.state.rawValue)"], text: result.compared.badge("compared")))
      + .element(
        "p", ["class": "notice"],
        text: "Made by a research tool, not a medical device: no basis for diagnosis or treatment.")
  }

  private var remarks: Markup {
    let list = { (items: [String]) in
      Markup.element("ul", [:], .joined(items.map { .element("li", text: $0) }))
    }
    let compared = result.compared
    let withheld =
      compared.state == .measured
      ? .empty
      : Markup.element(
        "div", ["class": "reasons \(compared.state.rawValue)"], .element("strong", text: compared.line("compared")),
        list(result.reasons))
    return withheld
      + (result.notes.isEmpty ? .empty : Markup.element("div", ["class": "notes"], list(result.notes)))
  }

  private var changes: Markup {
    let heads = ["Measure", "A", "B", "B − A", "", "95 % interval", "detectable from", ""]
    let rows = MeasureName.allCases.compactMap { name in result.changes[name.rawValue].map { row(name, $0) } }
    return .element("h2", text: "What has changed")
      + .element(
        "table", [:], .element("tr", [:], .joined(heads.map { .element("th", text: $0) })), .joined(rows))
      + .element(
        "p", ["class": "quiet"],
        text: "A change is told from the errors of both scans where it is larger than the smallest detectable change, "
          + "1.96 · √(σ² of A + σ² of B). Of twenty unchanged measures, one looks changed by chance.")
  }

  private func row(_ name: MeasureName, _ change: HeadChange.Change) -> Markup {
    let label = Markup.element("td", text: name.title)
    let number = { (value: Double?) in
      Markup.element(
        "td", ["class": "number"], text: value.map { NumberText.number($0, digits: HeadChange.digits) } ?? "–")
    }
    guard let difference = change.printed else {
      return .element(
        "tr", [:], label, number(change.a), number(change.b),
        .element("td", ["colspan": "5", "class": "withheld"], text: "withheld: \(change.reason ?? "")"))
    }
    let interval = change.ci95.map { $0.map { HeadChange.signed($0) }.joined(separator: " to ") } ?? "–"
    let verdict = change.detected.map { $0 ? "changed" : "within error" } ?? ""
    return .element(
      "tr", ["class": change.detected == true ? "strong" : ""], label, number(change.a), number(change.b),
      .element("td", ["class": "number"], text: HeadChange.signed(difference)), .element("td", text: change.unit),
      .element("td", ["class": "interval"], text: interval), number(change.smallestDetectable),
      .element("td", text: verdict))
  }

  private var sections: Markup {
    .element("h2", text: "The sections, upon each other")
      + (overlay?.markup ?? .element("p", ["class": "quiet"], text: "A section is missing, so none is drawn."))
  }

  private var size: Markup {
    .element("h2", text: "Size, and shape apart from it") + .element("pre", text: result.sizeText)
  }

  private var distances: Markup {
    .element("h2", text: "Distance of B from A over the vault") + .element("pre", text: result.distancesTable)
      + .element(
        "p", ["class": "quiet"],
        text: "Positive outside. Shape: with B brought to the size of A. distance.ply holds both at every vertex.")
  }

  private var footer: Markup {
    .element(
      "footer",
      text: "Calvaria \(result.provenance?.version ?? "") · schema \(result.schema) · protocol \(result.protocol.name) "
        + "\(result.protocol.version) · intervals hold 95 % · a research tool, not a medical device")
  }
}
