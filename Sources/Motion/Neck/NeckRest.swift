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

  /// All rests, in order: where each of three angles has a plateau.
  static func all(_ series: NeckSeries, _ rules: MotionRules, _ neck: NeckRules) -> [NeckRest] {
    guard let first = series.poses.firstIndex(where: { $0 != nil }), let start = series.poses[first] else { return [] }
    var resting = [Int](repeating: 0, count: series.poses.count)
    let angles = series.poses.map { pose in pose.map { NeckAngles(start.torsoFromHead.transpose * $0.torsoFromHead) } }
    for movement in NeckAngles.movements {
      let signal = MotionSignal(angles.map { $0?[movement] ?? .nan }, times: series.times, neck.filters(rules.filters))
      for plateau in PlateauFinder(signal, rules.repeats).plateaus() {
        for frame in plateau.frames { resting[frame] += 1 }
      }
    }
    var runs: [[Int]] = []
    for frame in resting.indices where resting[frame] == NeckAngles.movements.count {
      if let last = runs.last?.last, series.times[frame] - series.times[last] <= rules.filters.longestGap + 1e-9 {
        runs[runs.count - 1].append(frame)
      } else {
        runs.append([frame])
      }
    }
    let least = { (run: [Int]) in
      run.count >= rules.repeats.leastFrames
        && series.times[run[run.count - 1]] - series.times[run[0]] >= rules.repeats.seconds / 2
    }
    return runs.filter(least).map { NeckRest($0, series.poses) }
  }
}
