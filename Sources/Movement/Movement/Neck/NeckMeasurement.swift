public import Feedback
internal import Diagnostics

/// Measures how far a head turns or leans, from its orientation in every frame: neutral, angles, gates, filters, plateaus,
/// sides, intervals.
public struct NeckMeasurement: Sendable {
  /// What is to be measured.
  package let task: MotionTask
  /// By which thresholds of every joint.
  public let rules: MotionRules
  /// By which of the neck.
  public let neck: NeckRules

  /// A measurement of rotation, lateral flexion or flexion.
  ///
  /// - Parameters:
  ///   - side: the one to which the head is turned or leaned; nil for both.
  ///   - view: how a camera saw the landmarks of a picture; nil for those in space and for a cap.
  ///   - direction: the way in which flexion turns in a picture; nil where the landmarks tell.
  /// - Throws: ``MotionError/noSuchMovement(joint:movement:)`` for abduction, ``MotionError/noSideOfFlexion`` for a side of
  ///   flexion.
  public init(
    _ movement: JointMovement, side: BodySide? = nil, view: MotionView? = nil, direction: TurnDirection? = nil,
    rules: MotionRules = .standard, neck: NeckRules = .standard
  ) throws(MotionError) {
    task = try MotionTask(neck: movement, side: side, view: view, direction: direction)
    (self.rules, self.neck) = (rules, neck)
  }

  /// The range that a series shows.
  ///
  /// - Parameter zero: where the angles' zero is.
  public func measure(_ series: NeckSeries, zero: NeckZero = .rest) -> MeasuredMotion {
    var series = series
    var findings = MotionFindings(task, limits: neck.limits.limits(of: task.movement), rules)
    findings.isOfCap = series.landmarks == nil
    findings.take(series.findings)
    var (neutral, orientation) = zeroed(series, zero)
    // What is uncertain is told about the axes, and is no part of neutral.
    if let first = orientation, markUncertain(first, &series) { (neutral, orientation) = zeroed(series, zero) }
    let angles = orientation?.angles ?? series.poses.map { _ in nil }
    let isTurned = orientation.map { markGimbal($0, &series) } ?? false
    let movements = series.landmarks?.movements ?? JointMovement.ofNeck
    let signals = movements.map { movement in
      let valid = zip(angles, series.reasons).map { $1 == nil ? $0?[movement] ?? .nan : .nan }
      return MotionSignal(valid, times: series.times, neck.filters(rules.filters))
    }
    let signal = signals[movements.firstIndex(of: task.movement)!]
    for i in series.reasons.indices where series.reasons[i] == nil && !signal.values[i].isFinite {
      series.reasons[i] = orientation == nil ? nil : .stray
    }
    let gates = MotionResult.Gates(
      series.reasons, absent: SamplingGrid.absent(in: series.times), untimed: series.landmarks?.untimed ?? 0)
    if !findings.isRefused { findings.frames(gates, least: rules.gates) }
    if !findings.isWithheld {
      findings.neutral(neutral, orientation, series, zero: zero)
      findings.filters(signal)
      if isTurned { findings.gimbal(neck.frames.mostLateral) }
    }
    var range: RangeOfMotion?
    var hidden = (low: false, high: false)
    if !findings.isWithheld, findings.wraps(signal) == 0 {
      let found = RangeOfMotion(signal, rules.repeats)
      if zero == .rest, let neutral { findings.neutral(neutral, behind: signal, series, rules.repeats) }
      let ends = orientation.map { hiddenEnds(of: found, $0, series, step: signal.step) } ?? (low: nil, high: nil)
      findings.neck(found, neck, hidden: ends)
      (range, hidden) = (findings.isRefused ? nil : found, (ends.low != nil, ends.high != nil))
    }
    let errors = neutral.flatMap { neutral in
      orientation.map { NeckErrors(series, $0, neutral, task.movement, signal, neck, zero: zero) }
    }
    let values = NeckValues(range, task, errors: errors, least: neck.side.least, hides: hidden)
    let shown = MotionResult.Values(values, range) { series.frames[$0.frame(of: signal.smooth)] }
    let result = MotionResult(
      task, direction: series.landmarks?.direction, reference: series.reference,
      source: series.landmarks?.source ?? .init(.recording, dimensions: 3, times: series.times), frames: series.frames,
      gates, filters: .init(signal, range), signal, range, values: shown,
      neck: .init(task, zero: zero, ends: shown, values, range, errors, neck), rules, findings)
    return MeasuredMotion(
      frames: series.frames, reasons: series.reasons,
      angles: zip(movements, signals).map { movement, signal in
        .init(movement: movement, degrees: angles.map { $0?[movement] ?? .nan }, signal: signal)
      }, result: result)
  }

