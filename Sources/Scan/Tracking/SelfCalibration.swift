public import Geometry
import Markers

/// What the recording says about its own sensor, shared by all frames.
public struct SelfCalibration: Sendable, Equatable {
  /// The true focal length over the recording's.
  public var focalScale: Estimate
  /// Its relative standard deviation by the images alone, whatever the recording's is worth; nil where it was not estimated.
  public var focalByImages: Double?
  /// How many standard deviations the focal length by the images alone is off the recording's, where that is sound; nil where
  /// it was not estimated.
  public var focalMiss: Double?
  /// What the radial coefficients k₁ and k₂ of the colour camera's lens are more than the recording says.
  public var lens: [Estimate]
  /// The factor by which measured depth is too short.
  public var depthScale: Estimate
  /// What is added to measured depth over the image, in metres: the first coefficients of a ``DepthField``.
  public var depthField: [Estimate]
  /// How much later than its timestamp depth was taken, in seconds, relative to the colour image of the same frame.
  public var timeOffset: Estimate
  /// The standard deviation of a refined corner in pixels, seen straight on, as the recording shows it; nil where it shows
  /// none.
  public var cornerSigma: Double?
  /// χ² with two degrees of freedom of a lens that the recording does not state; nil where none was looked for.
  public var lensSignificance: Double?
  /// What the lens leaves open: one that was estimated by its deviations, one that was held by what it may be.
  public var lensEffect = LensEffect.none
  /// The relative standard deviation of the map's size, by all that the adjustment leaves open together: print, depth, focal
  /// length, a lens that was estimated; nil where none was found. What these leave open depends on each other, since all of
  /// them have to agree with the print.
  public var sizeSigma: Double?
  /// How many of their standard deviations print and depth differ by in the head's size.
  public var scaleTension = 0.0

  /// The factor by which deviations of the scale are too small where print and depth disagree (Birge 1932).
  public var scaleWidening: Double { max(1, scaleTension) }

  /// The depth scale with its deviation widened by that factor.
  public var depthScaleWidened: Estimate {
    .init(depthScale.value, sigma: scaleWidening * depthScale.sigma)
  }

  /// The degree of the depth field in the adjustment.
  static let fieldDegree = 3
  static let fieldTerms = DepthField.terms(degree: fieldDegree)
  /// The number of the lens's coefficients.
  static let lensTerms = 2

  /// What is added to depth in the middle of the image, in metres.
  public var depthOffset: Estimate { depthField[0] }

  /// A calibration that changes nothing and was not estimated.
  public static let none = SelfCalibration(
    focalScale: .init(1, sigma: 0), lens: Array(repeating: .init(0, sigma: 0), count: lensTerms),
    depthScale: .init(1, sigma: 0),
    depthField: Array(repeating: .init(0, sigma: 0), count: fieldTerms),
    timeOffset: .init(0, sigma: 0))

  /// Whether a lens was found that the recording does not state.
  public var hasLens: Bool { lens.contains { $0.value != 0 } }

  /// A colour camera with focal length and lens corrected.
  public func corrected(_ camera: Camera) -> Camera {
    var camera = camera
    camera.fx *= focalScale.value
    camera.fy *= focalScale.value
    if hasLens {
      var lens = camera.lens ?? Lens(radial: [])
      for (k, estimate) in self.lens.enumerated() { lens.radial[k] += estimate.value }
      camera.lens = lens
    }
    return camera
  }

  /// The cameras of a frame, corrected. Depth that lies in the colour camera's image shares its optics; a depth
  /// camera of its own keeps its factory's.
  public func corrected(_ cameras: CameraPair) -> CameraPair {
    CameraPair(
      color: corrected(cameras.color), depth: cameras.shareView ? corrected(cameras.depth) : cameras.depth,
      colorFromDepth: cameras.colorFromDepth)
  }
}

extension SelfCalibration {
  /// The correction of depth that the adjustment found.
  var depthCorrection: DepthCorrection {
    DepthCorrection(scale: depthScale.value, field: DepthField(depthField.map(\.value)))
  }

  /// A marker's corners in the colour camera's frame, with depth and focal length corrected, metres; nil without depth.
  func corners(of marker: MarkerObservation, _ cameras: CameraPair) -> [Vector3]? {
    guard let metric = marker.metric else { return nil }
    let (camera, correction) = (corrected(cameras.color), depthCorrection)
    return (0..<4).map { k in
      let place = cameras.depthPlace(of: marker.corners[k], at: metric.points[k])
      return camera.ray(marker.corners[k]) * correction.corrected(metric.points[k].z, at: place)
    }
  }
}

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

  /// Below this relative standard deviation, by the images alone, a focal length is excluded that is off by 3 %, which would
  /// make markers look that much too large. Assumed: three deviations.
  private static let focalExclusion = 0.01

  /// Whether the images exclude a focal length that would explain markers of another size than their print.
  public var excludesWrongFocalLength: Bool {
    verdict() != .suspect && focalByImages.map { $0 < Self.focalExclusion } ?? false
  }

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
