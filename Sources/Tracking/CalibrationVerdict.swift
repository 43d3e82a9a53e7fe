/// What self-calibration says of a recording's sensor.
public enum CalibrationVerdict: String, Sendable, CaseIterable {
  /// The recording's intrinsics and timestamps hold.
  case ok
  /// They don't, and what is right was found and used instead.
  case corrected
  /// Something is wrong that can't be put right: nothing may be measured.
  case suspect
  /// The recording can't tell.
  case unknown
}

extension SelfCalibration {
  /// A focal length known less well, relative, is no knowledge: 1 % is what separates good devices from bad ones.
  static let focalKnowledge = 0.004
  /// A relative deviation of the focal length that need not be told apart from none: devices of one kind differ by 0.4 %.
  static let focalTolerance = 0.0075
  /// Larger deviations are no sensor's: they come from intrinsics of another image size or camera.
  static let focalLimit = 0.12
  /// The same for the delay between colour and depth, in seconds: 0.5 mm at a speed of 0.1 m/s.
  public static let delayTolerance = 0.005
  /// A longer delay can't be put right, in seconds: with images paired two frames off (67 ms), of which 63 ms were found, CVAI
  /// was off by 0.8 all the same.
  static let delayLimit = 0.045
  /// The same for the depth offset, in metres: 0.4 % of 30 cm, as for the focal length; sound scans show up to 0.9 mm.
  static let depthTolerance = 0.0012
  /// The largest correction of depth that is taken for a sensor's, in metres; devices are off by 0.4 to 3 mm.
  static let depthLimit = 0.005

  /// The verdict on focal length, depth and delay.
  public var verdict: CalibrationVerdict {
    if abs(focalScale.value - 1) > Self.focalLimit || abs(depthOffset.value) > Self.depthLimit || isTooLate {
      return .suspect
    }
    guard focalScale.sigma > 0, focalScale.sigma < Self.focalKnowledge else { return .unknown }
    let isDelayed = abs(timeOffset.value) > max(Self.delayTolerance, 3 * timeOffset.sigma)
    let isScaled = abs(focalScale.value - 1) > max(Self.focalTolerance, 3 * focalScale.sigma)
    return isDelayed || isScaled || isOffset ? .corrected : .ok
  }

  /// Whether depth comes so much later or earlier than its timestamps say that it can't be put right.
  public var isTooLate: Bool { abs(timeOffset.value) > Self.delayLimit }

  /// Whether depth is off in the middle of the image by more than need be taken for none.
  public var isOffset: Bool { abs(depthOffset.value) > max(Self.depthTolerance, 3 * depthOffset.sigma) }

  /// The factor by which sizes measured in depth change when it is corrected, at a depth in metres.
  public func sizeFactor(atDepth depth: Double) -> Double {
    (depthScale.value + depthOffset.value / depth) / focalScale.value
  }
}
