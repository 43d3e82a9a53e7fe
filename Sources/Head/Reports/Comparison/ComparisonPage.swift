import Geometry
import Analysis
import Diagnostics
import HeadViews
public import Workers

/// All that the report of a comparison is made of.
public struct ComparisonContent: Sendable {
  /// What was found.
  public var result: HeadChange
  /// The sections of the visits; nil where that of the first or the last is missing.
  public var overlay: SectionOverlay?
  /// Each visit after the first as a scene with its distances from the first; nil where a surface can't be shown.
  public var scenes: [ComparedScenes?]
  /// three.js as one script; nil where it is not installed.
  public var threeScript: String?
  /// Whether the face was left out.
  public var isDefaced = false
  /// The children among whom the visits are drawn.
  public var others = OtherChildren()

  /// The content from its parts; without scenes the page has no pictures.
  public init(_ result: HeadChange, overlay: SectionOverlay?, scenes: [ComparedScenes?] = []) {
    (self.result, self.overlay, self.scenes) = (result, overlay, scenes)
  }

  /// The content without the face below the brow, by which a child could be known.
  public var defaced: ComparisonContent {
    var content = self
    content.scenes = scenes.map { $0?.defaced }
    content.isDefaced = true
    return content
  }
}

/// The report of a comparison as a page that needs no other file, and on two sheets of paper; a third has the findings where
/// the first has no room for all of them.
public struct ComparisonPage: Sendable {
  let content: ComparisonContent
  let language: Language
  let workers: Workers

  var result: HeadChange { content.result }

  /// The page of a comparison.
  ///
  /// - Parameter workers: the threads that share the pictures.
  public init(_ content: ComparisonContent, language: Language = .english, workers: Workers = Workers(count: 1)) {
    (self.content, self.language, self.workers) = (content, language, workers)
  }

  /// The page's text; equal results give equal text. Renders the pictures.
  public func html() throws -> String { try page(.screen) }

  /// The page for a program that prints, without scripts.
  public func paper() throws -> String { try page(.paper) }

  private enum Medium { case screen, paper }

  /// As many visits, and changes, have room on paper.
  private static let (mostVisits, mostChanges) = (4, 4)

  /// The last changes since the first visit, and the last step.
  private var latest: [ScanChange] {
    let (sinceFirst, steps) = (result.comparisons.prefix(result.visits.count - 1), result.comparisons)
    return sinceFirst.suffix(Self.mostChanges - 1) + (result.visits.count > 2 ? steps.suffix(1) : [])
  }

