internal import Diagnostics
internal import Geometry

extension MotionResult {
  /// What a result says of its input.
  struct Input {
    let task: MotionTask
    let direction: TurnDirection?
    let reference: MotionReference?
    let kind: LandmarkFormat
    let dimensions: Int
    let points: LandmarkSequence.PointKind?
    let times: [Double]
    let frames: [String]
    let poseDeviation: Double
    let rules: MotionRules
    let confidence: ConfidenceScale?
  }

  /// The result of a measurement; without a range where it is refused.
  init(
    input: Input, signal: MotionSignal, counts: FrameCounts, range: RangeOfMotion?, held: [HeldValue],
    findings: MotionFindings
  ) {
    let task = input.task
    schema = Self.schema
    status = findings.isWithheld ? .incomplete : .complete
    (joint, side, movement, view, direction) = (task.joint, task.side, task.movement, task.view, input.direction)
    reference = input.reference
    neck = nil
    source = Source(
      input.kind, dimensions: input.dimensions, points: input.points, confidence: input.confidence, times: input.times)
    gates = Gates(counts)
    filters = Filters(signal, range)
    let shown = findings.isRefused ? nil : range
    let values = shown.map { Self.values($0, input, signal) }
    self.values = values ?? Values(start: nil, return: nil, minimum: nil, maximum: nil, range: nil)
    neutralZero = values?.minimum.flatMap { low in
      values?.maximum.map { NeutralZero(task.movement, low: low.degrees, high: $0.degrees) }
    }
    repeats = (shown?.repeats ?? []).map { one in
      Repeat(one) { input.frames[$0.frame(of: signal.smooth)] }
    }
    plateaus = (shown?.plateaus ?? []).map { Plateau($0, times: input.times) }
    self.held = held.map { Held($0, times: input.times) }
    supportsChange = (shown?.settledRepeats ?? 0) >= input.rules.verdict.repeatsForChange
    rules = input.rules
    self.findings = findings.all
  }

  private static func values(_ range: RangeOfMotion, _ input: Input, _ signal: MotionSignal) -> Values {
    let covers = { (isRepeated: Bool) in
      ["noise"] + (isRepeated ? ["repeats"] : []) + (input.poseDeviation > 0 ? ["pose_error"] : [])
    }
    let value = { (plateaus: [Movement.Plateau]) -> (MotionValue, Uncertain)? in
      range.mean(plateaus).map { mean in
        let whole = mean.adding(input.poseDeviation)
        let frames = plateaus.map { input.frames[$0.frame(of: signal.smooth)] }
        return (
          MotionValue(whole, plateaus: plateaus.count, frames: frames, covers: covers(plateaus.count > 1)), whole
        )
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
    return Values(
      start: range.start.flatMap { value([$0])?.0 }, return: range.end.flatMap { value([$0])?.0 },
      minimum: low?.0, maximum: high?.0, range: extent)
  }
}
