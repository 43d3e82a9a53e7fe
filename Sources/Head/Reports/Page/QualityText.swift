import Geometry
import Diagnostics

/// How good the data was, a sentence about each part of it.
struct QualityText {
  let result: ScanResult
  let language: Language

  /// How many ids are named.
  private static let most = 10

  /// The sentences: markers, frames, depth, calibration.
  var sentences: [String] {
    let all = [markers, frames, depth, calibration].compactMap(\.self)
    return all.isEmpty ? [language("report.quality_unknown")] : all.map(\.keepingUnits)
  }

  private var markers: String? {
    guard let markers = result.markers else { return nil }
    var values: [String: FindingValue] = ["seen": .count(markers.seen)]
    values["expected"] = markers.expected.map { .count($0) }
    if !markers.missing.isEmpty {
      let shown = FindingValue.list(markers.missing.prefix(Self.most).map { .count($0) })
      let rest = markers.missing.count - Self.most
      values["missing"] =
        rest > 0 ? .text(language("report.and_more", ["ids": shown, "count": .count(rest)])) : shown
    }
    values["last_s"] = markers.progress.last?.first.map { .number($0, decimals: 1, unit: "s") }
    return language("report.markers", values)
  }

  private var frames: String? {
    guard let tracking = result.tracking else { return nil }
    var values: [String: FindingValue] = ["posed": .count(tracking.framesUsed)]
    values["frames"] = result.recording.map { .count($0.frames) }
    values["residual"] = tracking.reprojectionRmsPx.map { .number($0, decimals: 2, unit: "px") }
    values["closure"] = tracking.closureMm.map { .number($0, decimals: 2, unit: "mm") }
    return language("report.tracked", values)
  }

  private var depth: String? {
    guard let depth = result.depth, let head = depth.headValidFraction else { return nil }
    var values: [String: FindingValue] = ["head": .percent(head, decimals: 1)]
    values["markers"] = depth.markersInvalidFraction.map { .percent($0, decimals: 1) }
    return language("report.depth", values)
  }

  private var calibration: String? {
    guard let calibration = result.calibration else { return nil }
    var values: [String: FindingValue] = [:]
    values["focal"] = scale(calibration.focalScale)
    values["depth"] = scale(calibration.depthScale)
    let key =
      switch calibration.verdict {
      case "ok": "report.calibration_ok"
      case "suspect": "report.calibration_suspect"
      case "corrected": "report.calibration_corrected"
      default: "report.calibration_unknown"
      }
    return language(key, values)
  }

  /// A scale that was estimated; nil for one that was held fixed.
  private func scale(_ estimate: Estimate?) -> FindingValue? {
    estimate.flatMap { $0.ci95 == nil ? nil : .number($0.value, decimals: 4) }
  }
}
