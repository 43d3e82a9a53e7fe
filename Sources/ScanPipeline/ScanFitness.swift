import Analysis
import Markers
import Tracking

/// Whether a scan can carry a measurement: checks that no single measure sees.
public struct ScanFitness: Sendable {
  /// The measured size of the markers over the printed one: the median over all sightings.
  public let markerSizeRatio: Double
  /// Why nothing may be measured; empty for a fit scan.
  public let reasons: [String]
  /// Remarks that withhold nothing.
  public let notes: [String]

  /// Good devices read 0.976 to 0.997 of the print, one with a wrong focal length 0.92.
  static let sizeRatios = 0.96...1.03
  /// The most that two halves of a scan may disagree by, in metres: a point of CVAI is about 1.4 mm.
  static let largestClosure = 0.0015
  /// The largest correction of depth that is taken for a sensor's, in metres; devices are off by 0.4 to 3 mm.
  static let largestDepthOffset = 0.005
  /// The least share of frames with a pose, below which nothing is measured, and below which a note says so.
  static let (fewestPosed, usualPosed) = (0.3, 0.8)

  /// True when markers and depth show that intrinsics or cap file are wrong.
  public let isSuspect: Bool

  init(_ frames: [FrameObservations], _ tracking: Tracking, cap: Cap) {
    let ratio = MarkerScreening.sizeRatio(frames, cap: cap)
    markerSizeRatio = ratio
    var (reasons, notes): ([String], [String]) = ([], [])
    if ratio.isFinite, !Self.sizeRatios.contains(ratio) {
      reasons.append(
        "markers measure \(Words.number(ratio, digits: 3)) of their printed size in depth: "
          + "the intrinsics or the cap file's marker_size_mm are wrong")
    }
    let offset = tracking.calibration.depthOffset.value
    if abs(offset) > Self.largestDepthOffset {
      reasons.append(
        "depth is \(Words.number(-offset * 1000, digits: 1)) mm off what the images say: the intrinsics are wrong")
    }
    isSuspect = !reasons.isEmpty
    if let closure = tracking.closure, closure.distance > Self.largestClosure {
      reasons.append(
        "the two halves of the scan disagree by \(Words.number(closure.distance * 1000, digits: 1)) mm: "
          + "the cap slipped or tracking drifted")
    }
    let posed = "\(Words.number(100 * tracking.posedFraction, digits: 0)) % of the frames have a pose (see frames.csv)"
    if tracking.posedFraction < Self.fewestPosed {
      reasons.append("only \(posed)")
    } else if tracking.posedFraction < Self.usualPosed {
      notes.append(posed)
    }
    if !cap.landmarks.isEmpty { notes.append("the cap file's landmarks are not used") }
    notes.append("lengths include the cap, \(Words.number(cap.thickness * 1000, digits: 1)) mm thick by its file")
    (self.reasons, self.notes) = (reasons, notes)
  }
}

extension HeadMeasures {
  /// The measures with every value withheld for these reasons; unchanged without any. The head frame stays.
  func withheld(because reasons: [String]) -> HeadMeasures {
    guard !reasons.isEmpty else { return self }
    let reason = reasons.joined(separator: "; ")
    var measures = self
    for (name, result) in results where result.value != nil {
      measures.results[name] = MeasureResult(value: nil, unit: name.unit, reason: reason)
    }
    (measures.severity, measures.section, measures.centre) = (nil, nil, nil)
    (measures.leftFront, measures.rightFront) = (nil, nil)
    return measures
  }
}
