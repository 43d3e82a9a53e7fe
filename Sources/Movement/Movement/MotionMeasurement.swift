/// Measures a joint's range from a landmark file: angles, gates, filters, plateaus, ends, intervals.
public struct MotionMeasurement: Sendable {
  /// What is to be measured.
  public let task: MotionTask
  /// By which thresholds.
  public let rules: MotionRules
  /// The deviation of a settled angle by the pose model's own error, in degrees, where it is known; 0 leaves it out.
  public let poseDeviation: Double
  /// True where a MOT file's knee angles count flexion as negative; nil where that is told.
  public let isFlexionNegative: Bool?

  /// A measurement of a task.
  public init(
    _ task: MotionTask, rules: MotionRules = .standard, poseDeviation: Double = 0, isFlexionNegative: Bool? = nil
  ) {
    (self.task, self.rules, self.poseDeviation) = (task, rules, poseDeviation)
    self.isFlexionNegative = isFlexionNegative
  }

  /// The range that a file shows.
  ///
  /// - Parameter path: what the file is called in errors.
  public func measure(_ file: MotionFile, path: String) throws(MotionError) -> MeasuredMotion {
    switch file {
    case .landmarks(let sequence, let kind):
      if isFlexionNegative != nil { throw .unusedOption("--flexion", kind) }
      let angles = try angles(sequence, task, path)
      var reasons = FrameGates(sequence, task, rules.gates).reasons(angles)
      let signal = self.signal(angles.degrees, sequence.times, &reasons)
      let others = { () -> Double? in
        // The other side, for the reason of a refusal; whether its points are there does not matter.
        let other = task.ofOtherSide
        guard let angles = try? self.angles(sequence, other, path) else { return nil }
        var reasons = FrameGates(sequence, other, rules.gates).reasons(angles)
        return RangeOfMotion(self.signal(angles.degrees, sequence.times, &reasons), rules.repeats).extent
      }
      return try measured(
        Input(
          path: path, times: sequence.times, frames: FrameNumbers.labels(of: sequence.frames), angles: angles,
          kind: kind, untimed: sequence.untimed, dimensions: sequence.space.isFlat ? 2 : 3, points: sequence.points,
          confidence: sequence.confidence, extentOfOtherSide: others),
        signal, reasons)
    case .angles(let table):
      let angles = try JointAngles(
        table, task, isFlexionNegative: isFlexionNegative, hyperextension: rules.limits.hyperextension, path: path)
      let frozen = FrozenValues(
        [angles.degrees.map { [$0, 0, 0] }], dimensions: 1, size: 180 / .pi, times: table.times
      ).frames
      var reasons = zip(angles.degrees, frozen).map { $0.isFinite ? $1 ? RejectionReason.frozen : nil : .missing }
      let signal = self.signal(angles.degrees, table.times, &reasons)
      return try measured(
        Input(
          path: path, times: table.times, frames: table.times.indices.map { "\($0)" }, angles: angles, kind: .mot,
          untimed: table.untimed, dimensions: 3, points: nil, confidence: nil, extentOfOtherSide: { nil }), signal,
        reasons)
    }
  }

  private func angles(
    _ sequence: LandmarkSequence, _ task: MotionTask, _ path: String
  ) throws(MotionError) -> JointAngles {
    try JointAngles(
      sequence, task, confidence: rules.gates.confidence, hyperextension: rules.limits.hyperextension, path: path)
  }

  /// What is measured, whatever the file is.
  private struct Input {
    let path: String
    let times: [Double]
    let frames: [String]
    let angles: JointAngles
    let kind: LandmarkFormat
    let untimed: Int
    let dimensions: Int
    let points: LandmarkSequence.PointKind?
    let confidence: ConfidenceScale?
    let extentOfOtherSide: () -> Double?
  }

  /// The signal of the frames that count; those that are too few between two gaps count no longer.
  private func signal(_ degrees: [Double], _ times: [Double], _ reasons: inout [RejectionReason?]) -> MotionSignal {
    let valid = zip(degrees, reasons).map { $1 == nil ? $0 : .nan }
    let signal = MotionSignal(valid, times: times, rules.filters)
    for i in reasons.indices where reasons[i] == nil && !signal.values[i].isFinite { reasons[i] = .stray }
    return signal
  }

  private func measured(
    _ input: Input, _ signal: MotionSignal, _ reasons: [RejectionReason?]
  ) throws(MotionError) -> MeasuredMotion {
    let counts = FrameCounts(reasons, absent: SamplingGrid.absent(in: input.times), untimed: input.untimed)
    var findings = MotionFindings(task, rules)
    findings.frames(counts, least: rules.gates)
    // Where too few frames count, that is the reason.
    if input.angles.isDirectionUnknown, !findings.isWithheld { throw .noFacing(path: input.path) }
    findings.filters(signal)
    findings.direction(input.angles)
    findings.intervals(poseDeviation)
    findings.points(input.points)
    var range: RangeOfMotion?
    if !findings.isWithheld, findings.wraps(signal) == 0 {
      let found = RangeOfMotion(signal, rules.repeats)
      findings.movement(found, extentOfOtherSide: input.extentOfOtherSide)
      range = found
    }
    let held = findings.isRefused ? [] : HeldValue.all(signal, rules.hold)
    let result = MotionResult(
      input: .init(
        task: task, direction: input.angles.direction, reference: input.angles.reference, kind: input.kind,
        dimensions: input.dimensions, points: input.points,
        times: input.times, frames: input.frames, poseDeviation: poseDeviation, rules: rules,
        confidence: input.confidence),
      signal: signal, counts: counts, range: range, held: held, findings: findings)
    return MeasuredMotion(
      task: task, times: input.times, frames: input.frames, degrees: input.angles.degrees, reasons: reasons,
      result: result, signal: signal)
  }
}
