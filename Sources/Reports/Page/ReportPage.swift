import Analysis
import Diagnostics
import Geometry

/// The report of one scan as a page that needs no other file: drawings, measures with definitions and intervals, what
/// was scanned and what was not.
public struct ReportPage: Sendable {
  let result: ScanResult
  let measures: HeadMeasures
  let title: String

  /// The page of a result.
  ///
  /// - Parameters:
  ///   - result: the result as it is written.
  ///   - measures: the measures it was made of, whose section is drawn.
  ///   - title: a name for the scan; nothing that identifies a child.
  public init(_ result: ScanResult, measures: HeadMeasures, title: String) {
    self.result = result
    self.measures = measures
    self.title = title
  }

  /// The file's text; equal results give equal text.
  public var html: String {
    let head = Markup.element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", text: "Calvaria: \(title)"), .style(ReportStyle.sheet))
    let body = Markup.element(
      "body", [:], header, notice, reasons, grade, measured, coverage, quality, definitions, record, footer)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": "en"], head, body).source
  }

  private var header: Markup {
    let recording = result.recording.map {
      "\($0.frames) frames in \(NumberText.number($0.durationS, digits: 1)) s, \($0.format)"
    }
    return .element(
      "header", [:],
      .element(
        "div", [:], .element("h1", text: "Head shape report"),
        .element("p", ["class": "quiet"], text: [title, recording].compactMap { $0 }.joined(separator: " · "))),
      .element("span", ["class": "badge \(result.measured.state.rawValue)"], text: result.measured.badge()))
  }

  private var notice: Markup {
    .element(
      "p", ["class": "notice"],
      text: "Made by a research tool, not a medical device: no basis for diagnosis or treatment.")
  }

  private var reasons: Markup {
    let list = { (items: [String]) in
      Markup.element("ul", [:], .joined(items.map { .element("li", text: $0) }))
    }
    let measured = result.measured
    let withheld =
      result.reasons.isEmpty && measured.state == .measured
      ? .empty
      : Markup.element(
        "div", ["class": "reasons \(measured.state.rawValue)"], .element("strong", text: measured.line()),
        list(result.reasons))
    let notes =
      result.notes.isEmpty ? .empty : Markup.element("div", ["class": "notes"], list(result.notes))
    return withheld + notes
  }

  private var grade: Markup {
    .joined(
      measures.scales.map { scale in
        let measure = result.measures[scale.measure.rawValue]
        let drawing = SeverityDrawing(scale: scale, value: measure?.value, interval: measure?.ci95).markup
        return .element("h2", text: "\(scale.measure.title) on the scale \(scale.name.uppercased())") + drawing
          + .element("p", ["class": "quiet"], text: gradeText(scale))
          + .element("p", ["class": "quiet"], text: "Scale: \(scale.title). \(scale.source).")
      }) + norm
  }

  private func gradeText(_ scale: SeverityScale) -> String {
    guard let grade = result.severities.first(where: { $0.scale == scale.name }) else {
      return "The \(scale.measure.title) is withheld, so there is no level."
    }
    let levels = grade.probabilities.sorted { $0.key < $1.key }
      .map { "level \($0.key): \(NumberText.number(100 * $0.value, digits: 0)) %" }
    let side =
      switch result.severity.flatMap({ FlattenedSide(rawValue: $0.flattened) }) ?? .unknown {
      case .none: "no side is significantly flattened"
      case .unknown: FlattenedSide.unknown.title
      case let side: "flattened side: \(side.rawValue)"
      }
    let crossing = grade.crossesBorder ? " The interval crosses a border: the level is not certain." : ""
    return "Level \(grade.level); \(side). Probability of each level: \(levels.joined(separator: ", ")).\(crossing)"
  }

  private var norm: Markup {
    guard let norm = result.norm else { return .empty }
    return .element("h2", text: "Among children of this age and sex")
      + .element("p", text: norm.line) + .element("p", ["class": "quiet"], text: "Source: \(norm.source).")
  }

  private var measured: Markup {
    .element("h2", text: "Measures")
      + .element(
        "div", ["class": "two"], SectionDrawing(measures: measures).markup, MeasuresTable(result: result).markup)
  }

  private var footer: Markup {
    let version = result.provenance.map { "Calvaria \($0.version)" } ?? "Calvaria"
    return .element(
      "footer",
      text: "\(version) · schema \(result.schema) · intervals hold 95 % · a research tool, not a medical device")
  }
}