  private func page(_ medium: Medium) throws -> String {
    // The verdict first: what became of the CVAI, or why that is not known.
    let verdict = asymmetry == nil ? state(medium) + headlines : headlines
    let rest = asymmetry == nil ? .empty : state(medium)
    let summary = Markup.element(
      "section", ["class": "sheet"], header, verdict, visits(medium), notice, rest, trends, sections)
    let numbers = Markup.element(
      "section", ["class": "sheet", "id": "panel"], running, try distances(folded: medium == .screen), changes,
      growth(medium == .screen ? result.comparisons : latest))
    let body: Markup
    if medium == .screen {
      body =
        .joined([summary, space?.place ?? .empty, numbers, steps, regions(result.whole), findings, footer])
        + (try space?.scripts() ?? .empty) + .script(Self.choosing)
    } else {
      body =
        summary + numbers
        + (told.count > mostTold(medium) ? .element("section", ["class": "rest"], running, findings) : .empty)
    }
    let page = Markup.element("body", ["class": "comparison"], body)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head(medium), page).source
  }

  private func head(_ medium: Medium) -> Markup {
    .element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": ReportPage.policy]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("meta", ["name": "referrer", "content": "no-referrer"]),
      .element("title", text: "Calvaria: " + title), .style(SheetStyle.sheet), .style(ComparisonStyle.sheet),
      medium == .screen ? .style(library: HeadBrowser.styles) : .empty)
  }

  /// The last visit in 3-D with its distance from the first.
  private var space: HeadSpace? {
    guard let scenes = content.scenes.last?.map(\.distance), let three = content.threeScript else { return nil }
    return HeadSpace(scene: scenes, threeScript: three, map: .distance, language: language)
  }

  private var title: String { language("compare.title", ["count": .count(result.visits.count)]) }

  private var header: Markup {
    .element(
      "header", [:], .element("h1", text: title),
      .element(
        "span", ["class": "badge \(result.compared.state.rawValue)"], text: result.compared.badge(.compared, language)))
  }

  /// The codes of the subjects: one, where all is well.
  private var subjects: Markup {
    let codes = Set(result.visits.compactMap(\.subject)).sorted()
    guard !codes.isEmpty else { return .inline("span", ["class": "quiet"], text: language("compare.not_stated")) }
    return .joined(codes.enumerated().map { ($0 > 0 ? Markup.text(", ") : .empty) + .foreign($1) })
  }

  private var notice: Markup { .element("p", ["class": "notice"], text: language("report.notice")) }

  private func state(_ medium: Medium) -> Markup {
    .element(
      "div", ["class": "state \(result.compared.state.rawValue)"],
      .element("strong", text: (stateLine + ".").printable(limit: medium == .screen ? 600 : 280)),
      FindingList(findings: result.findings, language: language).summary(most: mostTold(medium)))
  }

  /// The findings beside the numbers.
  private var told: [Finding] { result.findings.withheld + result.findings.remarks }

  /// As much of it has room on the first sheet.
  private func mostTold(_ medium: Medium) -> Int { medium == .screen ? 3 : 1 }

  /// Who and when, for the sheets after the first.
  private var running: Markup {
    let days = result.visits.compactMap { $0.when?.day ?? $0.date }
    let span = days.first == days.last ? days.first : days.first.map { "\($0) – \(days.last ?? $0)" }
    return .running(title, Set(result.visits.compactMap(\.subject)).sorted() + [span].compactMap(\.self), language)
  }

  private var findings: Markup {
    .element("h2", text: language("compare.findings"))
      + (result.findings.isEmpty
        ? .element("p", ["class": "quiet"], text: language("report.no_findings"))
        : FindingList(findings: result.findings, language: language).groups)
  }

  /// The state of the last visit against the first, and the visits of which more is withheld.
  private var stateLine: String {
    let others = result.comparisons.filter { $0 != result.whole && $0.compared.state != .measured }
      .map { $0.pair(language) }
    let line = result.compared.line(.compared, language)
    guard !others.isEmpty else { return line }
    return line + language("compare.others_in_part", ["pairs": .names(others)])
  }

  /// The two things that are asked first: the asymmetry, and the size.
  private var headlines: Markup {
    .element(
      "ul", ["class": "headlines"],
      .joined(
        [asymmetry, size].compactMap(\.self).map { Markup.element("li", [:], $0) }))
  }

  private var asymmetry: Markup? {
    result.headline(language).map { .element("strong", text: $0.change) + .text($0.verdict) }
  }

  private var size: Markup? {
    let (whole, per) = (result.whole, { (factor: Double) in ScanChange.signed(100 * (factor - 1), language) })
    guard let growth = whole.growth else { return nil }
    var values: [String: FindingValue] = [
      "size": .text(per(growth.value)), "shape_mm": .number(whole.vault.shape.rmsMm, decimals: 2, unit: "mm"),
    ]
    if let interval = growth.ci95 {
      (values["low"], values["high"]) = (.text(per(interval.lowerBound)), .text(per(interval.upperBound)))
    }
    return .text(language("compare.grown", values))
  }

  /// Who was scanned, when, by whom and with what.
  private func visits(_ medium: Medium) -> Markup {
    // What no visit states is one line below the table, not a column in it.
    let (columns, silent) = (facts.filter(isStated), facts.filter { !isStated($0) })
    let shown =
      medium == .screen || result.visits.count <= Self.mostVisits
      ? result.visits : result.visits.prefix(1) + result.visits.suffix(Self.mostVisits - 1)
    let rows = shown.map { visit in
      let cells = columns.map { _, value in
        value(visit).map { Markup.element("td", [:], .foreign($0, limit: medium == .screen ? 40 : 14)) }
          ?? .element("td", ["class": "quiet"], text: language("compare.not_stated"))
      }
      return Markup.element(
        "tr", [:], .element("th", text: visit.label), .joined(cells),
        .element("td", text: FlattenedSide.title(visit.flattened, language)))
    }
    let titles = ["compare.visit"] + columns.map(\.key) + ["compare.flattened"]
    let heads = Markup.element("tr", [:], .joined(titles.map { .element("th", text: language($0)) }))
    let order = language(result.order == .date ? "compare.by_date" : "compare.as_given")
    let hidden = result.visits.count - shown.count
    let more = hidden > 0 ? " " + language("compare.more_visits", ["count": .count(hidden)]) : ""
    let missing =
      silent.isEmpty
      ? "" : " " + language("compare.nowhere_stated", ["facts": .names(silent.map { language($0.key) })])
    return .element("h2", [:], .text(language("compare.visits") + " · " + language("compare.subject") + " "), subjects)
      + scrolling(.element("table", ["class": "visits"], .element("thead", [:], heads), .joined(rows)))
      + .element("p", ["class": "quiet"], text: order + missing + more)
  }

  /// What may be stated of a visit.
  private var facts: [(key: String, value: (Visit) -> String?)] {
    [
      ("compare.date", { $0.when?.day ?? $0.date }),
      ("compare.age", { $0.ageMonths.map { language.number($0, digits: 1) } }), ("compare.session", { $0.session }),
      ("compare.operator", { $0.operator }), ("compare.device", { $0.device }), ("compare.scan", { $0.name }),
    ]
  }

  private func isStated(_ fact: (key: String, value: (Visit) -> String?)) -> Bool {
    result.visits.contains { fact.value($0) != nil }
  }

  private var trends: Markup {
    let axis = VisitAxis(result.visits, order: result.order, ages: result.ages?.months)
    let charts = Trend.all.map { trend in
      TrendChart(
        trend: trend, result: result, axis: axis,
        context: TrendContext(trend, result, axis, among: content.others), language: language)
    }
    let notes = [language("compare.trends_note")] + ageNote + TrendContext.notes(charts.map(\.context), language)
    let asked = content.others.norms != nil || !content.others.references.isEmpty
    let isSilent = charts.allSatisfy { $0.context.values.isEmpty }
    return .element("h2", text: language("compare.trends"))
      + .element("div", ["class": "trends"], .joined(charts.map(\.markup)))
      + .element(
        "p", ["class": "quiet"],
        text: (notes + (asked && isSilent ? [language("compare.note_nothing")] : [])).joined(separator: " "))
      + .joined(result.paces(language).map { .element("p", ["class": "quiet"], text: $0.printable(limit: 400)) })
      + .element("p", ["class": "quiet screen"], text: language("compare.published_courses"))
  }

  /// What the axis of ages counts; nothing for an axis of dates.
  private var ageNote: [String] {
    result.ages.map { ages in
      [
        ages.correctedFor.map { language("compare.note_age_corrected", ["weeks": .exact($0)]) }
          ?? language("compare.note_age")
      ]
    } ?? []
  }

  private var sections: Markup {
    let names = result.whole.names
    guard let overlay = content.overlay else {
      return .element("h2", text: language("compare.sections", names))
        + .element("p", ["class": "quiet"], text: language("compare.no_section"))
    }
    let choices = overlay.between.map { label in
      Markup.element(
        "label", [:], .element("input", ["type": "checkbox", "value": label]), .text(" " + label))
    }
    let chooser =
      choices.isEmpty
      ? .empty
      : Markup.element("p", ["class": "choices screen"], .text(language("compare.choose") + " "), .joined(choices))
    return .element("h2", ["class": "screen"], text: language("compare.sections", names))
      + .element("div", ["class": "overlays"], .joined(overlay.drawings.map { .element("figure", [:], $0) })) + chooser
  }

  /// Shows and hides the outlines of visits between the first and the last.
  private static let choosing: StaticString = """
    document.querySelectorAll('.choices input').forEach(function (choice) {
      choice.addEventListener('change', function () {
        document.querySelectorAll('.overlay .between.' + choice.value).forEach(function (line) {
          line.style.display = choice.checked ? 'inline' : 'none';
        });
      });
    });
    """

  private var footer: Markup {
    .element(
      "footer", ["class": "screen"],
      text: language(
        "compare.footer",
        [
          "version": .text(result.provenance?.version ?? ""), "schema": .text(result.schema),
          "protocol": .text("\(result.protocol.name) \(result.protocol.version)".printable(limit: 120)),
        ]))
  }

  /// A table that is wider than a narrow screen moves by itself.
  func scrolling(_ table: Markup) -> Markup { .element("div", ["class": "wide"], table) }

  /// The heads of a table's columns; those of numbers stand over their right edge.
  func heads(_ key: String, _ values: [String: FindingValue] = [:], numbers: Set<Int>) -> Markup {
    .element(
      "thead", [:],
      .element(
        "tr", [:],
        .joined(
          language.columns(key, values).enumerated().map {
            .element("th", ["class": numbers.contains($0) ? "number" : ""], text: $1)
          })))
  }
}

