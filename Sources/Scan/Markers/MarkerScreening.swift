import Geometry

/// Rejects sightings that can't be the cap's, over all frames of a recording.
public enum MarkerScreening {
  /// Sizes within this share of the recording's usual one are kept. Assumed: the strays of other prints differ by more.
  static let sizeTolerance = 0.15
  /// A cap without a list of ids has those that are seen in this many frames. Assumed.
  static let fewestSightings = 3
  /// With fewer ids than this, the sightings may be another dictionary's markers, misread. Assumed.
  package static let fewestIDs = 4

  /// Rejects, in this order: ids that are not the cap's, markers without depth, of the wrong size, seen twice, too rare.
  ///
  /// - Parameter unitsPerMetre: how many units of depth make a metre, where it is known.
  /// - Throws: ``MarkerError/sizeMismatch(measuredMillimetres:expectedMillimetres:units:)`` when all markers are of another
  ///   size than the cap file states.
  public static func screen(
    _ frames: [FrameObservations], cap: Cap, options: ScreeningOptions = ScreeningOptions(),
    unitsPerMetre: Double? = nil
  ) throws(MarkerError) -> [FrameObservations] {
    let measured = MarkerSizeRatio(frames, cap: cap)
    let ratio = measured.value
    if ratio.isFinite, !options.readableSizes.contains(ratio) {
      throw MarkerError.sizeMismatch(
        measuredMillimetres: ratio * cap.markerSize * 1000, expectedMillimetres: cap.markerSize * 1000,
        units: unitsPerMetre.flatMap { taken in measured.units(insteadOf: taken).map { (taken, $0) } })
    }
    let usual = ratio * cap.markerSize
    var screened = frames
    for i in screened.indices {
      screened[i].reject { cap.contains($0.id) ? nil : .notOnCap }
      screened[i].reject { $0.metric == nil ? .noDepth : nil }
      screened[i].reject { abs($0.metric!.side / usual - 1) > sizeTolerance ? .wrongSize : nil }
      let counts = Dictionary(screened[i].markers.map { ($0.id, 1) }, uniquingKeysWith: +)
      screened[i].reject { counts[$0.id]! > 1 ? .seenTwice : nil }
    }
    return cap.ids == nil ? rejectingRareIDs(screened) : screened
  }

  private static func rejectingRareIDs(_ frames: [FrameObservations]) -> [FrameObservations] {
    let counts = Dictionary(frames.flatMap { $0.markers.map { ($0.id, 1) } }, uniquingKeysWith: +)
    return frames.map { frame in
      var frame = frame
      frame.reject { counts[$0.id]! < fewestSightings ? .rare : nil }
      return frame
    }
  }
}
