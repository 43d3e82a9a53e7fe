internal import Diagnostics
internal import Geometry

extension MotionFindings {
  init(_ task: NeckTask, _ rules: MotionRules, _ neck: NeckRules) {
    self.init(Subject(joint: .neck, side: nil, limits: neck.limits.limits(of: task.movement)), rules)
  }

  /// Where zero and the axes come from; refuses without either.
  mutating func neutral(
    _ neutral: NeckNeutral?, _ orientation: NeckOrientation?, _ series: NeckSeries, zero: NeckZero,
    _ movement: MotionMovement
  ) {
    guard let neutral else {
      refuse(zero == .rest || zero == .square ? .neckNoRest : .neckNoNeutralPose, [:])
      return
    }
    guard let orientation else {
      refuse(zero == .square ? .neckNotSquare : .neckNoAxes, [:])
      return
    }
    if zero == .rest {
      add(.neckNeutralRest, ["count": .count(neutral.rests), "frame": .text(series.frames[neutral.frames[0]])])
    }
    if orientation.source == .movement { add(.neckAxesByMovement) }
    if let change = neutral.change {
      let turn = abs(orientation.part(of: change.turn, about: movement))
      add(
        .neckNeutralChanged,
        [
          "whole_degrees": .number(change.turn.length, decimals: 1, unit: "°"),
          "degrees": .number(turn, decimals: 1, unit: "°"), "before": .text(series.frames[change.before]),
          "after": .text(series.frames[change.after]),
        ])
    }
  }

  /// Refuses a head that leaned too far.
  mutating func gimbal(_ most: Double) {
    refuse(.neckGimbal, ["limit_degrees": .number(most, decimals: 0, unit: "°")])
  }

  /// What is to be said of a neck's range.
  mutating func neck(_ range: RangeOfMotion, _ task: NeckTask, _ rules: NeckRules) {
    guard !range.repeats.isEmpty else {
      refuse(.neckStill, ["degrees": .number(range.extent, decimals: 0, unit: "°")])
      return
    }
    guard isPlausible(range) else { return }
    ends(range, wantsUpper: task.wants(upper: true), wantsLower: task.wants(upper: false))
    for (isUpper, end) in [(true, range.upper), (false, range.lower)] where task.wants(upper: isUpper) {
      guard let mean = range.mean(end.plateaus), (isUpper ? 1 : -1) * mean.value < rules.side.least else { continue }
      let name = task.movement == .flexion ? (isUpper ? "flexion" : "extension") : (isUpper ? "right" : "left")
      add(
        .neckSideNotReached,
        [
          "end": .term(name, of: "neck_end"), "least_degrees": .number(rules.side.least, decimals: 0, unit: "°"),
        ])
    }
    repeats(range)
  }
}
