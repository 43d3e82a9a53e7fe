import Geometry
import Markers
import Workers

/// Links frames by the markers they share: a first map of the cap and a first pose of every frame.
///
/// It starts with the frame that shows the most markers and continues with the one that shows the most known markers,
/// so that each step rests on as much as possible.
struct MapBuilder {
  private let frames: [FrameObservations]
  private let chosen: [Int]
  private let idsOfFrame: [[Int]]
  private let tolerance: Double
  private let workers: Workers
  /// Sums over the sightings of each marker's corners, in the map's frame.
  private var sums: [Int: (corners: [Vector3], count: Int)] = [:]
  private(set) var mapFromCamera: [RigidTransform?]

  /// A builder that uses some of the frames.
  init(
    _ frames: [FrameObservations], among chosen: [Int], tolerance: Double, workers: Workers = Workers(count: 1)
  ) {
    (self.frames, self.chosen, self.tolerance, self.workers) = (frames, chosen, tolerance, workers)
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
      let pose = RobustPose.find(
        frames[next].sighted, in: corners(of: idsOfFrame[next]), tolerance: tolerance, workers: workers)
      if let pose {
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

/// The pose of a frame against known markers, with the markers that agree with it.
struct RobustPose {
  let mapFromCamera: RigidTransform
  /// The ids of the markers whose corners agree.
  let inliers: [Int]

  /// A marker agrees with a first pose when its corners lie within this distance on average, in metres. Assumed.
  static let tolerance = 0.005
  /// No more pairs of markers are tried: thirty markers make 435, whose neighbours propose much the same.
  private static let mostPairs = 120
  /// Fits after which the agreeing markers no longer change.
  private static let refinements = 3

  /// The pose that most markers agree with: every pair of markers proposes one, the best is fitted to all that agree.
  ///
  /// Pairs are tried in a fixed order, so equal input gives equal poses. Nil with fewer than two agreeing markers.
  static func find(
    _ sighted: [(id: Int, corners: [Vector3])], in map: [Int: [Vector3]],
    tolerance: Double = tolerance, workers: Workers = Workers(count: 1)
  ) -> RobustPose? {
    let known = sighted.compactMap { marker in map[marker.id].map { (marker.id, marker.corners, $0) } }
    guard known.count >= 2 else { return nil }
    let pairs = known.indices.flatMap { i in ((i + 1)..<max(known.count, i + 1)).map { (i, $0) } }
    let stride = max(1, pairs.count / mostPairs)
    let trials = workers.map((pairs.count + stride - 1) / stride) { trial -> (inliers: [Int], error: Double)? in
      let (i, j) = pairs[trial * stride]
      guard let pose = RigidTransform.fit(known[i].1 + known[j].1, onto: known[i].2 + known[j].2) else { return nil }
      let errors = known.map { error(pose, $0.1, $0.2) }
      let inliers = known.indices.filter { errors[$0] < tolerance }
      return (inliers, inliers.reduce(0) { $0 + errors[$1] })
    }
    // Of equals the first.
    let best = trials.lazy.compactMap(\.self).min { ($1.inliers.count, $0.error) < ($0.inliers.count, $1.error) }
    guard let best, best.inliers.count >= 2 else { return nil }
    return refined(known, best.inliers, tolerance)
  }

  private static func refined(
    _ known: [(Int, [Vector3], [Vector3])], _ start: [Int], _ tolerance: Double
  ) -> RobustPose? {
    var inliers = start
    for _ in 0..<refinements {
      guard
        let pose = RigidTransform.fit(inliers.flatMap { known[$0].1 }, onto: inliers.flatMap { known[$0].2 })
      else { return nil }
      let agreeing = known.indices.filter { error(pose, known[$0].1, known[$0].2) < tolerance }
      if agreeing == inliers || agreeing.count < 2 {
        return RobustPose(mapFromCamera: pose, inliers: inliers.map { known[$0].0 })
      }
      inliers = agreeing
    }
    return RigidTransform.fit(inliers.flatMap { known[$0].1 }, onto: inliers.flatMap { known[$0].2 })
      .map { RobustPose(mapFromCamera: $0, inliers: inliers.map { known[$0].0 }) }
  }

  private static func error(_ pose: RigidTransform, _ a: [Vector3], _ b: [Vector3]) -> Double {
    zip(a, b).reduce(0) { $0 + (pose * $1.0 - $1.1).length } / Double(a.count)
  }
}

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
