import Geometry

/// Rejects sightings that can't be the cap's, over all frames of a recording.
public enum MarkerScreening {
  /// Sizes within this share of the recording's usual one are kept; the strays of other prints differ by more.
  static let sizeTolerance = 0.15
  /// The usual size may differ from the print by this share; a wrong focal length accounts for 7 %.
  static let printTolerance = 0.2
  /// A cap without a list of ids has those that are seen in this many frames.
  static let fewestSightings = 3

  /// The ratio of the size measured in depth to the printed one: the median over all sightings with depth.
  public static func sizeRatio(_ frames: [FrameObservations], cap: Cap) -> Double {
    RobustStatistics.median(
      frames.flatMap { frame in
        frame.markers.compactMap { cap.contains($0.id) ? $0.metric.map { $0.side / cap.markerSize } : nil }
      })
  }

  /// Rejects, in this order: ids that are not the cap's, markers without depth, of the wrong size, seen twice, too rare.
  ///
  /// - Throws: ``MarkerError/sizeMismatch(measuredMillimetres:expectedMillimetres:)`` when all markers are of another
  ///   size than the cap file states.
  public static func screen(_ frames: [FrameObservations], cap: Cap) throws(MarkerError) -> [FrameObservations] {
    let ratio = sizeRatio(frames, cap: cap)
    if ratio.isFinite, abs(ratio - 1) > printTolerance {
      throw MarkerError.sizeMismatch(
        measuredMillimetres: ratio * cap.markerSize * 1000, expectedMillimetres: cap.markerSize * 1000)
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
