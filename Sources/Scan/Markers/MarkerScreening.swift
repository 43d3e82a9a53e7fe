import Diagnostics
public import Files
import Geometry

/// Rejects sightings that can't be the cap's, over all frames of a recording.
public enum MarkerScreening {
  /// Sizes within this share of the recording's usual one are kept. Assumed: the strays of other prints differ by more.
  static let sizeTolerance = 0.15
  /// A cap without a list of ids has those that are seen in this many frames. Assumed.
  static let fewestSightingsOfUnlisted = 3
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
      frame.reject { counts[$0.id]! < fewestSightingsOfUnlisted ? .rare : nil }
      return frame
    }
  }
}

/// Markers that look like the cap's but whose ids the cap file leaves out.
///
/// A range of ids that is written too short drops half a cap, and nothing else tells.
public struct UnlistedMarkers: Sendable, Equatable {
  /// In how many frames each of the ids is seen.
  public let sightings: [Int: Int]

  /// Finds them: of the size that the cap's markers usually have, and seen as often as a marker must be that no list
  /// names.
  public init(_ frames: [FrameObservations], cap: Cap) {
    let listed = MarkerSizeRatio(frames, cap: cap).value * cap.markerSize
    let usual =
      listed.isFinite
      ? listed : RobustStatistics.median(frames.flatMap { $0.markers.compactMap { $0.metric?.side } })
    let alike = frames.map { frame in
      Set(
        frame.markers.filter { marker in
          guard !cap.contains(marker.id), cap.torso?.ids.contains(marker.id) != true, let side = marker.metric?.side
          else { return false }
          return abs(side / usual - 1) <= MarkerScreening.sizeTolerance
        }.map(\.id))
    }
    sightings = Dictionary(alike.flatMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
      .filter { $0.value >= MarkerScreening.fewestSightingsOfUnlisted }
  }

  /// What was seen; nil where there are none.
  public var finding: Finding? {
    guard let most = sightings.values.max() else { return nil }
    return Finding(
      .markersUnlisted, ["count": .count(sightings.count), "most": .count(most)], ids: sightings.keys.sorted())
  }
}

/// Which markers are taken for a cap's.
public struct MarkerOptions: OptionTable {
  /// What can be the cap's.
  public var screening = ScreeningOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<MarkerOptions>] = [
    group("screening", \.screening)
  ]
}

/// Which sightings can be the cap's.
public struct ScreeningOptions: OptionTable {
  /// The measured size over the printed one outside which nothing is reconstructed.
  ///
  /// Evidence: a wrong focal length accounts for 7 %, Docs/methods/markers.md (Marker-size ratio); the rest is room.
  public var readableSizes = 0.8...1.2
  /// The measured size over the printed one, with the focal length right, outside which nothing is measured.
  ///
  /// Evidence: good devices read 0.976 to 0.997, Docs/methods/markers.md (Marker-size ratio).
  public var usableSizes = 0.96...1.03

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<ScreeningOptions>] = [
    .range("readable_sizes", \.readableSizes, within: 0.1...10),
    .range("usable_sizes", \.usableSizes, within: 0.1...10),
  ]
}
