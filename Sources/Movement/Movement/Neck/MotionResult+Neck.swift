internal import Feedback
internal import Diagnostics
internal import Geometry

extension MotionResult {
  /// What a result says of a neck's input.
  struct NeckInput {
    let task: NeckTask
    let series: NeckSeries
    let neutral: NeckNeutral?
    let orientation: NeckOrientation?
    let zero: NeckZero
    let rules: MotionRules
    let neck: NeckRules
    let counts: FrameCounts
    let errors: NeckErrors?
  }

  /// The result of a neck; without a range where it is refused.
  init(neck input: NeckInput, signal: MotionSignal, range: RangeOfMotion?, values: NeckValues, findings: [Finding]) {
    let (task, series, counts) = (input.task, input.series, input.counts)
    schema = Self.schema
    status = findings.contains { $0.severity == .withheld } ? .incomplete : .complete
    (joint, side, movement, view, direction) = (.neck, task.side, task.movement, nil, nil)
    reference = series.reference
    let neutral = input.neutral.flatMap { neutral in
      input.orientation.map { orientation in
        Neck.Neutral(
          kind: input.zero.kind, rests: neutral.rests, frames: neutral.frames.count,
          frame: series.frames[neutral.frames[0]], axes: orientation.source,
          changeDegrees: neutral.change.map { rounded(orientation.part(of: $0.turn, about: task.movement), 3) })
      }
    }
    source = Source(.recording, dimensions: 3, times: series.times)
    gates = Gates(counts)
    filters = Filters(signal, range)
    let frame = { (plateau: Movement.Plateau) in series.frames[plateau.frame(of: signal.smooth)] }
    let value = { (budget: NeckBudget?, plateaus: [Movement.Plateau]) in
      budget.map {
        MotionValue($0.angle, plateaus: $0.plateaus, frames: plateaus.map(frame), covers: $0.covers)
      }
    }
    let (below, above) = (range?.lower.plateaus ?? [], range?.upper.plateaus ?? [])
    let (low, high) = (value(values.low, below), value(values.high, above))
    self.values = Values(
      start: value(values.start, range?.start.map { [$0] } ?? []),
      return: value(values.end, range?.end.map { [$0] } ?? []), minimum: low, maximum: high,
      range: value(values.arc, []))
    let hasSides = task.movement != .flexion && (low != nil || high != nil)
    let sides = hasSides ? Neck.Sides(left: low?.turned, right: high) : nil
    // Neutral-zero has a number on either side of 0.
    neutralZero = low.flatMap { low in high.map { NeutralZero(task.movement, low: low.degrees, high: $0.degrees) } }
    repeats = (range?.repeats ?? []).map { Repeat($0, frame: frame) }
    plateaus = (range?.plateaus ?? []).map { Plateau($0, times: series.times) }
    held = range == nil ? [] : HeldValue.all(signal, input.rules.hold).map { Held($0, times: series.times) }
    supportsChange = (range?.settledRepeats ?? 0) >= input.rules.verdict.repeatsForChange
    let speed = (values.hasBothEnds ? range : nil).flatMap { range in
      input.errors.flatMap { NeckSpeed(range, signal, errors: $0.way(below, above)) }.map(Neck.Speed.init)
    }
    let timeToSide =
      task.movement == .flexion || range == nil
      ? nil
      : input.errors.map { NeckTimes(signal, least: input.neck.side.least, deviation: $0.throughout) }
        .map(Neck.TimeToSide.init)
    rules = input.rules
    neck = Neck(
      sequence: HeadAngles.sequence, neutral: neutral, sides: sides, difference: value(values.difference, []),
      speed: speed, timeToSideS: timeToSide, budget: values.budgets(hasSides: task.movement != .flexion),
      neckRules: input.neck)
    self.findings = findings
  }
}

extension MotionResult {
  /// States by whom the head was moved, and the norm of one side where there is one for the child's age.
  mutating func state(effort: MotionEffort, ageMonths: Double?) {
    neck?.effort = effort
    neck?.norm = ageMonths.flatMap { age in
      MotionNorm.find(joint, movement, ageMonths: age, effort: effort).map { norm in
        Neck.Norm(
          name: norm.name, version: norm.version, source: norm.source, effort: norm.effort, ageMonths: age,
          belowMonths: norm.belowMonths, sideDegrees: norm.sides[movement]!)
      }
    }
  }
}

extension MeasuredNeck {
  /// States by whom the head was moved, and the norm of one side where there is one for the child's age in months.
  public mutating func state(effort: MotionEffort, ageMonths: Double?) {
    result.state(effort: effort, ageMonths: ageMonths)
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
