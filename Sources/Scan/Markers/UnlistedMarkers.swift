import Diagnostics
import Geometry

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
      .filter { $0.value >= MarkerScreening.fewestSightings }
  }

  /// What was seen; nil where there are none.
  public var finding: Finding? {
    guard let most = sightings.values.max() else { return nil }
    return Finding(
      .markersUnlisted, ["count": .count(sightings.count), "most": .count(most)], ids: sightings.keys.sorted())
  }
}
