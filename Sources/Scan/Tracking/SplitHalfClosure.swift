import Geometry
import Markers
import Platform
import Workers

/// The split-half closure residual: two maps from the two halves of a recording, laid over each other.
///
/// Each half is adjusted on its own; drift of the poses, a cap that slips and depth that changes show as a difference
/// of the two maps that noise does not explain.
public struct SplitHalfClosure: Sendable, Equatable {
  /// The root mean square distance between the corners of both maps after rigid alignment, in metres.
  public let distance: Double
  /// The root mean square angle between the normals of a marker in both maps, in degrees.
  public let angleDegrees: Double
  /// The number of markers that both halves carry.
  public let markers: Int

  /// The fewest posed keyframes for a closure. Assumed.
  private static let fewestFrames = 8
  /// The fewest sightings of a marker in a half for it to take part. Assumed.
  private static let fewestSightingsInHalf = 3
  /// The fewest markers that both halves of a scan must share for its closure. Assumed.
  static let fewestMarkers = 4

  static func measure(
    _ frames: [FrameObservations], among chosen: [Int], _ whole: Adjustment, markerSide: Double,
    options: TrackingOptions, _ workers: Workers
  ) -> SplitHalfClosure? {
    let posed = chosen.filter { whole.cameraFromMap[$0] != nil }
    guard posed.count >= fewestFrames else { return nil }
    let middle = posed[posed.count / 2]
    let halves = [posed.filter { $0 < middle }, posed.filter { $0 >= middle }]
    let maps = workers.map(2) { map(of: halves[$0], frames, whole, markerSide, options) }
    guard let first = maps[0], let second = maps[1] else { return nil }
    let shared = first.ids.filter { second.markers[$0] != nil }
    guard shared.count >= fewestMarkers else { return nil }
    let a = shared.flatMap { first.markers[$0]!.corners }
    let b = shared.flatMap { second.markers[$0]!.corners }
    guard let alignment = RigidTransform.fit(a, onto: b) else { return nil }
    let aligned = first.transformed(by: alignment)
    let distances = zip(shared.flatMap { aligned.markers[$0]!.corners }, b).map { ($0 - $1).length }
    let cosines = shared.map { aligned.markers[$0]!.normal.dot(second.markers[$0]!.normal) }
    guard distances.allSatisfy(\.isFinite) else { return nil }
    return SplitHalfClosure(
      distance: RobustStatistics.rms(distances),
      angleDegrees: RobustStatistics.rms(cosines.map { acos(max(-1, min(1, $0))) * 180 / .pi }), markers: shared.count)
  }

  /// The map that some frames make on their own, of the markers that they see often enough.
  private static func map(
    of half: [Int], _ frames: [FrameObservations], _ whole: Adjustment, _ markerSide: Double,
    _ options: TrackingOptions
  ) -> MarkerMap? {
    var part = whole
    let kept = Set(half)
    for i in frames.indices where !kept.contains(i) { part.cameraFromMap[i] = nil }
    part.countSightings(frames)
    part.map.markers = part.map.markers.filter { $0.value.sightings >= fewestSightingsInHalf }
    var fixed = options
    fixed.fixCalibration()
    part.dropUnseen(frames, fewest: options.fewestMarkers)
    guard !part.map.markers.isEmpty else { return nil }
    do {
      try part.adjust(frames, among: half, markerSide: markerSide, options: fixed, sigmas: .none)
    } catch {
      return nil
    }
    return part.map
  }
}
