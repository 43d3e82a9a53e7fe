import Geometry
import Analysis
import DepthFilters
import Diagnostics
import Markers
import Reconstruction
import Tracking

/// Whether a scan can carry a measurement: checks that concern no single measure.
public struct QualityChecks: Sendable {
  /// The measured size of the markers over the printed one, with the recording's intrinsics and with the corrected ones:
  /// the median over all sightings.
  public let markerSizeRatio, correctedSizeRatio: Double
  /// The verdict on intrinsics, depth and timestamps.
  public let verdict: CalibrationVerdict
  /// Why nothing may be measured; empty for a fit scan.
  public private(set) var reasons: [Finding]
  /// Why nothing in millimetres or millilitres may be measured; nil where that may.
  public let scaleReason: Finding?
  /// Remarks that withhold nothing.
  public private(set) var notes: [Finding]

  /// The checks of a tracked head.
  init(_ views: Views, _ head: TrackedHead, cap: Cap, _ options: StageOptions) {
    switch options.reconstruction.method {
    case .markers: self.init(views, head.tracking, cap: cap, slips: head.slips, options)
    case .dense: self.init(dense: head.tracking, options)
    }
    let repeats = views.observations.count(where: \.repeatsDepth)
    if repeats > 0 {
      notes.append(
        Finding(
          .recordingRepeatedDepth, ["count": .count(repeats), "looked_at": .count(views.observations.count)]))
    }
  }

  private init(_ views: Views, _ tracking: Tracking, cap: Cap, slips: [CapSlip], _ stages: StageOptions) {
    let (options, calibration, sensor) = (stages.quality, tracking.calibration, tracking.calibration.verdict())
    let size = PrintedSize(views.observations, cap: cap, tracking, stages)
    (markerSizeRatio, correctedSizeRatio, scaleReason) = (size.measured, size.corrected, size.doubt)
    let shift = DepthShift(views.observations, cap: cap)?.fault(largest: options.largestShift)
    let field = tracking.depthFieldDeviation > options.usualField ? tracking.depthFieldDeviation : nil
    let isAdjusted = field != nil || calibration.hasLens
    verdict =
      size.fault != nil || size.doubt != nil || shift != nil
      ? .suspect : sensor == .ok && isAdjusted ? .corrected : sensor
    // Depth that lies beside the image looks like two heads, other intrinsics and a lens.
    let isAside = shift != nil
    reasons =
      [
        isAside ? nil : Self.twoHeads(views.usable, tracking, stages), shift, size.fault,
        Self.fault(of: calibration, isSuspect: sensor == .suspect && !isAside),
      ].compactMap(\.self) + slips.filter { $0.treatment == .none }.map(\.finding)
      + Self.faults(of: tracking, openLoop: .trackingClosure, options)
    notes =
      [
        isAside ? nil : Self.contradiction(calibration, stages), isAside ? nil : Self.lens(calibration),
        Self.scatter(calibration, options),
        Self.adjustments(calibration, verdict, field: field),
      ].compactMap(\.self) + slips.filter { $0.treatment != .none }.map(\.finding)
    if tracking.posedFraction >= options.fewestPosed, tracking.posedFraction < options.usualPosed {
      notes.append(Finding(.trackingSomeFrames, Self.posed(tracking)))
    }
  }

  /// The size of the markers in depth, against the printed one.
  private struct PrintedSize {
    /// The measured size over the printed one, with the recording's intrinsics and with the corrected ones.
    let measured, corrected: Double
    /// Why nothing may be measured; nil where that may.
    let fault: Finding?
    /// Why nothing in millimetres or millilitres may be measured; nil where that may, and where ``fault`` says more.
    let doubt: Finding?

