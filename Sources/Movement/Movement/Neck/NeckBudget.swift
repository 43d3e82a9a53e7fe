internal import Feedback
internal import Geometry

/// What the interval of an angle of the neck is made of: standard deviations in degrees, by source.
struct NeckBudget: Sendable, Equatable {
  /// The angle, with all of it.
  let angle: Uncertain
  /// The parts.
  let parts: [String: Double]
  /// From how many plateaus it comes, and whether there are several at each end.
  let plateaus: Int, isRepeated: Bool

  /// An angle with its parts: what the plateaus show, and what they don't.
  ///
  /// - Parameters:
  ///   - ends: how many plateaus each end has that it is made of.
  ///   - systematic: standard deviations by source.
  init(_ seen: Uncertain, ends: [Int], systematic: [String: Double]) {
    (plateaus, isRepeated) = (ends.reduce(0, +), ends.allSatisfy { $0 > 1 })
    var parts = systematic.filter { $0.value > 0 }
    // Of repeats that are more alike than their noise allows, the noise counts.
    let noise = max(0, seen.variance - seen.ofRepeats)
    if seen.ofRepeats > 0 { parts["repeats"] = seen.ofRepeats.squareRoot() }
    if noise > 0 || seen.ofRepeats == 0 { parts["noise"] = noise.squareRoot() }
    if seen.systematic > 0 { parts["borders"] = seen.systematic }
    self.parts = parts
    angle = systematic.values.reduce(seen) { $0.adding($1) }
  }

  /// What the interval covers, in the words of ``MotionValue/covers``.
  var covers: [String] {
    ["noise"] + (isRepeated ? ["repeats"] : [])
      + [
        "neutral", "neutral_change", "pose", "pose_error", "head_model", "picture", "ears", "cloth_slip", "cap_slip",
        "delay",
      ].filter {
        parts[$0] != nil
      }
  }
}

/// What plateaus of a neck's angle do not show of themselves.
struct NeckErrors: Sendable {
  let orientation: NeckOrientation
  let neutral: NeckNeutral
  let series: NeckSeries
  let signal: MotionSignal
  private let rules: NeckRules
  private let movement: JointMovement
  /// Whether zero is where the head was seen to be, and not where its axes are square to the torso's.
  private let isZeroSeen: Bool

  init(
    _ series: NeckSeries, _ orientation: NeckOrientation, _ neutral: NeckNeutral, _ movement: JointMovement,
    _ signal: MotionSignal, _ rules: NeckRules, zero: NeckZero
  ) {
    isZeroSeen = zero != .square
    (self.series, self.orientation, self.neutral, self.movement) = (series, orientation, neutral, movement)
    (self.signal, self.rules) = (signal, rules)
  }

  /// Those of an end against neutral.
  func end(_ plateaus: [Plateau]) -> [String: Double] {
    [
      "neutral": zero, "neutral_change": change, "pose": pose(plateaus),
      "pose_error": (isZeroSeen ? 2.0.squareRoot() : 1) * poseError,
      "head_model": abs(model(plateaus)), "picture": picture, "ears": ears, "cloth_slip": slip, "cap_slip": capSlip,
      "delay": delay(plateaus),
    ]
  }

  /// The deviation of the way between two ends, in degrees.
  func way(_ low: [Plateau], _ high: [Plateau]) -> Double { arc(low, high).values.reduce(0, Self.sum) }

  /// The deviation by which the angle may be off in all frames alike, in degrees: that of neutral, of cloth and cap and of poses.
  var throughout: Double {
    [zero, change, slip, capSlip, poseError, picture, ears, pose(signal.frames)].reduce(0, Self.sum)
  }

  /// Those of what lies between two ends, in which neutral does not count.
  func arc(_ low: [Plateau], _ high: [Plateau]) -> [String: Double] {
    [
      "neutral_change": change, "pose": Self.sum(pose(low), pose(high)), "pose_error": 2.0.squareRoot() * poseError,
      // A head that is wider than its model is so to both sides: the arc has both errors, the difference what they differ by.
      "head_model": abs(model(high) - model(low)), "picture": 2.0.squareRoot() * picture, "cloth_slip": slip,
      "cap_slip": capSlip,
      "delay": Self.sum(delay(low), delay(high)),
    ]
  }

  /// Those of the difference of both sides, in which neutral counts twice: left − right = 2 neutral − low − high.
  func difference(_ low: [Plateau], _ high: [Plateau]) -> [String: Double] {
    [
      "neutral": 2 * zero, "neutral_change": 2 * change, "pose": Self.sum(pose(low), pose(high)),
      // Of zero twice, of both ends once each.
      "pose_error": (isZeroSeen ? 6.0 : 2).squareRoot() * poseError, "head_model": abs(model(high) + model(low)),
      "picture": 2.0.squareRoot() * picture, "ears": 2 * ears,
      // The cloth lies its own way at each of three moments: 4/2 + 1/2 + 1/2 of the variance between two.
      "cloth_slip": 3.0.squareRoot() * slip, "cap_slip": 3.0.squareRoot() * capSlip,
      "delay": Self.sum(delay(low), delay(high)),
    ]
  }

