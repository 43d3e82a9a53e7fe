internal import Diagnostics

/// What is noted, warned of or withheld of a range, in the order in which it is found.
struct MotionFindings {
  private(set) var all: [Finding] = []
  private let task: MotionTask
  private let rules: MotionRules
  /// True where nothing at all is measured.
  private(set) var isRefused = false

  init(_ task: MotionTask, _ rules: MotionRules) { (self.task, self.rules) = (task, rules) }

  /// Whether something is withheld.
  var isWithheld: Bool { all.contains { $0.severity == .withheld } }

  mutating func frames(_ counts: FrameCounts, least: MotionRules.Gates) {
    let reasons = FindingValue.list(
      counts.reasons.map { .term($0.reason.rawValue, of: "motion_reason", ["count": .count($0.count)]) })
    if counts.all < least.leastFrames {
      refuse(.motionTooFewFrames, ["count": .count(counts.all), "least": .count(least.leastFrames)])
    } else if counts.share < least.leastValid || counts.valid < least.leastFrames {
      refuse(
        .motionFewValidFrames,
        [
          "share_percent": .percent(counts.share), "least_percent": .percent(least.leastValid), "reasons": reasons,
        ])
    } else if counts.valid < counts.all {
      add(
        .motionFramesLeftOut,
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
    guard angles.isDirectionTold, let direction = angles.direction else { return }
    add(.motionDirectionTold, ["turn": .term(direction.rawValue, of: "turn")])
  }

  mutating func intervals(_ poseDeviation: Double) { if !(poseDeviation > 0) { add(.motionPoseError) } }

  /// How often the angle passes ±180°, which makes its range unknown.
  mutating func wraps(_ signal: MotionSignal) -> Int {
    let count = signal.chunks.reduce(0) { sum, chunk in
      sum + zip(chunk, chunk.dropFirst()).count { abs(signal.values[$1] - signal.values[$0]) > 180 }
    }
    if count > 0 { refuse(.motionWrapped, ["count": .count(count)]) }
    return count
  }

  mutating func movement(_ range: RangeOfMotion, extentOfOtherSide: () -> Double?) {
    guard !range.repeats.isEmpty else {
      let moved = FindingValue.number(range.extent, decimals: 0, unit: "°")
      if let other = extentOfOtherSide(), other > 2 * max(range.extent, rules.repeats.movement) {
        refuse(
          .motionOtherSide,
          [
            "side": .motionSide(task.side), "degrees": moved,
            "other_degrees": .number(other, decimals: 0, unit: "°"),
          ])
      } else {
        refuse(.motionStill, ["degrees": moved])
      }
      return
    }
    for (plateaus, name) in [(range.upper, "maximum"), (range.lower, "minimum")] where plateaus.isEmpty {
      add(
        .motionNotSettled,
        [
          "end": .term(name, of: "motion_value"), "duration_s": .number(rules.repeats.seconds, decimals: 1, unit: "s"),
        ])
    }
    if let start = range.start, let low = range.mean(range.lower), let high = range.mean(range.upper),
      start.level < low.value - range.tolerance || start.level > high.value + range.tolerance
    {
      add(.motionStartBeyond, ["degrees": .number(start.level, decimals: 1, unit: "°")])
    }
    if range.end == nil { add(.motionNoReturn) }
    let settled = range.repeats.count { $0.far != nil }
    if settled < range.repeats.count {
      add(
        .motionRepeatsNotSettled,
        ["count": .count(range.repeats.count - settled), "all": .count(range.repeats.count)])
    }
    if settled < rules.repeatsForChange {
      add(.motionFewRepeats, ["count": .count(settled), "least": .count(rules.repeatsForChange)])
    }
  }

  private mutating func add(_ code: FindingCode, _ values: [String: FindingValue] = [:]) {
    all.append(Finding(code, values))
  }

  private mutating func refuse(_ code: FindingCode, _ values: [String: FindingValue]) {
    isRefused = true
    add(code, values)
  }
}