    init(_ frames: [FrameObservations], cap: Cap, _ tracking: Tracking, _ stages: StageOptions) {
      let (calibration, usual) = (tracking.calibration, stages.quality.usualSizeRatios)
      let ratio = MarkerSizeRatio(frames, cap: cap)
      measured = ratio.value
      corrected = measured * calibration.sizeFactor(atDepth: tracking.usualDepth)
      // Where the images exclude another focal length, another size is the print's or the depth's: ratios don't depend on either.
      fault = ratio.fault(
        focalScale: calibration.focalScale.value,
        usable: calibration.excludesWrongFocalLength
          ? stages.quality.scalableSizeRatios : stages.reconstruction.markers.screening.usableSizes)
      let isUnusual = corrected.isFinite && !usual.contains(corrected)
      let isTorn = calibration.scaleTension > SelfCalibration.largestTension
      doubt =
        fault == nil && (isUnusual || isTorn)
        ? Finding(
          .calibrationScale,
          [
            "corrected": MarkerSizeRatio.shown(corrected), "ratio": MarkerSizeRatio.shown(measured),
            "low": .number(usual.lowerBound, decimals: 3), "high": .number(usual.upperBound, decimals: 3),
            "tension": .number(calibration.scaleTension, decimals: 1),
          ]) : nil
    }
  }

  /// More than one head or cap: markers stand in two arrangements, or frames that show enough of them contradict the rest.
  private static func twoHeads(
    _ frames: [FrameObservations], _ tracking: Tracking, _ stages: StageOptions
  ) -> Finding? {
    let strange = tracking.rejections.count { $0.contains { $0.code == .trackingDisagreement } }
    let share = Double(strange) / Double(max(1, frames.count))
    if share > stages.quality.mostStrange {
      return Finding(.trackingTwoHeads, ["share_percent": .percent(share)])
    }
    guard let closure = SplitDistances.closure(frames), closure > SplitDistances.mostSplit else { return nil }
    return Finding(.trackingTwoHeads)
  }

  /// Depth that was taken at another time than colour, or a sensor whose calibration can't be made good; nil for a sound one.
  private static func fault(of calibration: SelfCalibration, isSuspect: Bool) -> Finding? {
    if calibration.isTooLate {
      return Finding(
        .calibrationDelay, ["delay_ms": .number(calibration.timeOffset.value * 1000, decimals: 0, unit: "ms")])
    }
    guard isSuspect else { return nil }
    return Finding(
      .calibrationIntrinsics,
      [
        "focal_scale": .number(calibration.focalScale.value, decimals: 3),
        "offset_mm": .millimetres(calibration.depthOffset.value, decimals: 1),
      ])
  }

  /// A focal length that is not that of the device file; nil where they agree, or there is none.
  private static func contradiction(_ calibration: SelfCalibration, _ stages: StageOptions) -> Finding? {
    guard stages.reconstruction.tracking.device != nil, let miss = calibration.focalMiss, miss > SensorPrior.mostMiss
    else { return nil }
    return Finding(
      .calibrationDevice,
      [
        "focal_scale": .number(calibration.focalScale.value, decimals: 4), "deviations": .number(miss, decimals: 1),
      ])
  }

  /// A lens that the recording does not state; nil where there is none.
  private static func lens(_ calibration: SelfCalibration) -> Finding? {
    guard calibration.hasLens else { return nil }
    let (first, second) = (calibration.lens[0], calibration.lens[1])
    return Finding(
      .calibrationLens,
      [
        "k1": .number(first.value, decimals: 3), "k1_reach": .number(first.halfWidth, decimals: 3),
        "k2": .number(second.value, decimals: 3), "k2_reach": .number(second.halfWidth, decimals: 3),
      ])
  }

  /// Corners of markers that scatter more than usual; nil where they do not.
  private static func scatter(_ calibration: SelfCalibration, _ options: QualityOptions) -> Finding? {
    guard let sigma = calibration.cornerSigma, sigma > options.usualCornerSigma else { return nil }
    return Finding(
      .calibrationCorners,
      [
        "deviation_px": .number(sigma, decimals: 2, unit: "px"),
        "usual_px": .number(options.usualCornerSigma, decimals: 2, unit: "px"),
      ])
  }

