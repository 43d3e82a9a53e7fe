/// Something that is said of a recording, a scan or a result: a note, a warning, or why something is withheld.
///
/// It holds what was found, not how that is put: the catalogue of a language (``Language``) turns it into a text.
public struct Finding: Sendable, Equatable, Error {
  /// How much a finding matters.
  public enum Severity: String, Sendable, Codable, CaseIterable {
    /// One of many of its like, such as a frame that was left out: in files, not in summaries.
    case detail
    /// Withholds nothing, and asks for nothing.
    case note
    /// Withholds nothing, but somebody should look.
    case warning
    /// Measures are withheld for it.
    case withheld
  }

  /// What kind of thing it is.
  public var code: FindingCode
  /// How much it matters.
  public var severity: Severity
  /// Figures, places and names by their names in files: `width_mm`, `place` …
  public var values: [String: FindingValue]
  /// The frames concerned, by name.
  public var frames: [String]
  /// The markers concerned.
  public var ids: [Int]
  /// The measures that are withheld for it, by key.
  public var measures: [String] = []
  /// What it follows from.
  public var causes: [Finding]
  /// The text of a finding that was read from a file, in the file's language.
  let written: String?

  /// A finding from its parts; the severity is by default the code's.
  public init(
    _ code: FindingCode, _ values: [String: FindingValue] = [:], severity: Severity? = nil, frames: [String] = [],
    ids: [Int] = [], causes: [Finding] = [], written: String? = nil
  ) {
    (self.code, self.values, self.severity) = (code, values, severity ?? code.severity)
    (self.frames, self.ids, self.causes, self.written) = (frames, ids, causes, written)
  }

  /// The place that it is about, by its key; nil where it is about none.
  public var place: String? { values["place"]?.key }

  /// The landmarks that it is about, by their keys.
  var landmarks: [String] { values["landmarks"]?.keys ?? [] }

  /// The same with another severity.
  public func with(severity: Severity) -> Finding {
    var finding = self
    finding.severity = severity
    return finding
  }

  /// The same with more values.
  public func with(_ more: [String: FindingValue]) -> Finding {
    var finding = self
    finding.values.merge(more) { $1 }
    return finding
  }

  /// True for a finding that tells of the same fault, if with other figures.
  public func hasSameCause(as other: Finding) -> Bool {
    code == other.code && ids == other.ids && severity == other.severity && written == other.written
      && words == other.words && causes.count == other.causes.count
      && zip(causes, other.causes).allSatisfy { $0.hasSameCause(as: $1) }
  }

  /// What is not a figure. Without figures, landmarks of one fault can be told together.
  private var words: [String: FindingValue] {
    let hasFigures = values.contains { $0.value.figure != nil }
    return values.filter { $0.value.figure == nil && ($0.key != "landmarks" || hasFigures) }
  }

  /// Takes in another finding of the same cause: measures, frames and landmarks are joined, and of figures the largest is
  /// kept.
  mutating func absorb(_ other: Finding) {
    measures += other.measures.filter { !measures.contains($0) }
    frames += other.frames.filter { !frames.contains($0) }
    if let own = values["landmarks"], let more = other.values["landmarks"] { values["landmarks"] = own.joined(more) }
    for (name, value) in other.values {
      guard let new = value.figure, let old = values[name]?.figure else { continue }
      if new > old { values[name] = value }
    }
  }
}

extension Sequence where Element == Finding {
  /// Each fault once, in the order in which they come, with all measures and frames that it concerns.
  public var byCause: [Finding] {
    reduce(into: []) { list, finding in
      if let same = list.firstIndex(where: { $0.hasSameCause(as: finding) }) {
        list[same].absorb(finding)
      } else {
        list.append(finding)
      }
    }
  }

  /// The texts one after the other; nil without a finding.
  public func text(_ language: Language = .english) -> String? {
    let texts = map { $0.text(language) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

extension FindingCode {
  /// How much it matters, unless a finding says otherwise.
  public var severity: Finding.Severity {
    switch self {
    case .recoveryNotNear, .recoveryFarOff, .registrationNothingToSee, .registrationTooLittleSurface,
      .registrationTooFewInliers, .registrationLargeResidual, .registrationIllConditioned, .markersNotOnCap,
      .markersSeenTwice, .markersWrongSize, .markersNoDepth, .markersNotRigid, .markersMoved, .markersPartSlid,
      .markersRare, .trackingFewMarkers, .trackingDisagreement, .trackingBeforeSlip, .trackingAfterSlip,
      .trackingDuringSlip, .denseNoHead:
      .detail
    case .recordingUnmatchedColor, .recordingUnmatchedDepth, .recordingDroppedFrames, .recordingNotSynchronised,
      .recordingAssumedRate, .recordingRowMajorIntrinsics, .recordingUnusedIntrinsics,
      .recordingIntrinsicsReference, .recordingIntrinsicsScaled, .recordingVaryingIntrinsics,
      .recordingMissingMetadata, .recordingIgnoredFiles, .trackingSomeFrames, .denseMethod, .slipCorrected,
      .slipPartCorrected, .calibrationCorrected, .landmarksClickWithoutPose, .landmarksClickApart,
      .landmarksFromCap, .surfaceParts, .sectionEar, .capRemoved, .capPlaced, .capLeftOn,
      .comparisonSideChanged, .comparisonBasePlanePart, .inputUnitGuessed:
      .note
    case .recordingMissingFiles, .recordingFilteredDepth, .recordingRelativeDepth, .recordingNonSquarePixels,
      .recordingInvalidDepth, .recordingImplausibleDepth, .recordingUnreadableFrames, .markersUnlisted,
      .denseBending, .slipSplit, .slipPartSplit, .calibrationUncertain, .landmarksAutomatic, .surfaceDamaged,
      .surfaceInwards, .surfaceMeshChanged, .surfaceResultChanged, .capThick, .capNoFile, .capOtherFile,
      .comparisonResidual, .comparisonShrunk, .comparisonLandmarks, .outputLessComplete, .outputRatingOutdated,
      .outputNoLandmark:
      .warning
    default: .withheld
    }
  }
}
