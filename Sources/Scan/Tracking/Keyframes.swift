import Markers

/// The frames that make the map: evenly spread over the recording, and more where a marker would be seen too rarely.
///
/// A bundle adjustment gains little from frames that look alike, and its cost would grow with the recording.
enum Keyframes {
  /// The fewest keyframes that are to see a marker, if that many frames do. Assumed.
  private static let leastSightings = 6

  /// Indices of at most `most` frames with two markers, and those that rarely seen markers need, in order.
  static func choose(_ frames: [FrameObservations], most: Int, fewestMarkers: Int) -> [Int] {
    let usable = frames.indices.filter { frames[$0].markers.count >= fewestMarkers }
    guard usable.count > most else { return usable }
    var chosen = Set((0..<most).map { usable[$0 * usable.count / most] })
    var sightings: [Int: Int] = [:]
    for frame in chosen { for marker in frames[frame].markers { sightings[marker.id, default: 0] += 1 } }
    for frame in usable where !chosen.contains(frame) {
      guard frames[frame].markers.contains(where: { sightings[$0.id, default: 0] < leastSightings }) else { continue }
      chosen.insert(frame)
      for marker in frames[frame].markers { sightings[marker.id, default: 0] += 1 }
    }
    return chosen.sorted()
  }
}
