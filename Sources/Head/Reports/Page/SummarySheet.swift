import Analysis
import Diagnostics

/// The first sheet: who and when, the state in words, the CVAI on its scale with the figures beside it, outline and views.
struct SummarySheet {
  let content: ReportContent
  let views: [Figure]
  let language: Language

  private var result: ScanResult { content.result }

  /// The sheet.
  var markup: Markup {
    .element(
      "section", ["class": "sheet", "id": "summary"], header, who, notice, state, figures, severity, head, definition)
  }

  /// How it is defined: on paper there is room for it here, on a screen it stands with the measures.
  private var definition: Markup {
    let text = DefinitionText(content: content, language: language)
    return .element(
      "div", ["class": "paper"], .element("h2", text: language("report.defined")),
      .element("p", text: stateLines > Self.mostLines ? text.name : text.sentence))
  }

  /// So many lines may be said of the state on paper; with more there is no room for the whole definition.
  private static let mostLines = 7

  /// About how many lines of paper the state takes.
  private var stateLines: Int {
    let width = 98
    let state = (result.measured.line(.measured, language).count + width - 1) / width
    return state
      + FindingList(findings: result.findings, language: language).summaryLines(most: Self.mostFindings, of: width)
  }

  /// How many findings stand on the first sheet.
  private static let mostFindings = 3

  private var header: Markup {
    .element(
      "header", [:], .element("h1", text: language("report.title")),
      .element(
        "span", ["class": "badge \(result.measured.state.rawValue)"], text: result.measured.badge(.measured, language)))
  }

  private var who: Markup {
    let scan = content.scan
    let facts: [(String, Markup)] = [
      ("report.subject", stated(scan.subject)), ("report.session", stated(scan.session)),
      ("report.date", stated(scan.date)), ("report.operator", stated(scan.operator)),
      ("report.device", stated(scan.device)), ("report.recording", recording),
    ]
    return .element(
      "dl", ["class": "who"],
      .joined(
        facts.map { key, value in
          .element("div", [:], .element("dt", text: language(key)), .element("dd", [:], value))
        }))
  }

  private func stated(_ text: String?) -> Markup {
    text.map { .foreign($0, limit: 60) } ?? .inline("span", ["class": "quiet"], text: language("report.not_stated"))
  }

  private var recording: Markup {
    let facts = result.recording.map {
      language(
        "report.frames",
        [
          "frames": .count($0.frames), "duration_s": .number($0.durationS, decimals: 1, unit: "s"),
          "format": .text($0.format.printable(limit: 20)),
        ])
    }
    let name = content.scan.recording.map { Markup.foreign($0, limit: 40) + .text(" · ") } ?? .empty
    return name + .text((facts ?? language("report.mesh")).keepingUnits)
  }

  private var notice: Markup { .element("p", ["class": "notice"], text: language("report.notice")) }

  private var state: Markup {
    let measured = result.measured
    let causes = FindingList(findings: result.findings, language: language).summary(
      most: Self.mostFindings, foldsNotes: true)
    return .element(
      "div", ["class": "state \(measured.state.rawValue)"],
      .element("strong", text: measured.line(.measured, language) + "."), causes)
  }

  /// The four figures that a reader looks for first.
  private var figures: Markup {
    let isRepeated = MeasureGroup.main.names.contains { result.measures[$0.rawValue]?.repeatability != nil }
    return .element("div", ["class": "figures"], .joined(MeasureGroup.main.names.map(figure)))
      + (isRepeated ? .element("p", ["class": "quiet"], text: language("report.repeat_note")) : .empty)
  }

  private func figure(_ name: MeasureName) -> Markup {
    let measure = result.measures[name.rawValue]
    let lines: [Markup]
    if let value = measure?.value {
      lines =
        [
          .element("div", ["class": "value"], text: language.value(value, name)),
          .element(
            "div", ["class": "quiet"],
            text: language.interval(measure?.ci95, name).map {
              language("report.interval_of", ["interval": .text($0)])
            } ?? language("report.no_interval")),
        ] + repeated(name) + norm(name)
    } else {
      lines = [
        .element("div", ["class": "value withheld"], text: "–"),
        .element("div", ["class": "withheld"], text: language("table.withheld")),
      ]
    }
    return .element(
      "div", ["class": "card"], .element("div", ["class": "name"], text: name.title(language)), .joined(lines),
      side(name))
  }

  /// On paper the flattened side stands beside the value, where there is room.
  private func side(_ name: MeasureName) -> Markup {
    guard let scale = content.scale, name == scale.measure else { return .empty }
    return flattened(scale, "paper side")
  }

  /// What a second scan by the same person would give.
  private func repeated(_ name: MeasureName) -> [Markup] {
    language.interval(result.measures[name.rawValue]?.repeatability, name).map {
      [.element("div", ["class": "quiet"], text: language("report.repeat", ["interval": .text($0)]))]
    } ?? []
  }

