internal import Geometry
internal import Platform

/// A stretch over which a head did not move in any direction.
struct NeckRest: Sendable {
  /// The frames, in order.
  let frames: [Int]
  /// Its mean orientation.
  let torsoFromHead: Matrix3

  init(_ frames: [Int], _ poses: [NeckSeries.Pose?]) {
    self.frames = frames
    torsoFromHead = Self.mean(frames.compactMap { poses[$0]?.torsoFromHead })
  }

  /// The mean of rotations that lie near each other.
  static func mean(_ rotations: [Matrix3]) -> Matrix3 {
    var mean = rotations[0]
    // Converges at once: within a rest rotations differ by a few degrees.
    for _ in 0..<3 {
      let step = rotations.reduce(Vector3.zero) { $0 + ($1 * mean.transpose).rotationVector } / Double(rotations.count)
      mean = .rotation(step) * mean
    }
    return mean
  }

  /// How far the head is from another rest, in degrees about the torso's axes.
  func offset(from other: NeckRest) -> Vector3 {
    (torsoFromHead * other.torsoFromHead.transpose).rotationVector * (180 / .pi)
  }

  /// All rests, in order: where the turn from the first pose rests about each of three axes. Of frames that don't
  /// count nothing is taken.
  static func all(_ series: NeckSeries, _ rules: MotionRules, _ neck: NeckRules) -> [NeckRest] {
    let poses = zip(series.poses, series.reasons).map { $1 == nil ? $0 : nil }
    guard let first = poses.firstIndex(where: { $0 != nil }), let start = poses[first] else { return [] }
    // No Cardan angles: nobody chooses the axes of the markers' map, about which they would jump from 90° on.
    let turns = poses.map { pose in
      pose.map { (start.torsoFromHead.transpose * $0.torsoFromHead).rotationVector * (180 / .pi) }
    }
    let signals = (0..<3).map { axis in
      MotionSignal(turns.map { $0?[axis] ?? .nan }, times: series.times, neck.filters(rules.filters))
    }
    var resting = [Int](repeating: 0, count: poses.count)
    for signal in signals {
      // No plateaus: a head trembles, so that three of them, cut back to what is alike, may have no frame in common.
      for frame in PlateauFinder(signal, rules.repeats).restingFrames() { resting[frame] += 1 }
    }
    let still = resting.indices.filter { resting[$0] == signals.count }
    let (runs, _) = MotionSignal.runs(still, series.times, signals[0].step, rules.filters.longestGap)
    let least = { (run: [Int]) in
      run.count >= rules.repeats.leastFrames
        && series.times[run[run.count - 1]] - series.times[run[0]] >= rules.repeats.seconds / 2
    }
    return runs.filter(least).map { NeckRest($0, poses) }
  }
}
