/// By what a recording's depth is taken to be filtered, and what is left out then.
///
/// The limits were chosen on the seven sets of frames that they were judged on: Docs/methods/depth-filters.md.
public struct DepthFilteringConstants: Sendable, Equatable {
  /// The number of frames that are looked at, consecutive ones in the middle of the recording.
  ///
  /// Evidence: chosen for speed: Docs/methods/depth-filters.md has the spread of the figures with it.
  public let frames = 8
  /// Depth farther than this is not looked at, metres.
  ///
  /// Evidence: a head is scanned from nearer; the limits below were set with it, Docs/methods/depth-filters.md.
  public let reach = 0.6
  /// The least step in depth that counts as the outline of something nearer, metres.
  ///
  /// Evidence: the limits below were set with it, Docs/methods/depth-filters.md.
  public let leastJump = 0.06
  /// The largest share of outlines that may be bridged.
  ///
  /// Evidence: none of an unfiltered recording, 0.07 to 0.92 of a filled one, Docs/methods/depth-filters.md.
  public let mostBridged = 0.05
  /// The fewest outlines from which that is told.
  ///
  /// Evidence: assumed: two of 40 are one in twenty; no measurement behind it.
  public internal(set) var fewestOutlines = 40
  /// The most that the noise of consecutive frames may be alike beyond that of frames four apart, a correlation.
  ///
  /// Evidence: at most 0.053 unfiltered, at least 0.090 averaged in time, Docs/methods/depth-filters.md.
  public let mostPersistence = 0.075
  /// The least noise over two pixels as a share of that over eight.
  ///
  /// Evidence: at least 0.30 unfiltered, at most 0.24 smoothed widely, Docs/methods/depth-filters.md.
  public let leastFineNoise = 0.25
  /// The same where outlines are bridged: who fills holes often smooths too.
  ///
  /// Evidence: 0.43 to 0.54 with holes filled alone, 0.23 to 0.38 smoothed and averaged too, Docs/methods/depth-filters.md.
  public let leastFilledNoise = 0.4
  /// The least noise over four pixels, in units of what rounding to the steps of the file alone gives.
  ///
  /// Evidence: at least 2.4 unfiltered, at most 1.5 smoothed widely, Docs/methods/depth-filters.md.
  public let leastSteps = 1.7
  /// Steps of the file above this hide the noise of usual sensors, and with it an average in time; metres.
  ///
  /// Evidence: noise of 0.3 to 0.5 mm at 30 cm, Docs/methods/depth-filters.md; the number itself is assumed.
  public let coarsestStep = 0.0005
  /// The largest difference of neighbours that is kept where outlines are bridged, as a share of depth.
  ///
  /// Evidence: 0.75 to 6 % gave the same within 0.05 mm, Docs/methods/depth-filters.md.
  public let rampSlope = 0.015
  /// The same times the focal length in pixels, which holds where pixels lie farther apart.
  ///
  /// Evidence: derived: a surface seen under 83.6°, as the share above is at 640 × 480 pixels.
  public let rampSlopePixels = 9.0

  /// The defaults.
  public init() {}
}