  /// The index with the midline of the face.
  private var bySymmetry: Markup {
    result.bySymmetry.map { .element("p", ["class": "quiet"], text: $0.line(language).keepingUnits) } ?? .empty
  }

  /// Where the measure stands among children of the same age and sex.
  private func norm(_ name: MeasureName) -> [Markup] {
    guard let norm = result.norm, norm.measure == name.rawValue else { return [] }
    let text = norm.percentile.map { language("report.percentile", ["percentile": .number($0, decimals: 0)]) }
    return [.element("div", ["class": "quiet"], text: text ?? language("report.no_percentile"))]
  }

  private var severity: Markup {
    guard let scale = content.scale else { return .empty }
    let measure = result.measures[scale.measure.rawValue]
    let drawing = { (width: Double) in
      SeverityDrawing(
        scale: scale, value: measure?.value, interval: measure?.ci95, language: language, width: width
      ).figure.markup
    }
    let title = language(
      "report.scale",
      ["measure": .text(scale.measure.title(language)), "scale": .text(scale.name.uppercased().printable(limit: 40))])
    return .element(
      "div", ["class": "severity"], .element("h2", text: title), drawing(640), drawing(330),
      .element(
        "div", ["class": "verdict"], flattened(scale, "screen"),
        .element(
          "div", [:], .element("p", [:], .text(GradeText(result: result, language: language).sentence(scale))),
          bySymmetry)
      ))
  }

  /// The flattened side in the colour of the level, in a division of some classes; nothing where there is no such side.
  private func flattened(_ scale: SeverityScale, _ classes: String) -> Markup {
    // Only a scale of asymmetry has a colour for a side.
    guard scale.measure.symmetricValue != nil, let grade = result.severities.first(where: { $0.scale == scale.name }),
      let side = (result.severity?.flattened).flatMap(FlattenedSide.init(rawValue:)),
      let figure = FlattenedSideDrawing(side: side, colour: scale.colour(ofLevel: grade.level), language: language)
        .figure
    else { return .empty }
    return .element("div", ["class": classes], figure.markup)
  }

  private var head: Markup {
    let landmarks = content.landmarksFromAbove
    let outline = content.section.map {
      SectionDrawing(section: $0, result: result, landmarks: landmarks, language: language).figure.markup
    }
    let missing = result.section == nil ? "drawing.no_section" : "report.no_section_file"
    return .element(
      "div", ["class": "two lead"],
      .element(
        "div", ["class": "outline-part"], .element("h2", text: language("drawing.section")),
        outline ?? .element("p", ["class": "quiet"], text: language(missing))),
      .element("div", ["class": "views-part"], .element("h2", text: language("report.views")), viewGrid))
  }

  private var viewGrid: Markup {
    guard !views.isEmpty else {
      let key = content.isDefaced && content.head == nil ? "report.no_views_defaced" : "report.no_views"
      return .element("p", ["class": "quiet"], text: language(key))
    }
    return .element(
      "div", ["class": "views"],
      .joined(views.map { .element("figure", [:], $0.markup, .element("figcaption", text: $0.description)) }))
      + .element(
        "p", ["class": "quiet legend-text"],
        text: language(content.isDefaced ? "report.views_legend_defaced" : "report.views_legend"))
  }
}

/// The level of a value in words.
struct GradeText {
  let result: ScanResult
  let language: Language

  /// Level, name and probability by a scale, and the flattened side.
  func sentence(_ scale: SeverityScale) -> String {
    guard let grade = result.severities.first(where: { $0.scale == scale.name }) else {
      return result.refusal(of: scale.name)?.text(language)
        ?? language("report.no_level", ["measure": .text(scale.measure.title(language))])
    }
    var values: [String: FindingValue] = [
      "level": .text(level(grade)), "levels": .count(grade.levels), "scale": .text(grade.shownScale),
      "side": .text(FlattenedSide.title(result.severity?.flattened, language)),
      "share_percent": .percent(grade.probabilities["\(grade.level)"] ?? 1),
    ]
    values["advice"] = grade.advice.map { .text(language.term($0, of: "level_advice").printable(limit: 80)) }
    if grade.crossesBorder { values["crossing"] = .text(language("report.crossing")) }
    return language("report.level", values).keepingUnits
  }

  /// The number of a level, with its name where the scale's source has one.
  func level(_ grade: ScanResult.ScaleGrade) -> String {
    guard let names = grade.names, names.indices.contains(grade.level - 1) else { return "\(grade.level)" }
    let name = language.term(names[grade.level - 1], of: "level_name").printable(limit: 40)
    return language("report.level_name", ["level": .count(grade.level), "name": .text(name)])
  }
}
