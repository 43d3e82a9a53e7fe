import Diagnostics
import Geometry

/// The figures of the data's quality, each with its name.
struct QualityFacts {
  let result: ScanResult
  let language: Language

  /// Depth, tracking and calibration.
  var all: [(String, String)] { depth + tracking + calibration }

  private var depth: [(String, String)] {
    [
      ("report.valid_depth", result.depth?.validFraction),
      ("report.head_depth", result.depth?.headValidFraction),
      ("report.marker_depth", result.depth?.markersInvalidFraction),
    ].compactMap { name, share in share.map { (language(name), language.number(100 * $0, digits: 1) + "\u{A0}%") } }
  }

  private var tracking: [(String, String)] {
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
        value.map { (language(name), language.number($0, digits: 2) + "\u{A0}" + unit) }
      } + recorded
  }

  /// The recorder's own poses against those that were found.
  private var recorded: [(String, String)] {
    guard let poses = result.recordedPoses else { return [] }
    return [
      ("report.recorded_position", language.number(poses.positionRmsMm, digits: 1) + "\u{A0}mm"),
      ("report.recorded_angle", language.number(poses.angleRmsDegrees, digits: 1) + "\u{A0}°"),
      ("report.recorded_scale", language.number(poses.scale, digits: 3)),
    ].map { (language($0), $1) }
  }

  private var calibration: [(String, String)] {
    guard let calibration = result.calibration else { return [] }
    let ratio = calibration.markerSizeRatio.map { language.number($0.value, digits: 4) }
    let facts: [(String, String?)] = [
      ("report.calibration", language.term(calibration.verdict, of: "verdict").printable(limit: 40)),
      ("report.device_file", calibration.device.map { "\($0.name), \($0.date)".printable(limit: 100) }),
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
  private func text(_ estimate: Estimate, digits: Int) -> String {
    guard let interval = estimate.ci95 else { return language("report.not_estimated") }
    let numbers = ([estimate.value] + interval.ends).map { language.number($0, digits: digits) }
    return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
  }
}

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
    guard let device = calibration.device else { return language(key, values) }
    let named: [String: FindingValue] = [
      "name": .text(device.name.printable(limit: 60)), "date": .text(device.date.printable(limit: 20)),
    ]
    return language(key, values) + " " + language("report.device_used", named)
  }

  /// A scale that was estimated; nil for one that was held fixed.
  private func scale(_ estimate: Estimate?) -> FindingValue? {
    estimate.flatMap { $0.ci95 == nil ? nil : .number($0.value, decimals: 4) }
  }
}
