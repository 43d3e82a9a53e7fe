import Analysis
import Diagnostics

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
