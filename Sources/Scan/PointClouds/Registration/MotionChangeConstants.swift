import Geometry

/// How a surface is cut into patches, and how a motion of later views against it is looked for.
public struct MotionChangeConstants: Sendable, Equatable {
  /// How far from the surface points are read, metres.
  ///
  /// Evidence: Docs/methods/slips.md (Detecting a slip); the number itself is assumed.
  public let reach = 0.008
  /// The edge of the cubes that make patches, metres.
  ///
  /// Evidence: Docs/methods/slips.md (Detecting a slip); the number itself is assumed.
  public let patch = 0.004
  /// The least cosine between a point's normal and that of its patch.
  ///
  /// Evidence: assumed: 45°; no measurement behind it.
  public let leastCosine = 0.7
  /// The fewest views on either side of a moment.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestViews = 5
  /// The number of blocks of time that count as independent.
  ///
  /// Evidence: Docs/methods/slips.md (Detecting a slip), after Liang & Zeger 1986; the number itself is assumed.
  public let blocks = 24
  /// The least standard deviation of a turn, degrees.
  ///
  /// Evidence: assumed: few blocks know some directions too well; no measurement behind it.
  public let leastAngleDegrees = 0.05
  /// The least standard deviation of a shift, metres.
  ///
  /// Evidence: assumed: as for the turn.
  public let leastShift = 0.00005
  /// The distance of a head's surface from its middle, by which angles and shifts are compared, metres.
  ///
  /// Evidence: assumed: an infant's at half a year.
  public let headRadius = UsualHead.radius
  /// The error of a patch in a typical scan, metres; it only matters where the patches leave the motion open.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let patchNoise = 0.0005
  /// The number of neighbouring patches that err together.
  ///
  /// Evidence: Docs/evaluation/tracking.md (Recovered frames): patches of 30 mm are independent, of 4 mm each.
  public let neighbours = 56.0
  /// The prior of a turn, standard deviation in radians.
  ///
  /// Evidence: assumed: 10°; it only matters where the patches leave the motion open.
  public let turnPrior = 0.17
  /// The prior of a shift, standard deviation in metres.
  ///
  /// Evidence: assumed: it only matters where the patches leave the motion open.
  public let shiftPrior = 0.01
  /// The prior of the common offset of all patches, standard deviation in metres.
  ///
  /// Evidence: the offset itself: Docs/evaluation/slips.md (Slips of the whole cap); the number is assumed.
  public let offsetPrior = 0.0005
  /// Points nearer than this count as lying on the surface when the two parts of a scan are joined, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let nearness = 0.001
  /// Multiples of the first estimate from which the two parts of a scan are joined.
  ///
  /// Evidence: an estimate from a blurred surface is too small, Docs/decisions/tracking.md (A scan that slipped is split before the slip is measured); the multiples are assumed.
  public let multiples = [1, 2, 3.5]

  /// The defaults.
  public init() {}
}
