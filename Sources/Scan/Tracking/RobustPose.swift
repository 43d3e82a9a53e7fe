import Geometry

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
    tolerance: Double = tolerance
  ) -> RobustPose? {
    let known = sighted.compactMap { marker in map[marker.id].map { (marker.id, marker.corners, $0) } }
    guard known.count >= 2 else { return nil }
    let pairs = known.indices.flatMap { i in ((i + 1)..<max(known.count, i + 1)).map { (i, $0) } }
    let stride = max(1, pairs.count / mostPairs)
    var best: [Int] = []
    var bestError = Double.infinity
    for k in Swift.stride(from: 0, to: pairs.count, by: stride) {
      let (i, j) = pairs[k]
      guard let pose = RigidTransform.fit(known[i].1 + known[j].1, onto: known[i].2 + known[j].2) else { continue }
      let errors = known.map { error(pose, $0.1, $0.2) }
      let inliers = known.indices.filter { errors[$0] < tolerance }
      let total = inliers.reduce(0) { $0 + errors[$1] }
      if inliers.count > best.count || (inliers.count == best.count && total < bestError) {
        (best, bestError) = (inliers, total)
      }
    }
    guard best.count >= 2 else { return nil }
    return refined(known, best, tolerance)
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
