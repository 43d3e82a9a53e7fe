public import Files

/// How two scans of a head are compared, and when they are taken for one head.
public struct ComparisonOptions: OptionTable {
  /// The fit of the surfaces.
  public let fit = SurfaceFitConstants()
  /// The number of directions from the middle of the ears in which a surface gives a point of the fit.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let directions = 4000
  /// The share of a sphere within which a change of shape is one.
  ///
  /// Evidence: Docs/methods/comparison.md (Aligning B with A): a cap of 30° about a direction; the number itself is assumed.
  public let independentShare = (1 - 0.8660254) / 2
  /// No landmark is taken to be known better than to this standard deviation along each axis, metres.
  ///
  /// Evidence: Docs/methods/comparison.md (Aligning B with A); the number itself is assumed.
  public let leastLandmarkDeviation = 0.0003
  /// Where the vault begins above the base plane, as a share of the vertex height.
  ///
  /// Evidence: Docs/methods/comparison.md (Aligning B with A): ears and brow end below it; the number itself is assumed.
  public let vaultStart = 0.3
  /// The lengths of the later scan over those of the earlier one that are possible on one head.
  ///
  /// Evidence: assumed: from birth to two years a head grows by 1.4; no measurement behind it.
  public internal(set) var plausibleGrowth = 0.7...1.43
  /// The root mean square distance at one size above which a remark is made, metres.
  ///
  /// Evidence: Docs/evaluation/comparison.md (One head, or two?).
  public let usualResidual = 0.0010
  /// The root mean square distance at one size above which two scans are not taken for one head, metres.
  ///
  /// Evidence: Docs/evaluation/comparison.md (One head, or two?).
  public var largestResidual = 0.0015
  /// A head is called smaller where it has shrunk by two standard deviations, of which none is taken below this share.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastGrowthDeviation = 0.01
  /// Landmarks that lie this much apart where the surfaces agree are reported, metres.
  ///
  /// Evidence: Docs/methods/comparison.md (What is refused, what is noted); the number itself is assumed.
  public let landmarkShift = 0.006
  /// Landmarks that are turned this much against each other where the surfaces agree are reported, degrees.
  ///
  /// Evidence: Docs/methods/comparison.md (What is refused, what is noted); the number itself is assumed.
  public let landmarkTurnDegrees = 5.0
  /// A change of side of the CVAI is reported from this change of the signed CVAI on, percentage points.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let sideChange = 0.5
  /// The share of the volume from which on what the base plane accounts for matters.
  ///
  /// Evidence: Docs/methods/comparison.md (How the base plane affects a change of volume); the number itself is assumed: 1.5 mm at a vertex height of 150 mm.
  public let basePlaneShare = 0.01

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<ComparisonOptions>] = [
    .number("largest_residual_m", \.largestResidual, 1e-5...0.02)
  ]
}

/// How a surface is fitted to another one with a scale.
public struct SurfaceFitConstants: Sendable, Equatable {
  /// Points farther than this from the surface take no part, metres.
  ///
  /// Evidence: Docs/methods/comparison.md (What is refused, what is noted); the number itself is assumed.
  public let reach = 0.04
  /// The least standard deviation of a place, metres: nothing is weighted down for less.
  ///
  /// Evidence: Docs/methods/comparison.md (Aligning B with A); the number itself is assumed.
  public let noise = 0.00005
  /// The most steps.
  ///
  /// Evidence: assumed: far more than a fit takes; no measurement behind it.
  public let iterations = 200
  /// The fewest points with a counterpart.
  ///
  /// Evidence: assumed: seven unknowns with room; no measurement behind it.
  public let fewestPoints = 20
  /// The least share of the points that must find a counterpart.
  ///
  /// Evidence: assumed: a majority; no measurement behind it.
  public let leastMatched = 0.5
  /// The largest turn of a step, radians.
  ///
  /// Evidence: assumed: 5°, within which counterparts mean something; no measurement behind it.
  public let largestTurn = 0.09
  /// The largest shift of a step, metres.
  ///
  /// Evidence: assumed: as for the turn.
  public let largestShift = 0.01
  /// The largest change of the scale in a step, as a share.
  ///
  /// Evidence: assumed: as for the turn.
  public let largestGrowth = 0.05
  /// A fit that still moves is taken where its residual is below this, metres.
  ///
  /// Evidence: assumed: the last steps of a good fit swing between counterparts; no measurement behind it.
  public let largestOpenResidual = 0.01

  /// The defaults.
  public init() {}
}
