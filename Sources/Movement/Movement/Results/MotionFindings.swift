internal import Diagnostics

/// What is noted, warned of or withheld of a range, in the order in which it is found.
struct MotionFindings {
  private(set) var all: [Finding] = []
  let task: MotionTask
  /// The lowest and the highest angle that the joint can reach, in degrees.
  private let limits: [Double]
  private let rules: MotionRules
  /// True where nothing at all is measured.
  private(set) var isRefused = false

  /// - Parameter limits: the lowest and the highest angle that the joint can reach, in degrees.
  init(_ task: MotionTask, limits: [Double], _ rules: MotionRules) {
    (self.task, self.limits, self.rules) = (task, limits, rules)
  }

  /// Whether frames show a cap, and no landmarks.
  var isOfCap = false

  /// Takes what was found before.
  mutating func take(_ findings: [Finding]) {
    all += findings
    isRefused = isRefused || findings.contains { $0.severity == .withheld }
  }

  /// Whether something is withheld.
  var isWithheld: Bool { all.contains { $0.severity == .withheld } }

  mutating func frames(_ counts: MotionResult.Gates, least: MotionRules.Gates) {
    let reasons = counts.reasons
    if counts.all < least.leastFrames {
      refuse(.motionTooFewFrames, ["count": .count(counts.all), "least": .count(least.leastFrames)])
    } else if counts.share < least.leastValid {
      // Rounded down, so that it never reads as enough.
      refuse(
        isOfCap ? .neckFewValidFrames : .motionFewValidFrames,
        [
          "share_percent": .percent((100 * counts.share).rounded(.down) / 100),
          "least_percent": .percent(least.leastValid), "reasons": reasons,
        ])
    } else if counts.valid < least.leastFrames {
      refuse(
        isOfCap ? .neckFewFramesLeft : .motionFewFramesLeft,
        [
          "valid": .count(counts.valid), "all": .count(counts.all), "least": .count(least.leastFrames),
          "reasons": reasons,
        ])
    } else if counts.valid < counts.all {
      add(
        isOfCap ? .neckFramesLeftOut : .motionFramesLeftOut,
        ["count": .count(counts.all - counts.valid), "all": .count(counts.all), "reasons": reasons])
    }
  }

  mutating func filters(_ signal: MotionSignal) {
    switch signal.filtering {
    case .filtered:
      if !signal.outliers.isEmpty { add(.motionOutliers, ["count": .count(signal.outliers.count)]) }
    case .lowRate:
      add(
        .motionUnfiltered,
        [
          "rate": .number(1 / signal.step, decimals: 1), "least": .number(rules.filters.leastRate, decimals: 0),
        ])
    case .unevenTimes: add(.motionUnevenTimes)
    }
    if signal.longestGap > rules.filters.longestGap {
      add(.motionGap, ["longest_s": .number(signal.longestGap, decimals: 2, unit: "s")])
    }
  }

  mutating func direction(_ angles: JointAngles) {
    if let told = angles.told, let given = angles.direction, told != given {
      add(.motionDirectionContradicts, ["turn": .term(told.rawValue, of: "turn")])
    }
    guard angles.isDirectionTold, let direction = angles.direction else { return }
    add(.motionDirectionTold, ["turn": .term(direction.rawValue, of: "turn")])
  }

  /// Says so where points are no joints.
  mutating func points(_ kind: LandmarkSequence.PointKind?) {
    if kind == .surface { add(.motionSurfacePoints) }
  }

  mutating func intervals(_ poseDeviation: Double) { if !(poseDeviation > 0) { add(.motionPoseError) } }

  /// How often the angle passes ±180°, which makes its range unknown; over gaps, too.
  mutating func wraps(_ signal: MotionSignal) -> Int {
    let frames = signal.frames
    let count = zip(frames, frames.dropFirst()).count { abs(signal.values[$1] - signal.values[$0]) > 180 }
    if count > 0 { refuse(.motionWrapped, ["count": .count(count)]) }
    return count
  }

