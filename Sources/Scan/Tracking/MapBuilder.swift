import Geometry
import Markers

/// Links frames by the markers they share: a first map of the cap and a first pose of every frame.
///
/// It starts with the frame that shows the most markers and continues with the one that shows the most known markers,
/// so that each step rests on as much as possible.
struct MapBuilder {
  private let frames: [FrameObservations]
  private let chosen: [Int]
  private let idsOfFrame: [[Int]]
  private let tolerance: Double
  /// Sums over the sightings of each marker's corners, in the map's frame.
  private var sums: [Int: (corners: [Vector3], count: Int)] = [:]
  private(set) var mapFromCamera: [RigidTransform?]

  /// A builder that uses some of the frames.
  init(_ frames: [FrameObservations], among chosen: [Int], tolerance: Double) {
    (self.frames, self.chosen, self.tolerance) = (frames, chosen, tolerance)
    idsOfFrame = frames.map { $0.markers.map(\.id) }
    mapFromCamera = Array(repeating: nil, count: frames.count)
  }

  /// The map's corners by id.
  var corners: [Int: [Vector3]] {
    sums.mapValues { entry in entry.corners.map { $0 / Double(entry.count) } }
  }

  /// Builds map and poses; nil where no frame shows `fewest` markers.
  mutating func build(fewest: Int) -> Bool {
    guard let start = chosen.max(by: { (idsOfFrame[$0].count, $1) < (idsOfFrame[$1].count, $0) }),
      idsOfFrame[start].count >= fewest
    else { return false }
    place(start, .identity, frames[start].markers.map(\.id))
    var waiting = Set(chosen)
    waiting.remove(start)
    var failedWith: [Int: Int] = [:]
    while let next = bestOf(waiting, failedWith) {
      if let pose = RobustPose.find(frames[next].sighted, in: corners(of: idsOfFrame[next]), tolerance: tolerance) {
        place(next, pose.mapFromCamera, agreeing(frames[next], pose))
        waiting.remove(next)
      } else {
        failedWith[next] = knownCount(next)
      }
    }
    return true
  }

  /// Of the waiting frames, the one with the most known markers, unless it failed with as many.
  private func bestOf(_ waiting: Set<Int>, _ failedWith: [Int: Int]) -> Int? {
    var best: (frame: Int, known: Int)?
    for frame in waiting.sorted() {
      let known = knownCount(frame)
      if known >= 2, known > failedWith[frame] ?? 0, known > best?.known ?? 0 { best = (frame, known) }
    }
    return best?.frame
  }

  private func knownCount(_ frame: Int) -> Int { idsOfFrame[frame].reduce(0) { sums[$1] == nil ? $0 : $0 + 1 } }

  private func corners(of ids: [Int]) -> [Int: [Vector3]] {
    var map: [Int: [Vector3]] = [:]
    for id in ids {
      if let entry = sums[id] { map[id] = entry.corners.map { $0 / Double(entry.count) } }
    }
    return map
  }

  /// The markers of a frame that agree with its pose, and those that the map does not know yet.
  private func agreeing(_ frame: FrameObservations, _ pose: RobustPose) -> [Int] {
    pose.inliers + frame.markers.map(\.id).filter { sums[$0] == nil }
  }

  private mutating func place(_ frame: Int, _ pose: RigidTransform, _ ids: [Int]) {
    mapFromCamera[frame] = pose
    for (id, points) in frames[frame].sighted where ids.contains(id) {
      let moved = points.map { pose * $0 }
      let old = sums[id] ?? (corners: Array(repeating: .zero, count: 4), count: 0)
      sums[id] = (zip(old.corners, moved).map { $0 + $1 }, old.count + 1)
    }
  }
}

extension FrameObservations {
  /// The markers with corners in the camera frame.
  var sighted: [(id: Int, corners: [Vector3])] {
    markers.compactMap { marker in marker.metric.map { (marker.id, $0.points) } }
  }
}
