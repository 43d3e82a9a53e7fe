internal import Diagnostics
internal import Geometry

extension MotionResult {
  /// The result of a measurement.
  ///
  /// - Parameters:
  ///   - frames: what the frames are called.
  ///   - range: nil where it is refused.
  ///   - neck: what only a neck has.
  init(
    _ task: MotionTask, direction: TurnDirection? = nil, reference: MotionReference?, source: Source, frames: [String],
    _ gates: Gates, filters: Filters, _ signal: MotionSignal, _ range: RangeOfMotion?, values: Values,
    neck: Neck? = nil,
    _ rules: MotionRules, _ findings: MotionFindings
  ) {
    schema = Self.schema
    status = findings.isWithheld ? .incomplete : .complete
    (joint, side, movement, view, self.direction) = (task.joint, task.side, task.movement, task.view, direction)
    (self.reference, self.source, self.gates, self.neck) = (reference, source, gates, neck)
    (self.filters, self.values) = (filters, values)
    neutralZero = values.minimum.flatMap { low in
      values.maximum.flatMap { NeutralZero(task, low: low.degrees, high: $0.degrees) }
    }
    repeats = (range?.repeats ?? []).map { one in Repeat(one) { frames[$0.frame(of: signal.smooth)] } }
    plateaus = (range?.plateaus ?? []).map { Plateau($0, times: signal.times) }
    held = range == nil ? [] : Held.all(signal, rules.hold)
    supportsChange = (range?.settledRepeats ?? 0) >= rules.verdict.repeatsForChange
    self.rules = rules
    self.findings = findings.all
  }
}

extension MotionResult.Values {
  /// The settled angles of a knee's or a hip's range; none without one.
  init(_ range: RangeOfMotion?, _ signal: MotionSignal, frames: [String], poseDeviation: Double) {
    guard let range else {
      self.init(start: nil, return: nil, minimum: nil, maximum: nil, range: nil)
      return
    }
    let covers = { (isRepeated: Bool) in
      ["noise"] + (isRepeated ? ["repeats"] : []) + (poseDeviation > 0 ? ["pose_error"] : [])
    }
    let value = { (plateaus: [Movement.Plateau]) -> (MotionValue, Uncertain)? in
      range.mean(plateaus).map { mean in
        let whole = mean.adding(poseDeviation)
        let shown = plateaus.map { frames[$0.frame(of: signal.smooth)] }
        return (MotionValue(whole, plateaus: plateaus.count, frames: shown, covers: covers(plateaus.count > 1)), whole)
      }
    }
    let (low, high) = (value(range.lower.plateaus), value(range.upper.plateaus))
    let extent = low.flatMap { low in
      high.map {
        MotionValue(
          $0.1.minus(low.1), plateaus: $0.0.plateaus + low.0.plateaus, frames: [],
          covers: covers(min($0.0.plateaus, low.0.plateaus) > 1))
      }
    }
    self.init(
      start: range.start.flatMap { value([$0])?.0 }, return: range.end.flatMap { value([$0])?.0 },
      minimum: low?.0, maximum: high?.0, range: extent)
  }
}
