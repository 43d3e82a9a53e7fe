import Analysis
import Diagnostics
import HeadViews
import Landmarks

/// The second sheet: every measure, the landmarks, and how good the data was.
struct PanelSheet {
  let content: ReportContent
  let coverage: [Figure]
  let language: Language

  private var result: ScanResult { content.result }

  /// The sheet.
  var markup: Markup {
    .element(
      "section", ["class": "sheet", "id": "panel"], running, .element("h2", text: language("report.measures")),
      MeasuresTable(result: result, language: language).markup, grades, landmarks, quality, definition)
  }

  private var running: Markup {
    .running(
      language("report.title"), [content.scan.subject, content.scan.session, content.scan.date].compactMap(\.self),
      language)
  }

  /// The grades by further scales; the first stands on the first sheet.
  private var grades: Markup {
    let lines = result.severities.dropFirst().prefix(2).map { grade in
      Markup.element("li", text: grade.line(language).printable(limit: 160))
    }
    let source = content.scale.map {
      Markup.element(
        "li",
        text: language(
          "report.scale_source",
          ["title": .text($0.title.printable(limit: 100)), "source": .text($0.source.printable(limit: 300))]))
    }
    let norm = result.norm.map { Markup.element("li", text: $0.line(language).printable(limit: 300)) }
    // What must be known to read z, which paper has no other place for.
    let norms = result.findings.filter { [.normTape, .normMedianChild, .normCorrected].contains($0.code) }.map {
      Markup.element("li", ["class": "paper"], text: $0.sentence(language).printable(limit: 300))
    }
    let references = (result.references ?? []).prefix(Self.mostReferences).map {
      Markup.element("li", text: $0.line(language).printable(limit: 300))
    }
    return .element(
      "ul", ["class": "quiet grades"], .joined([source, norm].compactMap(\.self) + norms + lines + references))
  }

  /// So many values of other children have room on paper; result.json has all.
  private static let mostReferences = 4

  private var landmarks: Markup {
    .element("h2", text: language("report.landmarks"))
      + LandmarksTable(result: result, language: language).markup
  }

  private var quality: Markup {
    let drawing = result.markers.map {
      ProgressDrawing(markers: $0, duration: result.recording?.durationS ?? 0, language: language).figure.markup
    }
    let facts = QualityText(result: result, language: language).sentences.map { Markup.element("li", text: $0) }
    let sentences = Markup.element(
      "div", [:], .element("h2", text: language("report.quality")), .element("ul", [:], .joined(facts)))
    let progress = drawing.map {
      Markup.element("div", [:], .element("h2", text: language("drawing.progress")), $0)
    }
    return .element("div", ["class": "two even"], sentences, progress ?? .empty)
      + CoveragePart(content: content, views: coverage, language: language).markup
  }

  private var definition: Markup {
    .element(
      "div", ["class": "screen"], .element("h2", text: language("report.defined")),
      .element("p", text: DefinitionText(content: content, language: language).sentence))
  }
}

/// What a protocol defines, in words.
struct DefinitionText {
  let content: ReportContent
  let language: Language

  /// The protocol alone.
  var name: String {
    let p = content.result.protocol
    return language(
      "report.definition_name",
      ["protocol": .text(p.name.printable(limit: 60)), "version": .text(p.version.printable(limit: 20))])
  }

  /// How the measures are defined.
  var sentence: String {
    let p = content.result.protocol
    let level =
      p.levelFraction.map { language("report.level_fraction", ["share_percent": .percent($0)]) }
      ?? p.level.split(separator: "_").joined(separator: " ").printable(limit: 60)
    var values: [String: FindingValue] = [
      "protocol": .text(p.name.printable(limit: 60)), "version": .text(p.version.printable(limit: 20)),
      "axis": word(p.apAxis, "axis"),
      "level": .text(level), "centre": word(p.centre, "centre"),
      "angle_degrees": .number(p.diagonalAngleDegrees, decimals: 0, unit: "°"),
      "index": word(p.index, "measure"), "source": .text(p.source.printable(limit: 200)),
      "gap_mm": .number(p.bridgedGapMm, decimals: 0, unit: "mm"),
    ]
    values["height_mm"] = content.result.section.map { .number($0.heightMm, decimals: 1, unit: "mm") }
    return language("report.definition", values).keepingUnits
  }

  /// A word of a kind; one that this version does not know stands as it is written.
  private func word(_ key: String, _ kind: String) -> FindingValue {
    .text(language.term(key, of: kind).printable(limit: 80))
  }
}

/// The landmarks with where they come from and how well they are known.
struct LandmarksTable {
  let result: ScanResult
  let language: Language

  /// The table.
  var markup: Markup {
    let heads = [
      ("report.landmark_name", ""), ("report.landmark_source", ""), ("report.landmark_clicks", "number"),
      ("report.landmark_sd", "number"), ("report.landmark_residual", "number"), ("report.landmark_use", "after"),
    ].map { key, style in Markup.element("th", ["class": style], text: language(key)) }
    let rows = Landmark.allCases.compactMap { landmark -> Markup? in
      if let entry = result.landmarks.points[landmark.rawValue] { return row(landmark, entry) }
      return Landmark.required.contains(landmark) ? missing(landmark) : nil
    }
    return .element(
      "table", ["class": "landmarks"], .element("thead", [:], .element("tr", [:], .joined(heads))),
      .element("tbody", [:], .joined(rows)))
  }

