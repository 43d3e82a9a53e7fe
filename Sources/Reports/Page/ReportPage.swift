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

extension ReportPage {
  /// What was scanned and what was not.
  var coverage: Markup {
    guard result.markers != nil || result.surface != nil else { return .empty }
    return .element("h2", text: language("report.scanned")) + markers + surface
  }

  private var markers: Markup {
    guard let markers = result.markers else { return .empty }
    var seen: [String: FindingValue] = ["seen": .count(markers.seen)]
    seen["expected"] = markers.expected.map { .count($0) }
    if !markers.missing.isEmpty { seen["missing"] = .list(markers.missing.map { .count($0) }) }
    let rejected = markers.rejected.map {
      language("report.rejected", ["id": .count($0.id), "reason": .text($0.text(language))])
    }
    return .element("p", text: language("report.markers", seen))
      + ProgressDrawing(markers: markers, duration: result.recording?.durationS ?? 0, language: language).markup
      + (rejected.isEmpty ? .empty : .element("p", ["class": "quiet"], text: rejected.joined(separator: "; ") + "."))
  }

  private var surface: Markup {
    guard let surface = result.surface else { return .empty }
    let seen = surface.coverage.map { language("report.surface", ["share_percent": .percent($0, decimals: 1)]) }
    return .element("p", text: seen ?? language("report.surface_unknown"))
      + .element("div", ["class": "two"], regions(surface), holes(surface))
  }

  private func regions(_ surface: ScanResult.Surface) -> Markup {
    let rows = HeadRegion.allCases.compactMap { region in
      surface.regions[region.rawValue].map { share -> Markup in
        let percent = NumberText.number(100 * share, digits: 1)
        let bar = Markup.element(
          "div", ["class": "share"], .element("div", ["class": "fill", "style": "width:\(percent)%"]))
        return .element(
          "tr", [:], .element("td", text: language.term(region.rawValue, of: "place")), .element("td", [:], bar),
          .element("td", ["class": "number"], text: language.number(100 * share, digits: 1) + " %"))
      }
    }
    return .element("table", [:], .joined(rows))
  }

  private func holes(_ surface: ScanResult.Surface) -> Markup {
    guard !surface.holes.isEmpty else { return .element("p", ["class": "quiet"], text: language("report.no_holes")) }
    let heads = ["report.rim", "report.across", "report.around"].map { Markup.element("th", text: language($0)) }
    let rows = surface.holes.prefix(8).map { hole -> Markup in
      let sizes = [hole.diameterMm, hole.perimeterMm].map {
        Markup.element("td", ["class": "number"], text: language.number($0, digits: 0) + " mm")
      }
      return .element("tr", [:], .element("td", text: language.term(hole.place, of: "place")), .joined(sizes))
    }
    let more =
      surface.holes.count > 8
      ? Markup.element(
        "caption",
        text: language("report.widest", ["shown": .count(8), "count": .count(surface.holes.count)])) : .empty
    return .element("table", [:], more, .element("tr", [:], .joined(heads)), .joined(Array(rows)))
  }

  /// How good the data was.
  var quality: Markup {
    let rows = (depthFacts + trackingFacts + calibrationFacts).map { fact in
      Markup.element("tr", [:], .element("td", text: fact.0), .element("td", ["class": "number"], text: fact.1))
    }
    return rows.isEmpty
      ? .empty : .element("h2", text: language("report.quality")) + .element("table", [:], .joined(rows))
  }

  private var depthFacts: [(String, String)] {
    [
      ("report.valid_depth", result.depth?.validFraction),
      ("report.head_depth", result.depth?.headValidFraction),
      ("report.marker_depth", result.depth?.markersInvalidFraction),
    ].compactMap { name, share in share.map { (language(name), language.number(100 * $0, digits: 1) + " %") } }
  }

  private var trackingFacts: [(String, String)] {
    guard let tracking = result.tracking else { return [] }
    var posed: [String: FindingValue] = ["posed": .count(tracking.framesUsed)]
    posed["frames"] = result.recording.map { .count($0.frames) }
    let used = (language("report.posed"), language("report.posed_of", posed))
    let others: [(String, Double?, String)] = [
      ("report.residual", tracking.reprojectionRmsPx, "px"),
      ("report.closure", tracking.closureMm, "mm"),
    ]
    return [used]
      + others.compactMap { name, value, unit in
        value.map { (language(name), language.number($0, digits: 2) + " " + unit) }
      }
  }