  /// What was corrected in the sensor, or can't be told of it; nil where neither is so.
  ///
  /// - Parameter field: how much depth differs over the image, metres; nil where that is usual.
  private static func adjustments(
    _ calibration: SelfCalibration, _ verdict: CalibrationVerdict, field: Double?
  ) -> Finding? {
    var values: [String: FindingValue] = [
      "focal_scale": .number(calibration.focalScale.value, decimals: 4),
      "delay_ms": .number(calibration.timeOffset.value * 1000, decimals: 1, unit: "ms"),
    ]
    if calibration.isOffset { values["offset_mm"] = .millimetres(calibration.depthOffset.value, decimals: 1) }
    values["field_mm"] = field.map { .millimetres($0, decimals: 2) }
    switch verdict {
    case .corrected: return Finding(.calibrationCorrected, values)
    case .unknown:
      return Finding(.calibrationUncertain, values)
        .with(["focal_percent": .percent(calibration.focalScale.halfWidth, decimals: 1)])
    default: return nil
    }
  }
}

extension QualityChecks {
  /// Whether a scan that was tracked by the surface alone can carry ratios: only a scan that closes is known not to
  /// have drifted.
  private init(dense tracking: Tracking, _ stages: StageOptions) {
    let options = stages.quality
    (markerSizeRatio, correctedSizeRatio, verdict) = (.nan, .nan, .unknown)
    scaleReason = Finding(.denseScale)
    let open = tracking.closure == nil ? [Finding(.denseOpen)] : []
    reasons = open + Self.faults(of: tracking, openLoop: .denseDrift, options)
    notes = [
      Finding(.denseMethod), Finding(.trackingSomeFrames, Self.posed(tracking)),
      Finding(
        .denseBending, ["deviation_mm": .millimetres(Tracking.deviationWithoutMarkers, decimals: 1)]),
    ]
  }
}

extension QualityChecks {
  /// What withholds everything, whatever the head was tracked by: halves of the scan that disagree, too few frames with
  /// a pose.
  ///
  /// - Parameter openLoop: what a disagreement is called.
  private static func faults(of tracking: Tracking, openLoop: FindingCode, _ options: QualityOptions) -> [Finding] {
    let drift = tracking.closure.flatMap { closure in
      closure.distance > options.largestClosure
        ? Finding(openLoop, ["distance_mm": .millimetres(closure.distance, decimals: 1)]) : nil
    }
    let lost = tracking.posedFraction < options.fewestPosed ? Finding(.trackingFewFrames, posed(tracking)) : nil
    return [drift, lost].compactMap(\.self)
  }

  private static func posed(_ tracking: Tracking) -> [String: FindingValue] {
    ["share_percent": .percent(tracking.posedFraction)]
  }
}

extension QualityChecks {
  /// The checks with what was done to depth before it was recorded.
  func adding(_ filtering: DepthFiltering) -> QualityChecks {
    var checks = self
    checks.reasons = [filtering.reason].compactMap(\.self) + reasons
    checks.notes += filtering.notes
    return checks
  }

  /// The checks with why a scan without the cap does not tell what lies under it, where it does not.
  func adding(_ refusal: Finding?) -> QualityChecks {
    var checks = self
    checks.notes += [refusal].compactMap(\.self)
    return checks
  }
}

extension HeadMeasures {
  /// The measures that the checks let pass; the others are withheld for the checks' reasons.
  func gated(by quality: QualityChecks) -> HeadMeasures {
    withheld(because: quality.reasons).withholdingLengths(because: quality.scaleReason)
  }

  /// The measures with every value withheld for these reasons; unchanged without any. The head frame stays.
  private func withheld(because reasons: [Finding]) -> HeadMeasures {
    guard !reasons.isEmpty else { return self }
    var measures = self
    for (name, result) in results where result.value != nil {
      measures.results[name] = MeasureResult(value: nil, unit: name.unit, reasons: reasons)
    }
    (measures.grades, measures.section, measures.centre) = ([], nil, nil)
    (measures.leftFront, measures.rightFront) = (nil, nil)
    return measures
  }

  /// The measures without those in millimetres and millilitres; unchanged without a reason.
  private func withholdingLengths(because reason: Finding?) -> HeadMeasures {
    guard let reason else { return self }
    var measures = self
    for (name, result) in results where result.value != nil && (name.unit == "mm" || name.unit == "ml") {
      measures.results[name] = MeasureResult(value: nil, unit: name.unit, reasons: [reason])
    }
    return measures
  }
}
