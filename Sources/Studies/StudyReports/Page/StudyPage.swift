internal import Analysis
public import Diagnostics
public import Platform
internal import Reports
public import Studies

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

extension StudyPage {
  /// The measure that is looked at: its distribution and the levels of severity.
  var ownMeasure: Markup {
    let own = summary.own
    let facts: Markup
    switch own.sample {
    case .refused(let reason): facts = PageParts.refused(reason.text(language))
    case .value(let sample):
      facts = PageParts.facts([
        (language("study.scans"), "\(own.scans)"), (language("study.mean"), text.value(sample.mean)),
        (language("study.sd"), sample.sd.map { text.value($0) } ?? "–"),
        (language("study.median"), text.value(sample.median)),
        (
          language("study.quartiles"),
          language(
            "report.range",
            [
              "low": .number(sample.lowerQuartile, decimals: 2),
              "high": .number(sample.upperQuartile, decimals: 2),
            ])
        ),
        (
          language("study.extremes"),
          language(
            "report.range",
            ["low": .number(sample.minimum, decimals: 2), "high": .number(sample.maximum, decimals: 2)])
        ),
      ])
    }
    return .element("h2", text: data.measure.title(language))
      + PageParts.plot(figures.histogram, beside: facts + missing(own) + severity)
  }

  private func missing(_ measure: MeasureSummary) -> Markup {
    guard !measure.missing.isEmpty else { return .empty }
    let parts = measure.missing.map { missing in
      "\(missing.scans) (\(missing.code?.printable(limit: 80) ?? language("study.not_by_protocol")))"
    }
    return PageParts.quiet(language("study.without_value", ["parts": .names(parts)]))
  }

  private var severity: Markup {
    .joined(
      summary.severity.map { shares in
        let graded = shares.levels.reduce(0) { $0 + $1.scans }
        let rows = shares.levels.map { level -> [Markup] in
          [
            .text(language("drawing.level", ["level": .count(level.level)])), .text("\(level.scans)"),
            .text(language.number(100 * Double(level.scans) / Double(graded), digits: 0) + " %"),
          ]
        }
        return .element("h3", text: language("study.severity", ["scale": .text(shares.scale.printable(limit: 60))]))
          + PageParts.table(columns("study.severity_columns"), numbers: [1, 2], rows)
          + (shares.ungraded > 0
            ? PageParts.quiet(language("study.ungraded", ["count": .count(shares.ungraded)])) : .empty)
      })
  }

  /// Every measure on a line, folded away.
  var allMeasures: Markup {
    let rows = zip(MeasureName.allCases, summary.measures).map { name, measure -> [Markup] in
      let missing = measure.missing.reduce(0) { $0 + $1.scans }
      let start = [
        Markup.text(name.listed(language) + ", " + name.unit), .text("\(measure.scans)"), .text("\(missing)"),
      ]
      guard let sample = measure.sample.value else { return start + Array(repeating: .text("–"), count: 5) }
      let numbers = [sample.mean, sample.sd, sample.median, sample.minimum, sample.maximum]
      return start + numbers.map { .text($0.map { language.number($0, digits: 2) } ?? "–") }
    }
    return .element("h2", text: language("study.all_measures"))
      + PageParts.table(columns("study.measure_columns"), numbers: Set(1...7), rows)
  }
}

extension StudyPage {
  /// What goes with the operators and their ratings.
  var ratings: Markup {
    guard let part = summary.ratings else { return .empty }
    let rows = part.fields.flatMap { field in
      field.relations.map { relation -> [Markup] in
        let quantity = language.term(relation.quantity, of: "rated_quantity")
        let start = [name(field), .text(quantity), .text("\(relation.scans)"), .text("\(relation.subjects)")]
        switch relation.test {
        case .refused(let reason): return start + [.text(reason.text(language)), .empty]
        case .value(let test):
          let correlation = test.correlation.map { "ρ = " + text.plain($0) } ?? language("study.rank_test")
          return start
            + [.text(correlation), .text(text.probability(relation.correctedProbability ?? test.probability))]
        }
      }
    }
    let answers = part.fields.map { field -> [Markup] in
      let list = field.answers.map { "\($0.answer.printable(limit: 40)): \($0.measured) / \($0.scans)" }
      return [name(field), .text("\(field.scans)"), .text(list.joined(separator: ", "))]
    }
    let texts = part.texts.map { $0.printable(limit: 40) }
    return .element("h2", text: language("study.ratings"))
      + PageParts.quiet(language("study.ratings_note", ["count": .count(part.scans)]))
      + PageParts.table(columns("study.answer_columns"), numbers: [1], answers)
      + PageParts.table(columns("study.relation_columns"), numbers: [2, 3], rows)
      + (texts.isEmpty ? .empty : PageParts.quiet(language("study.rating_texts", ["fields": .names(texts)])))
  }

