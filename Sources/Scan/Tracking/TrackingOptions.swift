public import Geometry
public import Files

/// What tracking assumes of the recording.
public struct TrackingOptions: OptionTable {
  /// The fewest markers that must agree in a frame.
  ///
  /// Evidence: assumed: one marker alone leaves the pose open to a flip; no measurement behind it.
  public var fewestMarkers = 2
  /// The least standard deviation of a refined corner in pixels, seen straight on; a recording whose corners scatter by more
  /// is adjusted with what they do.
  ///
  /// Evidence: Docs/decisions/tracking.md (Corners are where edges meet): 0.08 to 0.15 px on the practice scans.
  public var pixelSigma = 0.12
  /// The most that corners are believed to scatter by.
  ///
  /// Evidence: assumed: no measurement behind it.
  var mostPixelSigma = 0.6
  /// The part of the depth's error that neighbouring pixels share, in metres, seen straight on.
  ///
  /// Evidence: Docs/decisions/tracking.md (With corners right, priors can say what is known): 0.5, 1 and 1.5 mm were compared.
  public var depthFloor = 0.0015
  /// How far the printed size may be off as a whole, relative: print, cloth and detection.
  ///
  /// Evidence: Docs/decisions/tracking.md (Sides with a spoilt corner are left out): 0.3 and 0.4 % were compared.
  public var printSigma = 0.004
  /// The radius of the head in metres, on which chords between corners are shorter than the print; nil for that of the
  /// sphere through the markers.
  ///
  /// Evidence: found from the markers; Docs/decisions/tracking.md (With corners right, priors can say what is known).
  public var headRadius: Double?
  /// The prior of the focal length's scale where the stated one is wrong, standard deviation; 0 holds it fixed.
  ///
  /// Evidence: Docs/methods/tracking.md (The focal length): devices are off by up to 6 %; the number itself is assumed.
  public var focalScalePrior = 0.03
  /// What is believed of the logarithm of the focal length's scale, and held; nil where it is to be found.
  var believedFocal: Estimate?
  /// The least odds of a lens against none at which one is believed that the recording does not state. Assumed.
  var leastLensOdds = 2.0
  /// What is known of the device from before; nil where it is not.
  public var device: SensorPrior?
  /// How far a corner may be from the place that the map has for it, standard deviation in metres; 0 where nothing is known of
  /// that.
  var cornerPrior = 0.0
  /// The priors of the lens's coefficients; zeros hold it fixed.
  var lensPriors = [0.0, 0.0]
  /// The prior of the depth's scale, standard deviation; 0 holds it fixed.
  ///
  /// Evidence: Docs/decisions/tracking.md (Sides with a spoilt corner are left out): 0.3, 0.4 and 0.5 % were compared.
  public var depthScalePrior = 0.004
  /// The prior of the depth's offset, standard deviation in metres; 0 holds it fixed.
  ///
  /// Evidence: Docs/decisions/tracking.md (The depth offset stays uncertain): 1.5 and 2 mm were compared.
  public var depthOffsetPrior = 0.0015
  /// The prior of each term of the depth field where it matters, halfway between the middle and the border of the image, in metres.
  ///
  /// Evidence: Docs/decisions/tracking.md (A depth field): true terms are up to 1.3 mm there.
  public var depthFieldPrior = 0.001
  /// The prior of the delay of depth, standard deviation in seconds; 0 holds it fixed.
  ///
  /// Evidence: Docs/methods/tracking.md (Self-calibration); the number itself is assumed.
  public var timeOffsetPrior = 0.02
  /// The number of frames from which the map is made; the others only get a pose from it.
  ///
  /// Evidence: Docs/decisions/tracking.md (Keyframes, and the rest resected): 200 and all frames were compared.
  public var mostKeyframes = 200
  /// The most iterations of an adjustment.
  ///
  /// Evidence: assumed: no measurement behind it.
  var iterations = 20
  /// An adjustment ends when its cost falls by less than this share.
  ///
  /// Evidence: assumed: no measurement behind it.
  var tolerance = 1e-5
  /// A sighting whose corners are off by more than this on average is not rigid with the cap, in pixels.
  ///
  /// Evidence: assumed: eight times a corner's deviation; no measurement behind it.
  public var reprojectionLimit = 1.0
  /// A sighting whose depth is off by more than this on average is not rigid with the cap, in metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var depthLimit = 0.004

  /// The defaults.
  public init() {}

  /// Whether an adjustment only has to find outliers.
  var isRough = false

  /// The options with the print's size held less firmly, where print and depth contradict each other by that many of their
  /// standard deviations. Depth keeps its prior: without any hold on the scale, a map that shrinks has smaller residuals.
  func wideningPrint(by tension: Double) -> TrackingOptions {
    var wide = self
    wide.printSigma *= max(1, tension)
    return wide
  }

  /// The prior of the depth's scale, and its standard deviation.
  var depthScaleMean: Double { device?.depthScale.value ?? 1 }
  var depthScaleSigma: Double { device?.depthScale.sigma ?? depthScalePrior }

  /// Holds every shared unknown at its value.
  mutating func fixCalibration() {
    device = nil
    lensPriors = [0, 0]
    (focalScalePrior, depthScalePrior, depthOffsetPrior, depthFieldPrior, timeOffsetPrior) = (0, 0, 0, 0, 0)
  }

  public static let table: [OptionEntry<TrackingOptions>] = [
    .count("fewest_markers", \.fewestMarkers, 1...100),
    .number("pixel_sigma_px", \.pixelSigma, 0.001...10),
    .number("depth_floor_m", \.depthFloor, 1e-5...0.1),
    .number("print_sigma", \.printSigma, 1e-5...0.5),
    .number("head_radius_m", \.headRadius, 0.02...1),
    .number("focal_scale_prior", \.focalScalePrior, 0...1),
    .number("depth_scale_prior", \.depthScalePrior, 0...1),
    .number("depth_offset_prior_m", \.depthOffsetPrior, 0...0.1),
    .number("depth_field_prior_m", \.depthFieldPrior, 0...0.1),
    .number("time_offset_prior_s", \.timeOffsetPrior, 0...1),
    .count("most_keyframes", \.mostKeyframes, 2...100_000),
    .number("reprojection_limit_px", \.reprojectionLimit, 0.05...100),
    .number("depth_limit_m", \.depthLimit, 1e-4...0.2),
  ]
}

/// What is known of a device's sensor before a scan, relative to cameras whose focal length and lens are the device's already.
public struct SensorPrior: Sendable, Equatable {
  /// The standard deviation of the focal length, relative.
  public let focalSigma: Double
  /// Those of k₁ and k₂ about the cameras' lens.
  public let lensSigmas: [Double]
  /// The factor by which measured depth is too short.
  public let depthScale: Estimate
  /// What is added to measured depth over the image, metres: the first coefficients of a ``DepthField``.
  public let depthField: [Estimate]

  /// Beyond so many standard deviations a scan contradicts it. Convention: 99.7 % of a normal distribution.
  public static let mostMiss = 3.0
  /// How many coefficients there are.
  public static let fieldTerms = SelfCalibration.fieldTerms

  /// A prior from its parts.
  public init(focalSigma: Double, lensSigmas: [Double], depthScale: Estimate, depthField: [Estimate]) {
    precondition(depthField.count == Self.fieldTerms && lensSigmas.count == SelfCalibration.lensTerms)
    self.lensSigmas = lensSigmas
    (self.focalSigma, self.depthScale, self.depthField) = (focalSigma, depthScale, depthField)
  }
}
