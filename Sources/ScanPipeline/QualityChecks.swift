import Analysis
import Diagnostics
import Markers
import Reconstruction
import Tracking

/// Whether a scan can carry a measurement: checks that no single measure sees.
public struct QualityChecks: Sendable {
  /// The measured size of the markers over the printed one, with the recording's intrinsics and with the corrected ones:
  /// the median over all sightings.
  public let markerSizeRatio, correctedSizeRatio: Double
  /// What is thought of intrinsics, depth and timestamps.
  public let verdict: CalibrationVerdict
  /// Why nothing may be measured; empty for a fit scan.
  public let reasons: [String]
  /// Why nothing in millimetres or millilitres may be measured; nil where that may.
  public let scaleReason: String?
  /// Remarks that withhold nothing.
  public let notes: [String]

  /// After the correction sound scans read 0.993 to 1.000; 0.7 % beyond that, more than a print may be off, says that
  /// lengths are off, but not by what.
  static let usualSizeRatios = 0.986...1.007
  /// The most standard deviations by which print and depth may contradict each other.
  static let largestTension = 3.0
  /// Depth that differs over the image by more than this, metres, standard deviation, is named; sound scans show up to 0.3 mm.
  static let usualField = 0.0005
  /// The most that two halves of a scan may disagree by, in metres: a point of CVAI is about 1.4 mm.
  static let largestClosure = 0.0015
  /// The least share of frames with a pose, below which nothing is measured, and below which a note says so.
  static let (fewestPosed, usualPosed) = (0.3, 0.8)

  /// The checks of a tracked head.
  init(_ views: Views, _ head: TrackedHead, cap: Cap, _ method: TrackingMethod) {
    switch method {
    case .markers: self.init(views.observations, head.tracking, cap: cap, slips: head.slips)
    case .dense: self.init(dense: head.tracking)
    }
  }

  private init(_ frames: [FrameObservations], _ tracking: Tracking, cap: Cap, slips: [CapSlip]) {
    let calibration = tracking.calibration
    let measured = MarkerSizeRatio(frames, cap: cap)
    markerSizeRatio = measured.value
    let ratio = markerSizeRatio * calibration.sizeFactor(atDepth: tracking.usualDepth)
    correctedSizeRatio = ratio
    let fault = measured.fault(focalScale: calibration.focalScale.value)
    let isWrongSize = fault != nil
    let isUnusual = ratio.isFinite && !isWrongSize && !Self.usualSizeRatios.contains(ratio)
    let isTorn = !isWrongSize && calibration.scaleTension > Self.largestTension
    scaleReason =
      isUnusual || isTorn
      ? "markers measure \(MarkerSizeRatio.text(ratio)) of their printed size in corrected depth "
        + "(\(MarkerSizeRatio.text(markerSizeRatio)) as recorded), 0.993 to 1.000 on sound scans: "
        + "depth or the print is off (they contradict each other by \(NumberText.number(calibration.scaleTension, digits: 1)) "
        + "standard deviations), and lengths with it" : nil
    let isBent = tracking.depthFieldDeviation > Self.usualField
    verdict =
      isWrongSize || scaleReason != nil
      ? .suspect : calibration.verdict == .ok && isBent ? .corrected : calibration.verdict
    var (reasons, notes): ([String], [String]) = ([], [])
    if let fault { reasons.append(fault) }
    if calibration.isTooLate {
      reasons.append(
        "depth comes \(NumberText.number(calibration.timeOffset.value * 1000, digits: 0)) ms later than its timestamps say, more than can "
          + "be put right: pair the images of one moment")
    } else if calibration.verdict == .suspect {
      reasons.append(
        "images and depth fit together only with the focal length times "
          + "\(NumberText.number(calibration.focalScale.value, digits: 3)) and depth longer by "
          + "\(NumberText.number(calibration.depthOffset.value * 1000, digits: 1)) mm: the intrinsics are wrong")
    }
    let estimates = Self.estimates(calibration, field: isBent ? tracking.depthFieldDeviation : nil)
    if verdict == .corrected { notes.append("the sensor was corrected: \(estimates)") }
    if verdict == .unknown {
      notes.append(
        "the recording tells the focal length to ± \(NumberText.number(196 * calibration.focalScale.sigma, digits: 1)) % only, too "
          + "little for a verdict; what it tells is used all the same: \(estimates)")
    }
    reasons += slips.filter { $0.treatment == .none }.map(\.text)
    notes += slips.filter { $0.treatment != .none }.map(\.text)
    if let closure = tracking.closure, closure.distance > Self.largestClosure {
      reasons.append(
        "the two halves of the scan disagree by \(NumberText.number(closure.distance * 1000, digits: 1)) mm: "
          + "the cap slipped or tracking drifted")
    }
    let posed =
      "\(NumberText.number(100 * tracking.posedFraction, digits: 0)) % of the frames have a pose (see frames.csv)"
    if tracking.posedFraction < Self.fewestPosed {
      reasons.append("only \(posed)")
    } else if tracking.posedFraction < Self.usualPosed {
      notes.append(posed)
    }
    (self.reasons, self.notes) = (reasons, notes)
  }