  private func name(_ field: RatingsPart.Field) -> Markup {
    switch field.source {
    case .rating: .foreign(field.field)
    case .stated: .text(language("study.operator"))
    }
  }
}

extension StudyPage {
  /// How many children intervals of the wanted width take; nothing where none is wanted.
  var planning: Markup {
    guard let part = summary.planning else { return .empty }
    let rows = part.needs.map { need -> [Markup] in
      let quantity = language.term(need.quantity.rawValue, of: "planned")
      let name = need.label.map { quantity + ": " + $0.printable(limit: 60) } ?? quantity
      let isRatio = need.quantity == .intraclassCorrelation
      let wanted = isRatio ? language.number(part.wanted.iccHalfWidth, digits: 2) : text.value(part.wanted.halfWidth)
      let from = need.from.value.map { isRatio ? language.number($0, digits: 3) : text.value($0) } ?? "–"
      let children =
        switch need.children {
        case .value(let count): "\(count)"
        case .refused(let reason): reason.text(language)
        }
      return [
        .text(name), .text("± " + wanted), .text(from), .text(need.repeats.map { "\($0)" } ?? "1"), .text(children),
      ]
    }
    return .element("h2", text: language("study.planning"))
      + PageParts.quiet(language("study.planning_note"))
      + PageParts.table(columns("study.planning_columns"), numbers: [3], rows)
  }
}

extension StudyPage {
  /// The page of a summary that will lie in a file, with links to the pages of the study's scans.
  public init(_ summary: StudySummary, of study: StudyFolder, at file: URL, language: Language) {
    self.init(summary, language: language) { scan in
      study.page(of: scan).map { RelativeLink.link(from: file, to: $0) }
    }
  }
}

/// The way from a page to a file, as a page writes it.
enum RelativeLink {
  /// From the folder of a page to a file, both on this machine. Links on the way are followed: a browser does not know them.
  static func link(from page: URL, to file: URL) -> String {
    let (start, end) = (parts(page.deletingLastPathComponent()), parts(file))
    let common = zip(start, end).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - common) + end.dropFirst(common).map(encoded)
    return steps.joined(separator: "/")
  }

  private static func parts(_ url: URL) -> [String] {
    let path = url.standardizedFileURL.path
    guard let real = realpath(path, nil) else { return path.split(separator: "/").map(String.init) }
    defer { free(real) }
    return String(cString: real).split(separator: "/").map(String.init)
  }

  /// Every byte but letters, digits, `-`, `.`, `_` and `~` by its number: nothing of a name has a meaning in a link.
  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

/// What the page of a study has beyond that of one scan.
enum StudyPageStyle {
  static let sheet: StaticString = """
    @media screen{.study .plots{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:20px 28px;align-items:start}}
    .study .plots figure{margin:4px 0}.study h2{clear:both}
    .study code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:13px;overflow-wrap:anywhere}
    .study td bdi{overflow-wrap:break-word}.study td a{overflow-wrap:anywhere}.study table{margin:6px 0}
    .study table.facts td:last-child{font-variant-numeric:tabular-nums}
    .study th.number,.study td.number{width:auto;padding-right:18px}
    div.wide{overflow-x:auto}
    @media screen and (max-width:760px){.study .plots{grid-template-columns:minmax(0,1fr)}}
    @media print{.study .plots>*{float:left;width:49%}.study .plots>*:nth-child(2){float:right}
    .study .plots::after{content:"";display:block;clear:both}
    .study h2,.study h2+p{break-after:avoid}.study .plots{break-inside:avoid}.study code{font-size:8pt}.study figure{break-inside:avoid}div.wide{overflow:visible}
    .study .notice{position:static}.study table{font-size:8pt}}
    """
}