/// What the page of a comparison has beyond that of one scan.
enum ComparisonStyle {
  static let sheet: StaticString = """
    .comparison .headlines{list-style:none;padding:0;margin:14px 0;font-size:17px}.comparison .headlines li{margin:4px 0}
    .comparison .headlines li:first-child{font-size:21px}
    div.wide{overflow-x:auto}table.visits bdi{overflow-wrap:anywhere}
    .comparison td.verdict,table.visits td:nth-child(2){white-space:nowrap}.comparison .detected .verdict{font-weight:600}
    .comparison .legend{max-width:480px;margin:0 auto}.comparison .views img{width:100%;height:auto;display:block}
    .trends,.overlays{margin:0 -8px;font-size:0}
    .trend,.overlays figure{display:inline-block;width:calc(33.33% - 16px);margin:8px;vertical-align:top;font-size:15px}
    .trend svg,.overlays svg{display:block;width:100%;height:auto}
    .trend figcaption{text-align:left;font-weight:600;font-size:14px;color:#1d2733}
    .choices label{margin-right:14px;white-space:nowrap}
    @media screen{.comparison .views.five{grid-template-columns:repeat(5,minmax(0,1fr))}}
    @media screen and (max-width:820px){.trend,.overlays figure{width:calc(50% - 16px)}}
    @media screen and (max-width:560px){.comparison #head{height:600px}.comparison header{flex-wrap:wrap}.trend,.overlays figure{width:calc(100% - 16px)}
    .comparison .views.five{grid-template-columns:repeat(2,minmax(0,1fr))}}
    @media print{
    .rest{break-before:page}
    .comparison .visits,.comparison .changes{white-space:nowrap}.comparison td,.comparison th{padding-right:1mm}
    .comparison .headlines{font-size:9pt;margin:1.5mm 0}.comparison .headlines li{margin:.5mm 0}
    .comparison .headlines li:first-child{font-size:11.5pt}
    div.wide{overflow:visible}.trends,.overlays{margin:0;font-size:9pt}
    .trend,.overlays figure{display:block;float:left;width:32%;margin:.4mm 1.3% .8mm 0}.trend figcaption{font-size:9pt}
    .trends::after,.overlays::after{content:"";display:block;clear:both}
    .comparison .legend{max-width:80mm}.comparison .legend svg.legend{width:100%}
    .comparison .views.five figure{width:13%;margin:0 7% .4mm 0}
    .comparison .views.five figure:last-child{margin-right:0}.comparison table{line-height:1.12}}
    """
}
