/// Measures the range of a limb's joint from a file of a pose model: angles, gates, filters, plateaus, ends, intervals.
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
        angles, signal, reasons, frames: FrameNumbers.labels(of: sequence.frames), untimed: sequence.untimed,
        source: .init(
          kind, dimensions: sequence.space.isFlat ? 2 : 3, points: sequence.points, confidence: sequence.confidence,
          times: sequence.times),
        path, extentOfOtherSide: others)
    case .angles(let table):
      let angles = try JointAngles(
        table, task, isFlexionNegative: isFlexionNegative, hyperextension: rules.limits.hyperextension, path: path)
      var reasons = FrameGates.reasons(ofTable: angles.degrees, times: table.times)
      let signal = self.signal(angles.degrees, table.times, &reasons)
      return try measured(
        angles, signal, reasons, frames: table.times.indices.map { "\($0)" }, untimed: table.untimed,
        source: .init(.mot, dimensions: 3, times: table.times), path, extentOfOtherSide: { nil })
    }
  }

  private func angles(
    _ sequence: LandmarkSequence, _ task: MotionTask, _ path: String
  ) throws(MotionError) -> JointAngles {
    try JointAngles(
      sequence, task, confidence: rules.gates.confidence, hyperextension: rules.limits.hyperextension, path: path)
  }

  /// The signal of the frames that count; those that are too few between two gaps count no longer.
  private func signal(_ degrees: [Double], _ times: [Double], _ reasons: inout [RejectionReason?]) -> MotionSignal {
    let valid = zip(degrees, reasons).map { $1 == nil ? $0 : .nan }
    let signal = MotionSignal(valid, times: times, rules.filters)
    for i in reasons.indices where reasons[i] == nil && !signal.values[i].isFinite { reasons[i] = .stray }
    return signal
  }

  /// What the angles say of the task, whatever the file is.
  private func measured(
    _ angles: JointAngles, _ signal: MotionSignal, _ reasons: [RejectionReason?], frames: [String], untimed: Int,
    source: MotionResult.Source, _ path: String, extentOfOtherSide: () -> Double?
  ) throws(MotionError) -> MeasuredMotion {
    let gates = MotionResult.Gates(reasons, absent: SamplingGrid.absent(in: signal.times), untimed: untimed)
    var findings = MotionFindings(task, limits: rules.limits.limits(of: task.bodyMovement), rules)
    findings.frames(gates, least: rules.gates)
    // Where too few frames count, that is the reason.
    if angles.isDirectionUnknown, !findings.isWithheld { throw .noFacing(path: path) }
    findings.filters(signal)
    findings.direction(angles)
    findings.intervals(poseDeviation)
    findings.points(source.points)
    var found: RangeOfMotion?
    if !findings.isWithheld, findings.wraps(signal) == 0 {
      let range = RangeOfMotion(signal, rules.repeats)
      findings.movement(range, extentOfOtherSide: extentOfOtherSide)
      found = range
    }
    let range = findings.isRefused ? nil : found
    let result = MotionResult(
      task, direction: angles.direction, reference: angles.reference, source: source, frames: frames, gates,
      filters: .init(signal, found), signal, range,
      values: .init(range, signal, frames: frames, poseDeviation: poseDeviation), rules, findings)
    return MeasuredMotion(
      frames: frames, reasons: reasons,
      angles: [.init(movement: task.movement, degrees: angles.degrees, signal: signal)], result: result)
  }
}