  private func row(_ landmark: Landmark, _ entry: ScanResult.LandmarkEntry) -> Markup {
    let clicks = entry.clicks ?? []
    let residuals = clicks.filter(\.used).compactMap(\.residualMm)
    let rms = residuals.isEmpty ? nil : (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)).squareRoot()
    let count =
      clicks.isEmpty
      ? entry.evidence.map { "\($0)" } ?? "–"
      : language("report.of", ["part": .count(clicks.count(where: \.used)), "whole": .count(clicks.count)])
    let source = entry.source.map { language("source." + $0.printable(limit: 20)) } ?? "–"
    let use = reason(entry).map { language("report.landmark_rejected", ["reason": .text($0.printable(limit: 120))]) }
    return .element(
      "tr", [:], .element("td", text: landmark.title(language)), .element("td", text: source),
      number(count), number(language.number(entry.sdMm, digits: 1) + "\u{A0}mm"),
      number(rms.map { language.number($0, digits: 1) + "\u{A0}mm" } ?? "–"),
      .element("td", ["class": use == nil ? "after" : "after withheld"], text: use ?? language("report.landmark_used")))
  }

  /// Why a landmark is not used: the finding of that kind in the language of the page, else the words of the file.
  private func reason(_ entry: ScanResult.LandmarkEntry) -> String? {
    guard let reason = entry.reason else { return nil }
    let finding = result.findings.first { $0.code.rawValue == entry.code && $0.text() == reason }
    return finding?.text(language) ?? reason
  }

  private func missing(_ landmark: Landmark) -> Markup {
    .element(
      "tr", [:], .element("td", text: landmark.title(language)), .element("td", text: "–"), number("–"), number("–"),
      number("–"), .element("td", ["class": "after withheld"], text: language("report.landmark_missing")))
  }

  private func number(_ text: String) -> Markup { .element("td", ["class": "number"], text: text) }
}

/// How much of the head was seen, and what to scan again.
struct CoveragePart {
  let content: ReportContent
  let views: [Figure]
  let language: Language

  /// A part of the vault of which less was seen is worth another scan.
  private static let enough = 0.9
  private static let vault: [HeadRegion] = [.front, .left, .right, .back, .crown]

  private var surface: ScanResult.Surface? { content.result.surface }

  /// The part.
  var markup: Markup {
    guard let surface else { return .empty }
    let seen = surface.coverage.map { language("report.surface", ["share_percent": .percent($0, decimals: 1)]) }
    return .element(
      "div", ["class": "coverage-part"], .element("h2", text: language("report.covered")),
      .element("p", text: ((seen ?? language("report.surface_unknown")) + " " + again).keepingUnits),
      regions, pictures)
  }

  /// What is worth scanning again, as a sentence.
  private var again: String {
    guard let surface, surface.coverage != nil else { return "" }
    let thin = Self.vault.filter { (surface.regions[$0.rawValue] ?? 1) < Self.enough }
    let places = thin.map { language.term($0.rawValue, of: "place") }
    return places.isEmpty
      ? language("report.nothing_again") : language("report.again", ["places": .text(places.joined(separator: ", "))])
  }

  /// The share of each region, in a row of its own.
  private var regions: Markup {
    let rows = HeadRegion.allCases.compactMap { region in
      surface?.regions[region.rawValue].map { share -> Markup in
        let percent = NumberText.number(min(max(100 * share, 0), 100), digits: 0)
        return .element(
          "span", ["class": "region"], .text(language.term(region.rawValue, of: "place") + " "),
          .inline("b", text: language.number(Double(percent) ?? 0, digits: 0) + "\u{A0}%"))
      }
    }
    return .element("p", ["class": "regions"], .joined(rows))
  }

  private var pictures: Markup {
    guard !views.isEmpty, let map = content.head?[.coverage] else {
      return .element("p", ["class": "quiet"], text: language("report.no_coverage_map"))
    }
    return .element(
      "div", ["class": "views five"],
      .joined(views.map { .element("figure", [:], $0.markup, .element("figcaption", text: $0.description)) }),
      .element(
        "div", ["class": "map-legend"], MapLegend(map: map, language: language).figure.markup,
        .element("p", ["class": "quiet legend-text"], text: language("report.coverage_legend"))))
  }
}

extension Markup {
  /// What it is, who and when once more, for a sheet of paper that is parted from the first.
  static func running(_ title: String, _ stated: [String], _ language: Language) -> Markup {
    let named =
      stated.isEmpty ? [Markup.text(language("report.subject_not_stated"))] : stated.map { .foreign($0, limit: 40) }
    return .element(
      "p", ["class": "running paper"], .text(title + " · "),
      named.dropFirst().reduce(named[0]) { $0 + .text(" · ") + $1 })
  }
}