  /// The neutral orientation: how its rests scatter, their poses' own deviation, and what it may be off throughout.
  private var zero: Double {
    let rests = Self.sum(orientation.deviation(neutral.deviation, about: movement), pose(neutral.frames))
    return Self.sum(rules.budget.neutral, rests)
  }

  /// Rests that differ before and after a moment leave open which are neutral; the interval reaches as far as they differ.
  private var change: Double {
    (neutral.change.map { abs(orientation.part(of: $0.turn, about: movement)) } ?? 0) / Estimate.normalReach
  }

  /// Cloth moves under a patch and under what a depth camera sees of a torso; against the camera that cloth does not count.
  private var slip: Double { isOfCap && series.reference != .camera ? rules.budget.clothSlip : 0 }

  private var capSlip: Double { isOfCap ? rules.budget.capSlip : 0 }

  private var isOfCap: Bool { series.landmarks == nil }

  /// The pose model's own error, which is another one at each end.
  private var poseError: Double { series.landmarks?.poseDeviation ?? 0 }

  private var picture: Double { series.landmarks?.picture ?? 0 }

  private var ears: Double { isZeroSeen ? 0 : series.landmarks?.ears ?? 0 }

  /// The mean error of the head model at plateaus, with the sign of their angles.
  private func model(_ plateaus: [Plateau]) -> Double {
    guard let head = series.landmarks?.head, !plateaus.isEmpty else { return 0 }
    return plateaus.reduce(0) { $0 + head.error(at: $1.level) } / Double(plateaus.count)
  }

  private func pose(_ plateaus: [Plateau]) -> Double { pose(plateaus.flatMap(\.frames)) }

  /// The poses' own deviation, which may be the same in all frames of a plateau or of the rests.
  private func pose(_ frames: [Int]) -> Double {
    let variances = frames.compactMap { frame -> Double? in
      guard let pose = series.poses[frame], let angles = orientation.angles[frame] else { return nil }
      let deviation = orientation.deviation(pose, at: angles, about: movement)
      return deviation * deviation
    }
    return variances.isEmpty ? 0 : (variances.reduce(0, +) / Double(variances.count)).squareRoot()
  }

  /// What the angle moves on while a frame is delayed.
  private func delay(_ plateaus: [Plateau]) -> Double {
    let slopes = plateaus.map { abs(LineFit($0.frames[...], signal.times, signal.values).slope) }
    return slopes.isEmpty ? 0 : slopes.reduce(0, +) / Double(slopes.count) * rules.budget.delay
  }

  private static func sum(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
}

/// The angles of a neck's range, each with its budget; nil where it is withheld.
struct NeckValues: Sendable, Equatable {
  /// The ends against neutral: lowest and highest.
  let low, high: NeckBudget?
  /// Where the movement began and ended.
  let start, end: NeckBudget?
  /// From end to end.
  let arc: NeckBudget?
  /// How far the head went to the left less how far to the right; nil for flexion.
  let difference: NeckBudget?
  /// Whether the head was seen to reach both ends, whichever was asked for.
  let hasBothEnds: Bool

  /// - Parameters:
  ///   - least: the least angle of an end of a side, in degrees.
  ///   - hides: the ends that are withheld.
  init(
    _ range: RangeOfMotion?, _ task: MotionTask, errors: NeckErrors?, least: Double, hides: (low: Bool, high: Bool)
  ) {
    guard let range, let errors else {
      (low, high, start, end, arc, difference) = (nil, nil, nil, nil, nil, nil)
      hasBothEnds = false
      return
    }
    let angle = { (plateaus: [Plateau]) in
      range.mean(plateaus).map { NeckBudget($0, ends: [plateaus.count], systematic: errors.end(plateaus)) }
    }
    let (below, above) = (range.lower.plateaus, range.upper.plateaus)
    let (meanBelow, meanAbove) = (range.mean(below), range.mean(above))
    let reachesLow = meanBelow.map { $0.value <= -least && !hides.low } ?? false
    let reachesHigh = meanAbove.map { $0.value >= least && !hides.high } ?? false
    hasBothEnds = reachesLow && reachesHigh
    low = task.wants(upper: false) && reachesLow ? angle(below) : nil
    high = task.wants(upper: true) && reachesHigh ? angle(above) : nil
    (start, end) = (range.start.flatMap { angle([$0]) }, range.end.flatMap { angle([$0]) })
    guard task.side == nil, reachesLow, reachesHigh, let meanBelow, let meanAbove else {
      (arc, difference) = (nil, nil)
      return
    }
    let ends = [below.count, above.count]
    arc = NeckBudget(meanAbove.minus(meanBelow), ends: ends, systematic: errors.arc(below, above))
    var sides = meanBelow.minus(meanAbove)
    sides.value = -meanBelow.value - meanAbove.value
    difference =
      task.movement == .flexion
      ? nil : NeckBudget(sides, ends: ends, systematic: errors.difference(below, above))
  }
}
