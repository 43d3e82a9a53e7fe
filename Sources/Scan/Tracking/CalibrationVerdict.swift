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
  /// The largest relative standard deviation of the focal length that counts as known. Assumed: 1 % separates good
  /// devices from bad ones.
  private static let focalKnowledge = 0.004
  /// A relative deviation of the focal length that is taken for none. Devices of one kind differ by 0.4 %,
  /// Docs/methods/uncertainty.md; the factor on it is assumed.
  private static let focalTolerance = 0.0075
  /// The largest relative deviation of the focal length: larger ones come from intrinsics of another image size or
  /// camera. Assumed.
  private static let focalLimit = 0.12
  /// A delay between colour and depth that is taken for none, seconds. Derived: 0.5 mm at a speed of 0.1 m/s.
  package static let delayTolerance = 0.005
  /// The longest delay that can be corrected, seconds. See Docs/decisions/tracking.md (A delay of two frames is
  /// refused).
  private static let delayLimit = 0.045
  /// A depth offset that is taken for none, metres. Derived: 0.4 % of 30 cm, as for the focal length; sound scans show
  /// up to 0.9 mm.
  private static let depthTolerance = 0.0012
  /// The largest correction of depth that is taken for a sensor's, metres. Devices are off by 0.4 to 3 mm,
  /// Docs/evaluation/calibration.md (Depth); the limit itself is assumed.
  public static let depthLimit = 0.005
  /// The number of standard deviations by which a value must differ from none. Convention: 99.7 % of a normal
  /// distribution.
  private static let significance = 3.0
  /// The most standard deviations by which print and depth may contradict each other. See Docs/decisions/tracking.md
  /// (Three deviations between print and depth withhold lengths).
  public static let largestTension = 3.0

  /// The verdict on focal length, depth and delay.
  public func verdict(depthLimit: Double = depthLimit) -> CalibrationVerdict {
    let isFar = abs(focalScale.value - 1) > Self.focalLimit || abs(depthOffset.value) > depthLimit
    if isFar || isTooLate {
      return .suspect
    }
    guard focalScale.sigma > 0, focalScale.sigma < Self.focalKnowledge else { return .unknown }
    let isDelayed = abs(timeOffset.value) > max(Self.delayTolerance, Self.significance * timeOffset.sigma)
    let isScaled = abs(focalScale.value - 1) > max(Self.focalTolerance, Self.significance * focalScale.sigma)
    return isDelayed || isScaled || isOffset ? .corrected : .ok
  }

  /// Whether depth is later or earlier than its timestamps by more than can be corrected.
  public var isTooLate: Bool {
    abs(timeOffset.value) > Self.delayLimit
  }

  /// Whether depth in the middle of the image is off by more than the tolerance.
  public var isOffset: Bool {
    abs(depthOffset.value) > max(Self.depthTolerance, Self.significance * depthOffset.sigma)
  }

  /// The factor by which sizes measured in depth change when it is corrected, at a depth in metres.
  public func sizeFactor(atDepth depth: Double) -> Double {
    (depthScale.value + depthOffset.value / depth) / focalScale.value
  }
}
