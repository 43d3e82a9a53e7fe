import Analysis
import Diagnostics

extension ReportPage {
  /// What was scanned and what was not.
  var coverage: Markup {
    guard result.markers != nil || result.surface != nil else { return .empty }
    return .element("h2", text: "What was scanned") + markers + surface
  }

  private var markers: Markup {
    guard let markers = result.markers else { return .empty }
    let expected = markers.expected.map { " of \($0)" } ?? ""
    let missing =
      markers.missing.isEmpty ? "" : "; never seen: " + markers.missing.map(String.init).joined(separator: ", ")
    let rejected = markers.rejected.map { "marker \($0.id) left out: \($0.reason)" }
    return .element("p", text: "Markers of the cap seen: \(markers.seen)\(expected)\(missing).")
      + ProgressDrawing(markers: markers, duration: result.recording?.durationS ?? 0).markup
      + (rejected.isEmpty ? .empty : .element("p", ["class": "quiet"], text: rejected.joined(separator: "; ") + "."))
  }

  private var surface: Markup {
    guard let surface = result.surface else { return .empty }
    let share = surface.coverage.map { "\(NumberText.number(100 * $0, digits: 1)) % of directions" }
    let seen = share ?? "not known without landmarks, which say where that plane is"
    return .element("p", text: "Surface seen above the base plane: \(seen).")
      + .element("div", ["class": "two"], regions(surface), holes(surface))
  }

  private func regions(_ surface: ScanResult.Surface) -> Markup {
    let rows = HeadRegion.allCases.compactMap { region in
      surface.regions[region.rawValue].map { share -> Markup in
        let percent = NumberText.number(100 * share, digits: 1)
        let bar = Markup.element(
          "div", ["class": "share"], .element("div", ["class": "fill", "style": "width:\(percent)%"]))
        let name = region.rawValue.split(separator: "_").joined(separator: ", ")
        return .element(
          "tr", [:], .element("td", text: name), .element("td", [:], bar),
          .element("td", ["class": "number"], text: percent + " %"))
      }
    }
    return .element("table", [:], .joined(rows))
  }

  private func holes(_ surface: ScanResult.Surface) -> Markup {
    guard !surface.holes.isEmpty else { return .element("p", ["class": "quiet"], text: "The surface has no holes.") }
    let heads = ["Rim of the surface", "Across", "Around"].map { Markup.element("th", text: $0) }
    let rows = surface.holes.prefix(8).map { hole -> Markup in
      let sizes = [hole.diameterMm, hole.perimeterMm].map {
        Markup.element("td", ["class": "number"], text: NumberText.number($0, digits: 0) + " mm")
      }
      return .element("tr", [:], .element("td", text: hole.place), .joined(sizes))
    }
    let more =
      surface.holes.count > 8 ? Markup.element("caption", text: "The 8 widest of \(surface.holes.count)") : .empty
    return .element("table", [:], more, .element("tr", [:], .joined(heads)), .joined(Array(rows)))
  }

  /// How good the data was.
  var quality: Markup {
    let rows = (depthFacts + trackingFacts + calibrationFacts).map { fact in
      Markup.element("tr", [:], .element("td", text: fact.0), .element("td", ["class": "number"], text: fact.1))
    }
    return rows.isEmpty ? .empty : .element("h2", text: "Quality of the data") + .element("table", [:], .joined(rows))
  }

  private var depthFacts: [(String, String)] {
    [
      ("Pixels with valid depth, whole image", result.depth?.validFraction),
      ("Pixels with valid depth, on the head", result.depth?.headValidFraction),
      ("Pixels without depth, on the markers", result.depth?.markersInvalidFraction),
    ].compactMap { name, share in share.map { (name, NumberText.number(100 * $0, digits: 1) + " %") } }
  }

  private var trackingFacts: [(String, String)] {
    guard let tracking = result.tracking else { return [] }
    let used = ("Frames with a pose", "\(tracking.framesUsed)" + (result.recording.map { " of \($0.frames)" } ?? ""))
    let others: [(String, Double?, String)] = [
      ("Residual of the markers' corners", tracking.reprojectionRmsPx, "px"),
      ("Disagreement of two halves of the scan", tracking.closureMm, "mm"),
    ]
    return [used]
      + others.compactMap { name, value, unit in value.map { (name, NumberText.number($0, digits: 2) + " " + unit) } }
  }

  private var calibrationFacts: [(String, String)] {
    guard let calibration = result.calibration else { return [] }
    let ratio = calibration.markerSizeRatio.map { NumberText.number($0.value, digits: 4) }
    let facts: [(String, String?)] = [
      ("Calibration", calibration.verdict),
      ("Focal length, true over given", calibration.focalScale.map { Self.text($0, digits: 4) }),
      ("Depth, true over measured", calibration.depthScale.map { Self.text($0, digits: 4) }),
      ("Added to depth in the image's middle (mm)", calibration.depthOffsetMm.map { Self.text($0, digits: 2) }),
      ("Added in all, mean over the image (mm)", calibration.depthCorrection.map { Self.text($0.meanMm, digits: 2) }),
      ("Its standard deviation over the image (mm)", Self.text(calibration.depthFieldMm?.value)),
      ("Its largest difference from the mean (mm)", Self.text(calibration.depthFieldPeakMm?.value)),
      ("Depth taken later than colour (ms)", calibration.timeOffsetMs.map { Self.text($0, digits: 1) }),
      ("Markers, measured over printed", ratio),
      ("The same, corrected", calibration.correctedMarkerSizeRatio.map { NumberText.number($0.value, digits: 4) }),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func text(_ value: Double?) -> String? { value.map { NumberText.number($0, digits: 2) } }

  /// A value with its interval; without one it was not estimated.
  private static func text(_ estimate: ScanResult.Estimate, digits: Int) -> String {
    guard let ci = estimate.ci95, ci.count == 2 else { return "not estimated" }
    let numbers = [estimate.value, ci[0], ci[1]].map { NumberText.number($0, digits: digits) }
    return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
  }
}