  /// How far the head was seen beyond a settled end, for as long as a plateau lasts, whether these frames count or not: the
  /// end is none then. Nil for ends beyond which it was not.
  private func hiddenEnds(
    of range: RangeOfMotion, _ orientation: NeckOrientation, _ series: NeckSeries, step: Double
  ) -> (low: Double?, high: Double?) {
    // Whether a frame counts or not, what its pose leaves open is nothing that was seen.
    let seen = series.poses.indices.compactMap { frame -> (frame: Int, angle: Double, margin: Double)? in
      guard let pose = series.poses[frame], let angles = orientation.angles[frame] else { return nil }
      let deviation = orientation.deviation(pose, at: angles, about: task.movement)
      let margin = max(rules.repeats.sameEnd, range.tolerance, Self.marginDeviations * deviation)
      return (frame, angles[task.movement], margin)
    }
    let beyond = { (end: RangeEnd, sign: Double) -> Double? in
      guard let level = range.mean(end.plateaus)?.value else { return nil }
      let farther = seen.map { ($0.frame, sign * ($0.angle - level), $0.margin) }.filter { $0.1 > $0.2 }
      let (runs, _) = MotionSignal.runs(farther.map(\.0), series.times, step, rules.filters.longestGap)
      let held = Set(runs.filter { isHeld($0, series.times) }.flatMap(\.self))
      return farther.filter { held.contains($0.0) }.map(\.1).max()
    }
    return (beyond(range.lower, -1), beyond(range.upper, 1))
  }

  /// Whether frames in a row last as long as a plateau.
  private func isHeld(_ run: [Int], _ times: [Double]) -> Bool {
    run.count >= rules.repeats.leastFrames && times[run[run.count - 1]] - times[run[0]] >= rules.repeats.seconds - 1e-6
  }

  /// How many deviations of its pose a frame must lie beyond an end.
  private static let marginDeviations = 3.0

  /// Where zero is by the frames that count so far, and the angles against it.
  private func zeroed(_ series: NeckSeries, _ zero: NeckZero) -> (NeckNeutral?, NeckOrientation?) {
    let rests = NeckRest.all(series, task.movement, rules, neck)
    let neutral =
      if case .frame(let frame) = zero {
        NeckNeutral(frame: frame, rests: rests, neck)
      } else {
        NeckNeutral(rests: rests, neck)
      }
    return (neutral, neutral.flatMap { NeckOrientation(series, $0, task.movement, isSquare: zero == .square) })
  }

  /// Marks frames whose pose is too uncertain for the movement's angle. What it leaves open about other axes does not matter:
  /// the torso's right comes first among the axes, so that an error about it is one of flexion alone. Where the head surely
  /// leans too far, that is the reason.
  ///
  /// - Returns: whether there are such frames.
  private func markUncertain(_ orientation: NeckOrientation, _ series: inout NeckSeries) -> Bool {
    var isAny = false
    for i in series.poses.indices {
      guard let pose = series.poses[i], let angles = orientation.angles[i], series.reasons[i] == nil,
        !leansTooFar(pose, angles, orientation)
      else { continue }
      if !(orientation.deviation(pose, at: angles, about: task.movement) <= neck.frames.mostPoseDeviation) {
        (series.reasons[i], isAny) = (.uncertainPose, true)
      }
    }
    return isAny
  }

  /// Whether a head surely leans too far for the other two angles to be told apart.
  private func leansTooFar(_ pose: NeckSeries.Pose, _ angles: HeadAngles, _ orientation: NeckOrientation) -> Bool {
    abs(angles.lateral) > neck.frames.mostLateral
      && orientation.deviation(pose, at: angles, about: .lateral) <= neck.frames.mostPoseDeviation
  }

  /// Marks frames in which the head leans too far for the other two angles.
  ///
  /// - Returns: whether it did so for as long as a plateau lasts: an end may be hidden there.
  private func markGimbal(_ orientation: NeckOrientation, _ series: inout NeckSeries) -> Bool {
    var (since, isLong) = (Double?.none, false)
    for i in series.poses.indices {
      guard let pose = series.poses[i], let angles = orientation.angles[i], series.reasons[i] == nil else { continue }
      guard leansTooFar(pose, angles, orientation) else {
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
