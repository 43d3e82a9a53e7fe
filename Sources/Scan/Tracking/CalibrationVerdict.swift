/// The verdict of self-calibration on a recording's sensor.
public enum CalibrationVerdict: String, Sendable, CaseIterable {
  /// The recording's intrinsics and timestamps hold.
  case ok
  /// They don't hold; the right values were found and are used instead.
  case corrected
  /// Something is wrong that can't be corrected: nothing may be measured.
  case suspect
  /// The recording does not determine it.
  case unknown
}

extension SelfCalibration {
  /// The verdict on focal length, depth and delay.
  public func verdict(_ options: VerdictConstants = VerdictConstants()) -> CalibrationVerdict {
    let isFar = abs(focalScale.value - 1) > options.focalLimit || abs(depthOffset.value) > options.depthLimit
    if isFar || isTooLate(options) {
      return .suspect
    }
    guard focalScale.sigma > 0, focalScale.sigma < options.focalKnowledge else { return .unknown }
    let isDelayed = abs(timeOffset.value) > max(options.delayTolerance, options.significance * timeOffset.sigma)
    let isScaled = abs(focalScale.value - 1) > max(options.focalTolerance, options.significance * focalScale.sigma)
    return isDelayed || isScaled || isOffset(options) ? .corrected : .ok
  }

  /// Whether depth is later or earlier than its timestamps by more than can be corrected.
  public func isTooLate(_ options: VerdictConstants = VerdictConstants()) -> Bool {
    abs(timeOffset.value) > options.delayLimit
  }

  /// Whether depth in the middle of the image is off by more than the tolerance.
  public func isOffset(_ options: VerdictConstants = VerdictConstants()) -> Bool {
    abs(depthOffset.value) > max(options.depthTolerance, options.significance * depthOffset.sigma)
  }

  /// The factor by which sizes measured in depth change when it is corrected, at a depth in metres.
  public func sizeFactor(atDepth depth: Double) -> Double {
    (depthScale.value + depthOffset.value / depth) / focalScale.value
  }
}
