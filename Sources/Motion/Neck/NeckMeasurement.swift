public import Diagnostics

/// Measures how far a head turns or leans, from its orientation in every frame: neutral, angles, gates, filters, plateaus,
/// sides, intervals.
public struct NeckMeasurement: Sendable {
  /// What is to be measured.
  public let task: NeckTask
  /// Where zero is.
  public let zero: NeckZero
  /// By which thresholds of every joint.
  public let rules: MotionRules
  /// By which of the neck.
  public let neck: NeckRules

  /// A measurement of a task.
  public init(
    _ task: NeckTask, zero: NeckZero = .rest, rules: MotionRules = .standard, neck: NeckRules = .standard
  ) {
    (self.task, self.zero, self.rules, self.neck) = (task, zero, rules, neck)
  }

  /// The range that a series shows.
  public func measure(_ series: NeckSeries) -> MeasuredNeck {
    var series = series
    var findings = MotionFindings(task, rules, neck)
    findings.take(series.findings)
    let rests = NeckRest.all(series, rules)
    let neutral = neutral(rests, series)
    let orientation = neutral.flatMap { NeckOrientation(series, $0, task, isSquare: zero == .square) }
    let angles = orientation?.angles ?? series.poses.map { _ in nil }
    if let orientation { markUncertain(orientation, &series) }
    let isTurned = markGimbal(angles, &series)
    let signals = NeckAngles.movements.map { movement in
      let valid = zip(angles, series.reasons).map { $1 == nil ? $0?[movement] ?? .nan : .nan }
      return MotionSignal(valid, times: series.times, rules.filters)
    }
    let signal = signals[NeckAngles.movements.firstIndex(of: task.movement)!]
    for i in series.reasons.indices where series.reasons[i] == nil && !signal.values[i].isFinite {
      series.reasons[i] = orientation == nil ? nil : .stray
    }
    let counts = FrameCounts(series.reasons, absent: SamplingGrid.absent(in: series.times))
    if !findings.isRefused { findings.frames(counts, least: rules.gates) }
    if !findings.isWithheld {
      findings.neutral(neutral, orientation, series, zero: zero, task.movement)
      findings.filters(signal)
      if isTurned { findings.gimbal(neck.frames.mostLateral) }
    }
    var range: RangeOfMotion?
    if !findings.isWithheld, findings.wraps(signal) == 0 {
      let found = RangeOfMotion(signal, rules.repeats)
      findings.neck(found, task, neck)
      range = found
    }
    let values = NeckValues(
      findings.isRefused ? nil : range, task,
      errors: neutral.flatMap { neutral in
        orientation.map { NeckErrors(series, $0, neutral, task.movement, signal, neck) }
      },
      least: neck.side.least)
    let result = MotionResult(
      neck: .init(
        task: task, series: series, neutral: neutral, orientation: orientation, zero: zero, rules: rules, neck: neck,
        counts: counts),
      signal: signal, range: findings.isRefused ? nil : range, values: values, findings: findings.all)
    return MeasuredNeck(
      task: task, times: series.times, frames: series.frames, angles: angles, reasons: series.reasons,
      signals: signals, result: result)
  }

  private func neutral(_ rests: [NeckRest], _ series: NeckSeries) -> NeckNeutral? {
    if case .frame(let frame) = zero { return NeckNeutral(frame: frame, rests: rests, series, neck) }
    return NeckNeutral(rests: rests, neck)
  }

  /// Marks frames whose pose is too uncertain about the movement's axis. What it leaves open about others does not matter:
  /// the torso's right comes first among the axes, so that an error about it is one of flexion alone.
  private func markUncertain(_ orientation: NeckOrientation, _ series: inout NeckSeries) {
    for i in series.poses.indices {
      guard let pose = series.poses[i], series.reasons[i] == nil else { continue }
      if !(orientation.deviation(pose, about: task.movement) <= neck.frames.mostPoseDeviation) {
        series.reasons[i] = .uncertainPose
      }
    }
  }

  /// Marks frames in which the head leans too far for the other two angles.
  ///
  /// - Returns: whether it did so for as long as a plateau lasts: an end may be hidden there.
  private func markGimbal(_ angles: [NeckAngles?], _ series: inout NeckSeries) -> Bool {
    var (since, isLong) = (Double?.none, false)
    for i in angles.indices {
      guard let angle = angles[i], series.reasons[i] == nil else { continue }
      guard abs(angle.lateral) > neck.frames.mostLateral else {
        since = nil
        continue
      }
      series.reasons[i] = .gimbal
      since = since ?? series.times[i]
      isLong = isLong || series.times[i] - since! >= rules.repeats.seconds - 1e-6
    }
    return isLong
  }
}
