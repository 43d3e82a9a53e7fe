internal import Analysis
public import Diagnostics
internal import Reports
internal import Studies

/// The report of a study as a page that needs no other file; outliers are linked to the pages of their scans.
public struct StudyPage: Sendable {
  let summary: StudySummary
  let language: Language
  private let link: @Sendable (String) -> String?

  /// The page of a summary.
  ///
  /// - Parameter link: where the page of a scan lies, relative to this one; nil where it has none.
  public init(_ summary: StudySummary, language: Language, link: @escaping @Sendable (String) -> String?) {
    (self.summary, self.language, self.link) = (summary, language, link)
  }

  var data: StudyData { summary.data }
  var text: SummaryText { SummaryText(language: language, measure: data.measure) }
  var figures: StudyFigures { StudyFigures(summary: summary, language: language) }

  /// The page's text; equal summaries give equal text.
  public var html: String {
    let body = Markup.element(
      "body", ["class": "study"],
      .joined([
        header, .element("p", ["class": "notice"], text: language("report.notice")), outcomes, ownMeasure,
        repeatability, agreements, age, groups, ratings, planning, outliers, motions, allMeasures, footer,
      ]))
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head, body).source
  }

  private var title: String {
    language("study.title", ["scans": .count(data.records.count), "subjects": .count(summary.subjects)])
  }

  private var head: Markup {
    .element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": ReportPage.policy]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("meta", ["name": "referrer", "content": "no-referrer"]), .element("title", text: "Calvaria: " + title),
      .style(SheetStyle.sheet), .style(StudyPageStyle.sheet))
  }

  private var header: Markup {
    let protocols = summary.protocols.map { $0.printable(limit: 60) }.joined(separator: ", ")
    let facts = [
      (language("study.measure"), data.measure.title(language) + ", " + data.measure.unit),
      (language("study.protocol"), protocols.isEmpty ? "–" : protocols),
      (language("study.chosen"), summary.choice.condition?.printable(limit: 300) ?? language("study.all_scans")),
    ]
    let again = summary.data.pickedAgain
    return .element("header", [:], .element("h1", text: title)) + PageParts.facts(facts)
      + (again > 0 ? PageParts.quiet(language("study.picked_again", ["count": .count(again)])) : .empty)
  }

  private var outcomes: Markup {
    let rows = summary.outcomes.map { count -> [Markup] in
      [
        .text(language.term(count.status, of: "outcome")),
        count.code.map { .element("code", text: $0.printable(limit: 80)) } ?? .empty, .text("\(count.scans)"),
      ]
    }
    return .element("h2", text: language("study.outcomes"))
      + PageParts.plot(
        figures.outcomes, beside: PageParts.table(columns("study.outcome_columns"), numbers: [2], rows))
  }

  /// Every scan that lies apart, with its page.
  private var outliers: Markup {
    let heading = Markup.element("h2", text: language("study.outliers", ["count": .count(summary.outliers.count)]))
    let note = PageParts.quiet(language("study.outliers_note"))
    guard !summary.outliers.isEmpty else { return heading + note }
    let rows = summary.outliers.map { outlier -> [Markup] in
      let name = outlier.scan.printable(limit: 120)
      let scan = link(outlier.scan).map { Markup.element("a", ["href": $0], text: name) } ?? .text(name)
      let why = language(
        outlier.kind == .fences ? "study.beyond_fences" : "study.beyond_limits",
        [
          "label": .text((outlier.label ?? "").printable(limit: 120)), "low": .number(outlier.low, decimals: 2),
          "high": .number(outlier.high, decimals: 2),
        ])
      return [scan, outlier.subject.map { .foreign($0) } ?? .text("–"), .text(text.value(outlier.value)), .text(why)]
    }
    return heading + note + PageParts.table(columns("study.outlier_columns"), numbers: [2], rows)
  }

  /// The titles of a table's columns.
  func columns(_ key: String) -> [String] {
    language(key).split(separator: ";", omittingEmptySubsequences: false).map(String.init)
  }

  private var footer: Markup { .element("footer", text: language("study.footer")) }
}
