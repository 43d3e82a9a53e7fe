public import Diagnostics
internal import Files
internal import Movement
public import Platform
public import Reports

/// The report of a range of motion as a page that needs no other file: what was measured and how it is defined, the values with
/// their intervals and what these cover, the angle over time, the neutral-zero form, the extremes, earlier results, findings and
/// provenance.
public struct MotionPage: Sendable {
  let folder: MotionFolder
  let result: MotionResult
  let language: Language

  /// The page of a result.
  public init(_ folder: MotionFolder, language: Language = .english) {
    (self.folder, self.language) = (folder, language)
    result = folder.result.withCountedReasons()
  }

  /// The page's text; equal folders give equal text.
  public func html() -> String { page(.screen) }

  /// The page for a program that prints: as many sheets of A4 as it takes.
  public func paper() -> String { page(.paper) }

  enum Medium { case screen, paper }

  private func page(_ medium: Medium) -> String {
    let parts = [
      defined, cards, curves(medium), valuesTable,
      NeutralZeroForm(result: result, history: folder.historyBeside, language: language).markup,
      extremes, repeats, MotionHistory(folder: folder, language: language).markup, counted, findings,
      provenance(medium),
    ].filter { !$0.source.isEmpty }.map { Markup.element("section", ["class": "part"], $0) }
    let sheets =
      medium == .paper
      ? NeutralZeroSheets(result: result, history: folder.historyBeside, who: who, language: language).markup : .empty
    let body = Markup.element("body", ["class": "motion"], header, who, notice, state, .joined(parts), sheets, footer)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head, body).source
  }

  private var head: Markup {
    let named = [folder.scan.subject, folder.scan.session, folder.scan.date].compactMap(\.self)
      .map { $0.printable(limit: 40) }
    return MotionPageHead(title: (["Calvaria", result.heading(language)] + named).joined(separator: " · ")).markup
  }

  private var header: Markup {
    let state = result.measuredState
    return .element(
      "header", [:], .element("h1", text: language("motion.title")),
      .element("span", ["class": "badge \(state)"], text: MotionWords(language: language).badge(state)))
  }

  private var who: Markup {
    let scan = folder.scan
    let facts: [(String, Markup)] = [
      ("report.subject", stated(scan.subject)), ("report.session", stated(scan.session)),
      ("report.date", stated(scan.date)), ("report.operator", stated(scan.operator)),
      ("report.device", stated(scan.device)), ("motion.landmarks", source),
    ]
    return .element(
      "dl", ["class": "who"],
      .joined(facts.map { .element("div", [:], .element("dt", text: language($0)), .element("dd", [:], $1)) }))
  }

  private func stated(_ text: String?) -> Markup {
    text.map { .foreign($0, limit: 60) } ?? .inline("span", ["class": "quiet"], text: language("report.not_stated"))
  }

  private var source: Markup {
    .text(
      language(
        "report.frames",
        [
          "frames": .count(result.source.frames),
          "duration_s": .number(result.source.durationS, decimals: 1, unit: "s"),
          "format": .text(result.source.format.title),
        ]))
  }

  private var notice: Markup { .element("p", ["class": "notice"], text: language("report.notice")) }

  private var state: Markup {
    let state = result.measuredState
    return .element(
      "div", ["class": "state \(state)"],
      .element("strong", text: MotionWords(language: language).state(result)),
      FindingList(findings: result.findings, language: language).summary(most: 3))
  }

  /// What was measured and how it is defined.
  private var defined: Markup {
    .element("p", ["class": "what"], text: result.heading(language))
      + .element("p", text: MotionWords(language: language).definition(result))
  }

  /// The figures that a reader looks for first.
  private var cards: Markup {
    let values = result.followed.prefix(3).map { quantity -> Markup in
      card(MotionQuantity.title(quantity.key, language), quantity.value.map { degrees($0.degrees) }) {
        quantity.value.map { language("report.interval_of", ["interval": .text(interval($0))]) } ?? ""
      }
    }
    let order = result.neutralZero.map { language.term($0.order, of: "neutral_zero").printable(limit: 60) }
    let form = card(language("motion.form_short"), result.neutralZero?.notation.printable(limit: 30)) { order ?? "" }
    return .element("div", ["class": "figures cards"], .joined(values + [form]))
  }

  private func card(_ name: String, _ value: String?, below: () -> String) -> Markup {
    let lines =
      value.map { value in
        Markup.element("div", ["class": "value"], text: value) + .element("div", ["class": "quiet"], text: below())
      }
      ?? (.element("div", ["class": "value withheld"], text: "–")
        + .element("div", ["class": "withheld"], text: language("motion.withheld")))
    return .element("div", ["class": "card"], .element("div", ["class": "name"], text: name), lines)
  }

  func degrees(_ value: Double) -> String { language.number(value, digits: 1) + "°" }

  func interval(_ value: MotionValue) -> String {
    language(
      "report.range", ["low": .text(degrees(value.ci95[0])), "high": .text(degrees(value.ci95[1]))])
  }

  private func curves(_ medium: Medium) -> Markup {
    let heading = Markup.element("h2", text: language("motion.curve"))
    guard let curve = folder.curve, !curve.times.isEmpty else {
      return heading + .element("p", ["class": "quiet"], text: language("motion.no_curve"))
    }
    let widths = medium == .screen ? [660.0, 340] : [660]
    // The movement that was measured first.
    let channels =
      curve.channels.filter { $0.name == result.movement.rawValue }
      + curve.channels.filter { $0.name != result.movement.rawValue }
    let drawings = channels.map { channel -> Markup in
      let title: Markup =
        channels.count > 1 ? .element("h3", text: language.term(channel.name, of: "movement")) : .empty
      return title
        + .joined(
          widths.map {
            AngleDrawing(result: result, curve: curve, channel: channel, language: language, width: $0).figure.markup
          })
    }
    return heading + .joined(drawings)
      + .element("p", ["class": "legend-text"], text: language("motion.curve_legend"))
  }

  /// Every value with its interval, from how many plateaus it comes and what the interval covers.
  private var valuesTable: Markup {
    let heads = [
      ("motion.value", ""), ("report.value", "number"), ("report.interval", "number"), ("motion.plateaus", "number"),
      ("motion.covers", "after"), ("motion.in_frames", "after"),
    ].map { Markup.element("th", ["class": $1], text: language($0)) }
    let words = MotionWords(language: language)
    let rows = result.quantities.map { quantity -> Markup in
      let name = Markup.element(
        "td", [:], .text(MotionQuantity.title(quantity.key, language)),
        .element("div", ["class": "definition quiet"], text: MotionQuantity.definition(quantity.key, language)))
      guard let value = quantity.value else {
        return .element(
          "tr", [:], name,
          .element("td", ["class": "withheld", "colspan": "5"], text: words.reason(quantity.key, result)))
      }
      return .element(
        "tr", [:], name, .element("td", ["class": "number"], text: degrees(value.degrees)),
        .element("td", ["class": "number"], text: interval(value)),
        .element("td", ["class": "number"], text: "\(value.plateaus)"),
        .element("td", ["class": "after"], text: words.covers(value.covers)),
        .element("td", ["class": "after"], frames(value.frames)))
    }
    return .element("h2", text: language("motion.values"))
      + .wide(
        .element(
          "table", [:], .element("thead", [:], .element("tr", [:], .joined(heads))),
          .element("tbody", [:], .joined(rows)))) + PaceTable(result: result, language: language).markup
  }

  /// The first frames of a value by name.
  private func frames(_ names: [String]) -> Markup {
    guard let first = names.first else { return .text("–") }
    let more = names.count > 1 ? " +\(names.count - 1)" : ""
    return .foreign(first, limit: 24) + .text(more)
  }

  /// The pictures of start, minimum, maximum and return; without them, their frames stand in the table of values.
  private var extremes: Markup {
    let shown = MotionQuantity.seen.compactMap { key -> Markup? in
      guard let picture = folder.pictures[key] else { return nil }
      let value = result.value(key).map { ", " + degrees($0.degrees) } ?? ""
      let title = MotionQuantity.title(key, language) + value
      return .element(
        "figure", [:], .picture(picture, type: "image/jpeg", description: title), .element("figcaption", text: title))
    }
    guard !shown.isEmpty else { return .empty }
    return .element("h2", text: language("motion.extremes")) + .element("div", ["class": "pictures"], .joined(shown))
  }

  /// As many repeats are listed.
  private static let mostRepeats = 30

  private var repeats: Markup {
    guard !result.repeats.isEmpty else { return .empty }
    let heads = [
      ("motion.repeat", ""), ("motion.near_end", "number"), ("motion.far_end", "number"),
      ("motion.near_frame", "after"),
      ("motion.far_frame", "after"), ("motion.came_back", "after"),
    ].map { Markup.element("th", ["class": $1], text: language($0)) }
    let end = { (value: Double?) -> Markup in
      .element(
        "td", ["class": value == nil ? "number withheld" : "number"],
        text: value.map(degrees) ?? language("motion.not_held"))
    }
    let name = { (frame: String?) in
      Markup.element("td", ["class": "after"], frame.map { .foreign($0, limit: 24) } ?? .text("–"))
    }
    let rows = result.repeats.prefix(Self.mostRepeats).enumerated().map { number, one in
      Markup.element(
        "tr", [:], .element("td", text: "\(number + 1)"), end(one.nearDegrees), end(one.farDegrees),
        name(one.nearFrame),
        name(one.farFrame),
        .element("td", ["class": "after"], text: language(one.isComplete ? "motion.yes" : "motion.no")))
    }
    let rest = result.repeats.count - rows.count
    let more =
      rest > 0
      ? Markup.element("p", ["class": "quiet"], text: language("motion.more_repeats", ["count": .count(rest)])) : .empty
    let verdict = language(result.supportsChange ? "motion.supports_change" : "motion.supports_no_change")
    return .element("h2", text: language("motion.repeats_heading"))
      + .wide(
        .element(
          "table", [:], .element("thead", [:], .element("tr", [:], .joined(heads))),
          .element("tbody", [:], .joined(rows))))
      + more + .element("p", ["class": "quiet"], text: verdict)
  }

  /// Which frames count and what was done against noise.
  private var counted: Markup {
    let reasons = result.gates.rejected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      // A reason that this version does not know stands as it is written.
      Markup.element(
        "li", text: Finding.reason(reason, count, language).printable(limit: 120))
    }
    return .element("h2", text: language("motion.counted"))
      + .element(
        "p",
        text: language(
          "motion.frames", ["valid": .count(result.gates.valid), "all": .count(result.gates.all)]) + ". "
          + MotionWords(language: language).filters(result))
      + (reasons.isEmpty ? .empty : .element("ul", [:], .joined(reasons)))
  }

  private var findings: Markup {
    let all = result.findings + folder.leftOut
    return .element("h2", text: language("report.findings"))
      + (all.isEmpty
        ? .element("p", ["class": "quiet"], text: language("report.no_findings"))
        : FindingList(findings: all, language: language).groups)
  }

  private func provenance(_ medium: Medium) -> Markup {
    let unusable = folder.unusable.map { file in
      Markup.element(
        "p", ["class": "withheld"], text: language("report.unusable", ["file": .text(file.printable(limit: 60))]))
    }
    let row = { (name: Markup, value: Markup) in
      Markup.element("tr", [:], .element("td", [:], name), .element("td", [:], value))
    }
    let version = result.provenance.map {
      row(.text(language("report.version")), .text("Calvaria " + $0.version.printable(limit: 40)))
    }
    let rules = row(
      .text(language("motion.rules")),
      .foreign(result.rules.name, limit: 60) + .text(" ") + .foreign(result.rules.version, limit: 20))
    let inputs = (result.provenance?.inputs ?? [:]).sorted { $0.key < $1.key }.prefix(40).map { file, digest in
      row(.foreign(file, limit: 60), .element("span", ["class": "digest"], text: digest.printable(limit: 70)))
    }
    let options = (result.provenance?.options ?? [:]).sorted { $0.key < $1.key }.prefix(40).map { key, value in
      row(.foreign(key, limit: 60), .foreign(value, limit: 200))
    }
    return .element("h2", text: language("report.provenance")) + .joined(unusable)
      + .wide(.element("table", ["class": "facts"], .joined([version, rules].compactMap(\.self) + options + inputs)))
  }

  private var footer: Markup {
    let version = result.provenance.map { "Calvaria \($0.version)" } ?? "Calvaria"
    return .element(
      "footer", ["class": "screen"],
      text: language(
        "report.footer",
        ["version": .text(version.printable(limit: 40)), "schema": .text(result.schema.printable(limit: 40))]))
  }
}

