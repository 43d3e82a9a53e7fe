import Geometry

/// Rejects sightings that can't be the cap's, over all frames of a recording.
public enum MarkerScreening {
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
      screened[i].reject { abs($0.metric!.side / usual - 1) > options.sizeTolerance ? .wrongSize : nil }
      let counts = Dictionary(screened[i].markers.map { ($0.id, 1) }, uniquingKeysWith: +)
      screened[i].reject { counts[$0.id]! > 1 ? .seenTwice : nil }
    }
    return cap.ids == nil ? rejectingRareIDs(screened, fewest: options.fewestSightings) : screened
  }

  private static func rejectingRareIDs(_ frames: [FrameObservations], fewest: Int) -> [FrameObservations] {
    let counts = Dictionary(frames.flatMap { $0.markers.map { ($0.id, 1) } }, uniquingKeysWith: +)
    return frames.map { frame in
      var frame = frame
      frame.reject { counts[$0.id]! < fewest ? .rare : nil }
      return frame
    }
  }
}