  private static func estimates(_ calibration: SelfCalibration, field: Double?) -> String {
    let focal = NumberText.number(calibration.focalScale.value, digits: 4)
    let delay = NumberText.number(calibration.timeOffset.value * 1000, digits: 1)
    var parts = ["focal length times \(focal)", "depth \(delay) ms later than its timestamps"]
    if calibration.isOffset {
      parts.append(
        "depth longer by \(NumberText.number(calibration.depthOffset.value * 1000, digits: 1)) mm in the middle")
    }
    if let field {
      parts.append(
        "depth that differs over the image by \(NumberText.number(field * 1000, digits: 2)) mm, standard deviation")
    }
    return parts.joined(separator: ", ")
  }
}

extension QualityChecks {
  /// Whether a scan that was tracked by the surface alone can carry ratios: only what closes is known not to have drifted.
  private init(dense tracking: Tracking) {
    (markerSizeRatio, correctedSizeRatio, verdict) = (.nan, .nan, .unknown)
    scaleReason = "no marker of known size confirms the scale"
    var reasons: [String] = []
    if let closure = tracking.closure {
      if closure.distance > Self.largestClosure {
        reasons.append(
          "the end of the scan lies \(NumberText.number(closure.distance * 1000, digits: 1)) mm off its beginning: "
            + "tracking by the surface drifted")
      }
    } else {
      reasons.append("the end of the scan does not show its beginning again: how far tracking drifted is not known")
    }
    let posed =
      "\(NumberText.number(100 * tracking.posedFraction, digits: 0)) % of the frames have a pose (see frames.csv)"
    if tracking.posedFraction < Self.fewestPosed { reasons.append("only \(posed)") }
    self.reasons = reasons
    notes = [
      "tracked by the surface alone (--tracking dense): no marker confirms poses, scale or intrinsics", posed,
      "what bends a head that nothing but its surface holds together shows in no residual; on simulated scans the surface was "
        + "then off by \(NumberText.number(Tracking.denseDeviation * 1000, digits: 1)) mm at a place, and the intervals are as wide",
    ]
  }
}

extension HeadMeasures {
  /// The measures that the checks let pass; the others are withheld for the checks' reasons.
  func gated(by quality: QualityChecks) -> HeadMeasures {
    withheld(because: quality.reasons).withholdingLengths(because: quality.scaleReason)
  }

  /// The measures with every value withheld for these reasons; unchanged without any. The head frame stays.
  private func withheld(because reasons: [String]) -> HeadMeasures {
    guard !reasons.isEmpty else { return self }
    let reason = reasons.joined(separator: "; ")
    var measures = self
    for (name, result) in results where result.value != nil {
      measures.results[name] = MeasureResult(value: nil, unit: name.unit, reason: reason)
    }
    (measures.grades, measures.section, measures.centre) = ([], nil, nil)
    (measures.leftFront, measures.rightFront) = (nil, nil)
    return measures
  }

  /// The measures without those in millimetres and millilitres; unchanged without a reason.
  private func withholdingLengths(because reason: String?) -> HeadMeasures {
    guard let reason else { return self }
    var measures = self
    for (name, result) in results where result.value != nil && (name.unit == "mm" || name.unit == "ml") {
      measures.results[name] = MeasureResult(value: nil, unit: name.unit, reason: reason)
    }
    return measures
  }
}
