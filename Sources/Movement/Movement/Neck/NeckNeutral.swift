internal import Feedback
internal import Geometry
internal import Platform

/// Where zero is, and how well that is known.
struct NeckNeutral: Sendable {
  /// The neutral orientation of the head.
  let torsoFromHead: Matrix3
  /// How the rests that it is the mean of scatter: standard deviations of the mean about the torso's axes, in degrees.
  let deviation: Vector3
  /// The frames that it is the mean of.
  let frames: [Int]
  /// How many rests those are.
  let rests: Int
  /// How far rests after a moment are from those before, in degrees about the torso's axes; nil where they do not differ.
  let change: Change?

  /// Rests that differ before and after a moment.
  struct Change: Sendable {
    /// In degrees about the torso's axes.
    let turn: Vector3
    /// The last frame of the rest before, and the first of the rest after.
    let before, after: Int
  }

  /// The mean of a head's first rest and of those near it; nil without any rest.
  init?(rests: [NeckRest], _ rules: NeckRules) {
    guard let first = rests.first else { return nil }
    let near = rests.filter { $0.offset(from: first).length <= rules.neutral.sameRest }
    let mean = NeckRest.mean(near.map(\.torsoFromHead))
    let offsets = near.map { ($0.torsoFromHead * mean.transpose).rotationVector * (180 / .pi) }
    (torsoFromHead, deviation) = (mean, Self.deviation(ofMeanOf: offsets))
    (frames, self.rests) = (near.flatMap(\.frames), near.count)
    // A slip may be larger than what rests of one neutral scatter by.
    let about = rests.filter { $0.offset(from: first).length <= rules.neutral.mostChange }
    change = Self.change(
      about, about.map { ($0.torsoFromHead * mean.transpose).rotationVector * (180 / .pi) },
      least: rules.neutral.change)
  }

  /// The rest around a frame; nil where the head does not rest in it.
  init?(frame: Int, rests: [NeckRest], _ rules: NeckRules) {
    guard let rest = rests.first(where: { $0.frames.contains(frame) }) else { return nil }
    (torsoFromHead, deviation) = (rest.torsoFromHead, .zero)
    (frames, self.rests) = (rest.frames, 1)
    change = NeckNeutral(rests: rests, rules)?.change
  }

  private static func deviation(ofMeanOf offsets: [Vector3]) -> Vector3 {
    guard offsets.count > 1 else { return .zero }
    let n = Double(offsets.count).squareRoot()
    return [
      RobustStatistics.standardDeviation(offsets.map { $0.x }) / n,
      RobustStatistics.standardDeviation(offsets.map { $0.y }) / n,
      RobustStatistics.standardDeviation(offsets.map { $0.z }) / n,
    ]
  }

  /// The split of rests by which both parts differ most, where they differ by more than they scatter.
  private static func change(_ rests: [NeckRest], _ offsets: [Vector3], least: Double) -> Change? {
    guard rests.count > 1 else { return nil }
    let mean = { (part: ArraySlice<Vector3>) in part.reduce(.zero, +) / Double(part.count) }
    let spread = { (part: ArraySlice<Vector3>) -> Double in
      let middle = mean(part)
      return part.reduce(0) { $0 + ($1 - middle).dot($1 - middle) }
    }
    let split = Self.split(offsets)
    let (before, after) = (offsets[..<split], offsets[split...])
    let turn = mean(after) - mean(before)
    let cost = spread(before) + spread(after)
    let single = rests.count > 2 ? (cost / Double(rests.count - 2)).squareRoot() : 0
    let scatter = single * (1 / Double(before.count) + 1 / Double(after.count)).squareRoot()
    guard turn.length > max(least, Self.significance * scatter) else { return nil }
    return Change(turn: turn, before: rests[split - 1].frames.last!, after: rests[split].frames[0])
  }

  /// The place that parts two or more offsets into two stretches that scatter least, by running sums.
  private static func split(_ offsets: [Vector3]) -> Int {
    let all = offsets.reduce(Vector3.zero, +)
    var (sum, best) = (Vector3.zero, (split: 1, gain: -Double.infinity))
    for split in 1..<offsets.count {
      sum += offsets[split - 1]
      // The squares of all are the same for every split: what the two means take of them is greatest.
      let rest = all - sum
      let gain = sum.dot(sum) / Double(split) + rest.dot(rest) / Double(offsets.count - split)
      if gain > best.gain { best = (split, gain) }
    }
    return best.split
  }

  /// How many deviations both parts must differ by.
  private static let significance = 3.0
}

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

  /// All rests, in order: where the turn from the first pose rests about each of three axes; by landmarks, which are noisier,
  /// about that of the movement. Of frames that don't count nothing is taken.
  static func all(
    _ series: NeckSeries, _ movement: JointMovement, _ rules: MotionRules, _ neck: NeckRules
  ) -> [NeckRest] {
    let poses = zip(series.poses, series.reasons).map { $1 == nil ? $0 : nil }
    guard let first = poses.firstIndex(where: { $0 != nil }), let start = poses[first] else { return [] }
    // No Cardan angles: nobody chooses the axes of the markers' map, about which they would jump from 90° on.
    let turns = poses.map { pose in
      pose.map { (start.torsoFromHead.transpose * $0.torsoFromHead).rotationVector * (180 / .pi) }
    }
    let axes = series.landmarks == nil ? [0, 1, 2] : [movement.neckAxis.index]
    let signals = axes.map { axis in
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