  private var calibrationFacts: [(String, String)] {
    guard let calibration = result.calibration else { return [] }
    let ratio = calibration.markerSizeRatio.map { language.number($0.value, digits: 4) }
    let facts: [(String, String?)] = [
      ("report.calibration", language.term(calibration.verdict, of: "verdict")),
      ("report.focal", calibration.focalScale.map { text($0, digits: 4) }),
      ("report.depth_scale", calibration.depthScale.map { text($0, digits: 4) }),
      ("report.depth_offset", calibration.depthOffsetMm.map { text($0, digits: 2) }),
      ("report.depth_mean", calibration.depthCorrection.map { text($0.meanMm, digits: 2) }),
      ("report.depth_field", text(calibration.depthFieldMm?.value)),
      ("report.depth_peak", text(calibration.depthFieldPeakMm?.value)),
      ("report.delay", calibration.timeOffsetMs.map { text($0, digits: 1) }),
      ("report.marker_size", ratio),
      (
        "report.marker_size_corrected",
        calibration.correctedMarkerSizeRatio.map { language.number($0.value, digits: 4) }
      ),
    ]
    return facts.compactMap { name, value in value.map { (language(name), $0) } }
  }

  private func text(_ value: Double?) -> String? { value.map { language.number($0, digits: 2) } }

  /// A value with its interval; without one it was not estimated.
  private func text(_ estimate: ScanResult.Estimate, digits: Int) -> String {
    guard let ci = estimate.ci95, ci.count == 2 else { return language("report.not_estimated") }
    let numbers = [estimate.value, ci[0], ci[1]].map { language.number($0, digits: digits) }
    return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
  }
}

extension ReportPage {
  /// How the measures are defined.
  var definitions: Markup {
    let p = result.protocol
    let level =
      p.levelFraction.map { language("report.level_fraction", ["share_percent": .percent($0)]) }
      ?? p.level.split(separator: "_").joined(separator: " ")
    var values: [String: FindingValue] = [
      "protocol": .text(p.name), "version": .text(p.version), "axis": .term(p.apAxis, of: "axis"),
      "level": .text(level), "centre": .term(p.centre, of: "centre"),
      "angle_degrees": .number(p.diagonalAngleDegrees, decimals: 0, unit: "°"),
      "index": .text(measures.choices.index.title(language)), "source": .text(p.source),
      "gap_mm": .number(p.bridgedGapMm, decimals: 0, unit: "mm"),
    ]
    values["height_mm"] = measures.section.map { .millimetres($0.level, decimals: 1) }
    return .element("h2", text: language("report.defined"))
      + .element("p", text: language("report.definition", values))
  }

  /// A block of text to paste into a record.
  var record: Markup {
    let names: [MeasureName] = [.cvai, .cvaiShorter, .cva, .cranialIndex, .circumference, .length, .width]
    let grade = result.severity.map {
      language(
        "report.record_grade",
        [
          "scale": .text($0.scale.uppercased()), "level": .count($0.level),
          "side": .text(FlattenedSide.title($0.flattened, language)),
        ])
    }
    let source = language(
      "report.record_source",
      ["protocol": .text(result.protocol.name), "version": .text(result.protocol.version)])
    let keys = Set(names.map(\.rawValue))
    let reasons = result.findings.withheld.filter { !keys.isDisjoint(with: $0.measures) }
      .map { language("report.record_reason", ["reason": .text($0.text(language))]) }
    let text = (names.map(line) + reasons + [grade, source].compactMap { $0 }).joined(separator: "\n")
    return .element("h2", text: language("report.record")) + .element("pre", text: text)
  }

  private func line(_ name: MeasureName) -> String {
    let measure = result.measures[name.rawValue]
    var values: [String: FindingValue] = ["measure": .text(name.title(language))]
    guard let value = measure?.value else {
      return language("report.record_withheld", values)
    }
    values["value"] = .number(value, decimals: 1, unit: name.unit)
    if let interval = measure?.ci95 {
      (values["low"], values["high"]) = (.number(interval[0], decimals: 1), .number(interval[1], decimals: 1))
    }
    return language("report.record_value", values)
  }
}