extension Markup {
  /// A table that moves by itself on a narrow screen.
  static func wide(_ table: Markup) -> Markup { .element("div", ["class": "wide-table"], table) }
}

/// What stands at the head of every page of motion: the browser refuses whatever would come from elsewhere.
struct MotionPageHead {
  let title: String

  var markup: Markup {
    .element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": ReportPage.stillPolicy]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("meta", ["name": "referrer", "content": "no-referrer"]), .element("title", text: title),
      .style(SheetStyle.sheet), .style(MotionPageStyle.sheet))
  }
}

/// What the pages of motion add to the style of a scan's report. On paper the parts flow over as many sheets as they need, and
/// none is parted.
enum MotionPageStyle {
  static let sheet: StaticString = """
    .what{font-weight:600;margin:10px 0 2px}.legend-text{color:#4b5867}
    .pictures{margin:8px 0}.pictures img{width:100%;border:1px solid #d9dfe6;border-radius:4px;display:block}
    .neutral-zero td.now{background:#f2f5f8}.neutral-zero th,.neutral-zero td{padding-left:6px}
    .trends figure{border:1px solid #d9dfe6;border-radius:4px;padding:6px}
    @media screen{.pictures,.trends{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}
    .trends{grid-template-columns:repeat(3,1fr)}}
    @media screen and (max-width:760px){.pictures{grid-template-columns:repeat(2,minmax(0,1fr))}
    .trends{grid-template-columns:minmax(0,1fr)}.wide-table{overflow-x:auto}}
    @media print{.sheet{break-before:page}.sheet-table td{height:13mm;border:1px solid #9aa6b2;padding:1mm 2mm;vertical-align:top}
    .sheet-table th{border:1px solid #9aa6b2;padding:1mm 2mm}.sheet-table{border-collapse:collapse;width:100%;table-layout:fixed}
    .part{break-inside:avoid}h2,h3{break-after:avoid}
    .card{height:auto;min-height:19mm}.cards::after,.pictures::after,.trends::after{content:"";display:block;clear:both}
    .pictures figure{float:left;width:24%;margin-right:1.33%}.pictures figure:last-child,.trends figure:last-child{margin-right:0}
    .trends figure{float:left;width:32%;margin-right:2%;padding:1mm}.motion .what{margin:1.5mm 0 .5mm}
    .many td.number{white-space:normal}.motion tr{break-inside:avoid}.motion li{break-inside:avoid}.motion .definition{display:block;padding:0}}
    """
}

extension MotionPage {
  /// The drawings of the report as files: the angle over time.
  public func figures() -> [FigureFile] {
    guard let curve = folder.curve, !curve.times.isEmpty else { return [] }
    return [curve.channel(of: result.movement.rawValue)].compactMap(\.self).map { channel in
      let drawing = AngleDrawing(result: result, curve: curve, channel: channel, language: language)
      return FigureFile(drawing.figure, millimetres: 180)
    }
  }
}

extension MotionPage {
  /// A message with the printed report attached: its text has what was measured and the values, and no name or code.
  public func message(with pdf: Data) -> MailMessage {
    var values: [String: FindingValue] = ["what": .text(result.heading(language))]
    values["date"] = folder.scan.date.map { .text($0.printable(limit: 40)) }
    return MailMessage(
      subject: language("motion.mail_subject", values),
      text: result.table(language) + "\n" + language("motion.mail_text") + "\n",
      attachment: ("report.pdf", "application/pdf", pdf))
  }
}
