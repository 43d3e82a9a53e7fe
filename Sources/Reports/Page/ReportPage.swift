import Analysis
import Diagnostics
import Geometry

/// The report of one scan as a page that needs no other file: drawings, measures with definitions and intervals, what
/// was scanned and what was not.
public struct ReportPage: Sendable {
  let result: ScanResult
  let measures: HeadMeasures
  let title: String
  let language: Language

  /// The page of a result.
  ///
  /// - Parameters:
  ///   - result: the result as it is written.
  ///   - measures: the measures it was made of, whose section is drawn.
  ///   - title: a name for the scan; nothing that identifies a child.
  ///   - language: of all that is not from outside.
  public init(_ result: ScanResult, measures: HeadMeasures, title: String, language: Language = .english) {
    self.result = result
    self.measures = measures
    self.title = title
    self.language = language
  }

  /// The file's text; equal results give equal text.
  public var html: String {
    let head = Markup.element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", text: "Calvaria: \(title)"), .style(ReportStyle.sheet))
    let body = Markup.element(
      "body", [:], header, notice, reasons, grade, measured, coverage, quality, definitions, record, footer)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head, body).source
  }

  private var header: Markup {
    let recording = result.recording.map {
      language(
        "report.frames",
        [
          "frames": .count($0.frames), "duration_s": .number($0.durationS, decimals: 1, unit: "s"),
          "format": .text($0.format),
        ])
    }
    return .element(
      "header", [:],
      .element(
        "div", [:], .element("h1", text: language("report.title")),
        .element("p", ["class": "quiet"], text: [title, recording].compactMap { $0 }.joined(separator: " · "))),
      .element(
        "span", ["class": "badge \(result.measured.state.rawValue)"], text: result.measured.badge(.measured, language)))
  }

  private var notice: Markup {
    .element(
      "p", ["class": "notice"],
      text: language("report.notice"))
  }

  private var reasons: Markup {
    let measured = result.measured
    return FindingList(findings: result.findings, language: language).markup(
      state: measured.state, measured.line(.measured, language))
  }

  private var grade: Markup {
    .joined(
      measures.scales.map { scale in
        let measure = result.measures[scale.measure.rawValue]
        let drawing = SeverityDrawing(scale: scale, value: measure?.value, interval: measure?.ci95, language: language)
          .markup
        return .element(
          "h2",
          text: language(
            "report.scale", ["measure": .text(scale.measure.title(language)), "scale": .text(scale.name.uppercased())]))
          + drawing
          + .element("p", ["class": "quiet"], text: gradeText(scale))
          + .element(
            "p", ["class": "quiet"],
            text: language("report.scale_source", ["title": .text(scale.title), "source": .text(scale.source)]))
      }) + norm
  }

  private func gradeText(_ scale: SeverityScale) -> String {
    guard let grade = result.severities.first(where: { $0.scale == scale.name }) else {
      return language("report.no_level", ["measure": .text(scale.measure.title(language))])
    }
    let levels = grade.probabilities.sorted { $0.key < $1.key }
      .map { language("report.chance", ["level": .text($0.key), "share_percent": .percent($0.value)]) }
    var values: [String: FindingValue] = [
      "level": .count(grade.level), "side": .text(FlattenedSide.title(result.severity?.flattened, language)),
      "chances": .text(levels.joined(separator: ", ")),
    ]
    if grade.crossesBorder { values["crossing"] = .text(language("report.crossing")) }
    return language("report.level", values)
  }

  private var norm: Markup {
    guard let norm = result.norm else { return .empty }
    return .element("h2", text: language("report.norms"))
      + .element("p", text: norm.line(language))
      + .element("p", ["class": "quiet"], text: language("report.source", ["source": .text(norm.source)]))
  }

  private var measured: Markup {
    .element("h2", text: language("report.measures"))
      + .element(
        "div", ["class": "two"], SectionDrawing(measures: measures, language: language).markup,
        MeasuresTable(result: result, language: language).markup)
  }

  private var footer: Markup {
    let version = result.provenance.map { "Calvaria \($0.version)" } ?? "Calvaria"
    return .element(
      "footer",
      text: language("report.footer", ["version": .text(version), "schema": .text(result.schema)]))
  }
}
