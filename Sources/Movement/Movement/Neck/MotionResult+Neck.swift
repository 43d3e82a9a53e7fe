internal import Feedback
internal import Diagnostics
internal import Geometry

extension MotionResult.Neck {
  /// What only a neck has.
  ///
  /// - Parameters:
  ///   - ends: the angles of the result, whose lowest and highest one are the sides.
  ///   - range: nil where it is refused.
  ///   - errors: nil where no neutral or no axes are known.
  init(
    _ task: MotionTask, zero: NeckZero, ends: MotionResult.Values, _ values: NeckValues, _ range: RangeOfMotion?,
    _ errors: NeckErrors?, _ rules: NeckRules
  ) {
    let turns = task.movement != .flexion
    let neutral = errors.map { errors in
      Neutral(
        kind: zero.kind, rests: errors.neutral.rests, frames: errors.neutral.frames.count,
        frame: errors.series.frames[errors.neutral.frames[0]], axes: errors.orientation.source,
        changeDegrees: errors.neutral.change.map {
          rounded(errors.orientation.part(of: $0.turn, about: task.movement), 3)
        })
    }
    let hasSides = turns && (ends.minimum != nil || ends.maximum != nil)
    var (speed, timeToSide): (Speed?, TimeToSide?)
    if let range, let errors {
      let way = errors.way(range.lower.plateaus, range.upper.plateaus)
      if values.hasBothEnds { speed = NeckSpeed(range, errors.signal, errors: way).map(Speed.init) }
      if turns {
        timeToSide = TimeToSide(NeckTimes(errors.signal, least: rules.side.least, deviation: errors.throughout))
      }
    }
    self.init(
      sequence: errors?.series.landmarks?.sequence ?? HeadAngles.sequence, neutral: neutral,
      seenBy: errors?.series.landmarks?.seenBy,
      sides: hasSides ? Sides(left: ends.minimum?.turned, right: ends.maximum) : nil,
      difference: values.difference.map { MotionValue($0, frames: []) }, speed: speed, timeToSideS: timeToSide,
      budget: values.budgets(hasSides: turns), neckRules: rules)
  }
}

extension MotionResult.Values {
  /// The angles of a neck's range; none without one.
  ///
  /// - Parameter frame: what the frame is called in which a plateau is to be seen.
  init(_ values: NeckValues, _ range: RangeOfMotion?, frame: (Movement.Plateau) -> String) {
    func value(_ budget: NeckBudget?, _ plateaus: [Movement.Plateau?]) -> MotionValue? {
      budget.map { MotionValue($0, frames: plateaus.compactMap(\.self).map(frame)) }
    }
    self.init(
      start: value(values.start, [range?.start]), return: value(values.end, [range?.end]),
      minimum: value(values.low, range?.lower.plateaus ?? []), maximum: value(values.high, range?.upper.plateaus ?? []),
      range: value(values.arc, []))
  }
}

extension MotionValue {
  fileprivate init(_ budget: NeckBudget, frames: [String]) {
    self.init(budget.angle, plateaus: budget.plateaus, frames: frames, covers: budget.covers)
  }
}

extension MeasuredMotion {
  /// States by whom a joint was moved, and of a neck the norm of one side where there is one for the child's age in months.
  public mutating func state(effort: MotionEffort, ageMonths: Double?) {
    result.effort = effort
    // A picture does not show as much as a norm has, and of a table nobody knows how it was measured.
    guard result.source.dimensions == 3, result.source.format != .mot else { return }
    result.neck?.norm = ageMonths.flatMap { age in
      MotionNorm.find(result.joint, result.movement, ageMonths: age, effort: effort).map { norm in
        MotionResult.Neck.Norm(
          name: norm.name, version: norm.version, source: norm.source, effort: norm.effort, ageMonths: age,
          belowMonths: norm.belowMonths, sideDegrees: norm.sides[result.movement]!)
      }
    }
  }
}

extension MotionResult.Neck.Speed {
  fileprivate init(_ speed: NeckSpeed) {
    self.init(
      meanDegS: rounded(speed.mean.value, 3), meanCi95: Self.interval(speed.mean),
      peakDegS: rounded(speed.peak.value, 3), peakCi95: Self.interval(speed.peak), movements: speed.movements)
  }

  /// No speed is below zero.
  private static func interval(_ speed: Uncertain) -> [Double] {
    [rounded(max(0, speed.interval.low), 3), rounded(speed.interval.high, 3)]
  }
}

extension MotionResult.Neck.TimeToSide {
  fileprivate init(_ times: NeckTimes) {
    let cut = { (time: Estimate) in time.mapped { rounded($0, 3) } }
    let (left, middle, right) = (cut(times.left), cut(times.middle), cut(times.right))
    self.init(
      left: left.value, leftCi95: left.ci95?.ends, middle: middle.value, middleCi95: middle.ci95?.ends,
      right: right.value, rightCi95: right.ci95?.ends, unseen: rounded(times.unseen, 3))
  }
}

extension NeckZero {
  /// What results call it.
  fileprivate var kind: String {
    switch self {
    case .rest: "rest"
    case .frame: "frame"
    case .square: "head_frame"
    }
  }
}

extension NeckValues {
  /// The budgets by what results call the values.
  fileprivate func budgets(hasSides: Bool) -> [String: [String: Double]]? {
    let all: [(String, NeckBudget?)] = [
      (hasSides ? "left" : "minimum", low), (hasSides ? "right" : "maximum", high), ("range", arc),
      ("difference", difference),
    ]
    let known = all.compactMap { name, budget in budget.map { (name, $0.parts.mapValues { rounded($0, 3) }) } }
    return known.isEmpty ? nil : Dictionary(uniqueKeysWithValues: known)
  }
}
