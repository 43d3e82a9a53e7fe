internal import Feedback
internal import Diagnostics
internal import Geometry

extension MotionFindings {
  /// Where zero and the axes come from; refuses without either.
  mutating func neutral(
    _ neutral: NeckNeutral?, _ orientation: NeckOrientation?, _ series: NeckSeries, zero: NeckZero
  ) {
    guard let neutral else {
      refuse(zero.fault(in: series), [:])
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
    if orientation.source == .patch { add(.neckAxesByPatch) }
    if let change = neutral.change {
      let turn = abs(orientation.part(of: change.turn, about: task.movement))
      add(
        .neckNeutralChanged,
        [
          "whole_degrees": .number(change.turn.length, decimals: 1, unit: "°"),
          "degrees": .number(turn, decimals: 1, unit: "°"), "before": .text(series.frames[change.before]),
          "after": .text(series.frames[change.after]),
        ])
    }
  }

  /// Refuses a neutral that is not where the head was in the beginning: it had been elsewhere before, at rest or not.
  mutating func neutral(
    _ neutral: NeckNeutral, behind signal: MotionSignal, _ series: NeckSeries, _ rules: MotionRules.Repeats
  ) {
    let before = signal.frames.prefix { $0 < neutral.frames[0] }
    let away = before.filter { abs(signal.smooth[$0]) > rules.movement }
    guard let first = away.first, Double(away.count) * signal.step >= rules.seconds else { return }
    let farthest = away.map { abs(signal.smooth[$0]) }.max() ?? 0
    refuse(
      .neckNeutralLate,
      [
        "degrees": .number(farthest, decimals: 0, unit: "°"), "before": .text(series.frames[first]),
        "frame": .text(series.frames[neutral.frames[0]]),
      ])
  }

  /// Refuses a head that leaned too far.
  mutating func gimbal(_ most: Double) {
    refuse(.neckGimbal, ["limit_degrees": .number(most, decimals: 0, unit: "°")])
  }

  /// What is to be said of a neck's range.
  ///
  /// - Parameter hidden: how far the head was seen beyond its settled ends, in degrees; nil where it was not.
  mutating func neck(_ range: RangeOfMotion, _ rules: NeckRules, hidden: (low: Double?, high: Double?)) {
    guard !range.repeats.isEmpty else {
      refuse(.neckStill, ["degrees": .number(range.extent, decimals: 0, unit: "°")])
      return
    }
    guard isPlausible(range) else { return }
    ends(range)
    for (isUpper, end) in [(true, range.upper), (false, range.lower)] where task.wants(upper: isUpper) {
      if let degrees = isUpper ? hidden.high : hidden.low {
        add(
          .neckEndHidden,
          [
            "end": Self.end(isUpper: isUpper, task.movement), "degrees": .number(degrees, decimals: 0, unit: "°"),
          ])
        continue
      }
      guard let mean = range.mean(end.plateaus), (isUpper ? 1 : -1) * mean.value < rules.side.least else { continue }
      add(
        .neckSideNotReached,
        [
          "end": Self.end(isUpper: isUpper, task.movement),
          "least_degrees": .number(rules.side.least, decimals: 0, unit: "°"),
        ])
    }
    repeats(range)
  }

  private static func end(isUpper: Bool, _ movement: JointMovement) -> FindingValue {
    let name = movement == .flexion ? (isUpper ? "flexion" : "extension") : (isUpper ? "right" : "left")
    return .term(name, of: "neck_end")
  }
}

extension NeckZero {
  /// Why there is no neutral.
  fileprivate func fault(in series: NeckSeries) -> FindingCode {
    guard case .frame(let frame) = self else { return .neckNoRest }
    return series.poses[frame] == nil ? .neckNoNeutralPose : .neckNeutralMoves
  }
}
