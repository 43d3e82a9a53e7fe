/// What tracking assumes of the recording.
public struct TrackingOptions: Sendable, Equatable {
  /// A frame needs this many markers that agree.
  public var fewestMarkers = 2
  /// The standard deviation of a refined corner in pixels, seen straight on.
  public var pixelSigma = 0.12
  /// The part of the depth's error that neighbouring pixels share, in metres, seen straight on.
  public var depthFloor = 0.0015
  /// How far the printed size may be off as a whole, relative: print, cloth and detection.
  public var printSigma = 0.004
  /// The radius of the head in metres, on which chords between corners are shorter than the print; nil for that of the
  /// sphere through the markers.
  public var headRadius: Double?
  /// Priors on the shared unknowns as standard deviations; 0 holds one fixed. Relative.
  public var focalScalePrior = 0.03
  /// Relative.
  public var depthScalePrior = 0.004
  /// In metres.
  public var depthOffsetPrior = 0.0015
  /// Of each term of the depth field where it matters, halfway between the middle and the border of the image, in metres.
  public var depthFieldPrior = 0.001
  /// In seconds.
  public var timeOffsetPrior = 0.02
  /// The map is made from about this many frames; the others only get a pose from it.
  public var mostKeyframes = 200
  /// The most iterations of an adjustment.
  public var iterations = 20
  /// An adjustment ends when its cost falls by less than this share.
  public var tolerance = 1e-5
  /// A sighting whose corners are off by more than this on average is not rigid with the cap, in pixels.
  public var reprojectionLimit = 1.0
  /// The same for depth, in metres.
  public var depthLimit = 0.004

  /// The defaults.
  public init() {}

  /// Options for an adjustment that only has to tell outliers.
  var rough: TrackingOptions {
    var options = self
    options.tolerance = 1e-3
    return options
  }

  /// Holds every shared unknown at its value.
  mutating func fixCalibration() {
    (focalScalePrior, depthScalePrior, depthOffsetPrior, depthFieldPrior, timeOffsetPrior) = (0, 0, 0, 0, 0)
  }
}