  mutating func movement(_ range: RangeOfMotion, extentOfOtherSide: () -> Double?) {
    guard !range.repeats.isEmpty else {
      let moved = FindingValue.number(range.extent, decimals: 0, unit: "°")
      if let side = task.side, let other = extentOfOtherSide(), other > 2 * max(range.extent, rules.repeats.movement) {
        refuse(
          .motionOtherSide,
          [
            "of_side": .term(side.rawValue, of: "side_genitive"), "degrees": moved,
            "other_degrees": .number(other, decimals: 0, unit: "°"),
          ])
      } else if range.extent > Self.plainMovements * rules.repeats.movement {
        // It moved, but so restlessly that not even its turns can be told.
        isRefused = true
        ends(range)
      } else {
        refuse(.motionStill, ["degrees": moved])
      }
      return
    }
    guard isPlausible(range) else { return }
    ends(range)
    repeats(range)
  }

  /// From this multiple of the least movement on, a joint has plainly moved.
  private static let plainMovements = 2.0

  /// What is to be said of the ends; those that are not asked for are passed over.
  mutating func ends(_ range: RangeOfMotion) {
    for (isUpper, end, name) in [(true, range.upper, "maximum"), (false, range.lower, "minimum")]
    where task.wants(upper: isUpper) {
      let term = FindingValue.term(name, of: "motion_value")
      if end.plateaus.isEmpty {
        add(
          .motionNotSettled,
          ["end": term, "duration_s": .number(rules.repeats.seconds, decimals: 1, unit: "s")])
      }
      if end.passedOver > 0 {
        add(
          .motionEndsDiffer,
          ["end": term, "count": .count(end.passedOver), "all": .count(end.passedOver + end.plateaus.count)])
      }
    }
  }

  mutating func repeats(_ range: RangeOfMotion) {
    if let start = range.startBeyond {
      add(.motionStartBeyond, ["degrees": .number(start.level, decimals: 1, unit: "°")])
    }
    if range.end == nil { add(.motionNoReturn) }
    if range.unsettled > 0 {
      add(.motionRepeatsNotSettled, ["count": .count(range.unsettled), "all": .count(range.ends)])
    }
    let settled = range.settledRepeats
    if settled < rules.verdict.repeatsForChange {
      add(.motionFewRepeats, ["count": .count(settled), "least": .count(rules.verdict.repeatsForChange)])
    }
    if [range.upper, range.lower].contains(where: { $0.plateaus.count == 1 }) { add(.motionOneRepeat) }
    noise(range.noise)
  }

  /// Refuses an angle that was held and that no such joint reaches.
  mutating func isPlausible(_ range: RangeOfMotion) -> Bool {
    let farthest = range.plateaus.map(\.level).max {
      max(limits[0] - $0, $0 - limits[1]) < max(limits[0] - $1, $1 - limits[1])
    }
    guard let farthest, farthest < limits[0] || farthest > limits[1] else { return true }
    refuse(
      .motionImplausible,
      [
        "degrees": .number(farthest, decimals: 0, unit: "°"), "joint": .joint(task.joint),
        "low_degrees": .number(limits[0], decimals: 0, unit: "°"),
        "high_degrees": .number(limits[1], decimals: 0, unit: "°"),
      ])
    return false
  }

  /// Warns of noise that the intervals do not tell well.
  private mutating func noise(_ noise: PlateauNoise) {
    if noise.correlation > rules.verdict.mostAlike {
      add(.motionAlikeNoise, ["correlation": .number(noise.correlation, decimals: 2)])
    }
    if noise.deviation > rules.verdict.mostNoise {
      add(.motionNoisy, ["deviation_degrees": .number(noise.deviation, decimals: 1, unit: "°")])
    }
  }

  mutating func add(_ code: FindingCode, _ values: [String: FindingValue] = [:]) {
    all.append(Finding(code, values))
  }

  mutating func refuse(_ code: FindingCode, _ values: [String: FindingValue]) {
    isRefused = true
    add(code, values)
  }
}
