/// What the verdict on a sensor takes for correct, corrected and wrong.
public struct VerdictConstants: Sendable, Equatable {
  /// The largest relative standard deviation of the focal length that counts as known.
  ///
  /// Evidence: assumed: 1 % separates good devices from bad ones; no measurement behind it.
  public let focalKnowledge = 0.004
  /// A relative deviation of the focal length that is taken for none.
  ///
  /// Evidence: devices of one kind differ by 0.4 %, Docs/methods/uncertainty.md; the factor on it is assumed.
  public let focalTolerance = 0.0075
  /// The largest relative deviation of the focal length: larger ones come from intrinsics of another image size or camera.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let focalLimit = 0.12
  /// A delay between colour and depth that is taken for none, seconds.
  ///
  /// Evidence: derived: 0.5 mm at a speed of 0.1 m/s.
  public let delayTolerance = 0.005
  /// The longest delay that can be corrected, seconds.
  ///
  /// Evidence: Docs/decisions/tracking.md (A delay of two frames is refused).
  public let delayLimit = 0.045
  /// A depth offset that is taken for none, metres.
  ///
  /// Evidence: derived: 0.4 % of 30 cm, as for the focal length; sound scans show up to 0.9 mm.
  public let depthTolerance = 0.0012
  /// The largest correction of depth that is taken for a sensor's, metres.
  ///
  /// Evidence: devices are off by 0.4 to 3 mm, Docs/evaluation/calibration.md (Depth); the limit itself is assumed.
  public internal(set) var depthLimit = 0.005
  /// The most standard deviations by which print and depth may contradict each other.
  ///
  /// Evidence: Docs/decisions/tracking.md (Three deviations between print and depth withhold lengths).
  public let largestTension = 3.0
  /// The number of standard deviations by which a value must differ from none.
  ///
  /// Evidence: convention: 99.7 % of a normal distribution.
  public let significance = 3.0

  /// The defaults.
  public init() {}
}

/// The depth field in more detail than in the adjustment.
public struct DepthFieldConstants: Sendable, Equatable {
  /// How far the field may be off the cubic, standard deviation in metres.
  ///
  /// Evidence: Docs/decisions/tracking.md (The field in detail, after the adjustment): 0.3 and 0.5 mm were compared.
  public let detail = 0.0005
  /// The standard deviation of a corner's depth straight on, metres.
  ///
  /// Evidence: Docs/decisions/tracking.md (The field in detail, after the adjustment): 0.3, 0.6 and 1.2 mm were compared.
  public let noise = 0.0006
  /// The largest difference of a corner's depth that is taken for the field's, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let farthest = 0.002

  /// The defaults.
  public init() {}
}

/// Markers that leave their place on the cap.
public struct MovedMarkerConstants: Sendable, Equatable {
  /// The least shift of a marker that counts as a move, metres.
  ///
  /// Evidence: depth at grazing angles shifts sightings by up to a millimetre; the number itself is assumed. False alarms: Docs/evaluation/tracking.md (Markers that move).
  public let leastShift = 0.003
  /// The least turn of a marker that counts as a move, radians.
  ///
  /// Evidence: assumed: 17°; no measurement behind it.
  public let leastTurn = 0.3
  /// The least shift or turn in standard deviations of a single sighting.
  ///
  /// Evidence: convention: 99.7 % of a normal distribution.
  public let significance = 3.0
  /// The fewest sightings on either side of the moment.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewest = 4
  /// A frame takes part from this many markers on: of fewer, one that moved takes the pose with it.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestMarkers = 3
  /// The arm by which a turn counts as a shift, metres.
  ///
  /// Evidence: assumed: about half a marker's diagonal.
  public let turnArm = 0.01
  /// The most moments that are tried before the best one is looked at closely.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostSplits = 160

  /// The defaults.
  public init() {}
}

/// When a marker that only one frame shows is taken for one of the cap's: where it lies as the next piece of the same cloth.
public struct LoneMarkerConstants: Sendable, Equatable {
  /// The least distance from the nearest marker of the cap, in sides of the marker: nearer, it lies on top of that one.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastDistance = 0.8
  /// The largest distance from it, metres: no farther than a cap's markers are apart.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostDistance = 0.045
  /// The tightest radius that a part of a vault has, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let tightestRadius = 0.04
  /// How far off the surface that goes on from the nearest marker it may lie, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostLift = 0.003
  /// How far it may be turned beyond what that radius explains, radians.
  ///
  /// Evidence: assumed: 17°; no measurement behind it.
  public let mostTurn = 0.3

  /// The defaults.
  public init() {}
}

/// Parts of the cap that slide over the rest.
public struct PartSlipConstants: Sendable, Equatable {
  /// The most slips that are looked for.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostSlips = 3
  /// The time before and after the moment whose sightings are not used, seconds.
  ///
  /// Evidence: assumed: all simulated slides take half a second.
  public let margin = 0.5
  /// The fewest pairs of markers that must change.
  ///
  /// Evidence: Docs/evaluation/slips.md (Slides of a part): at most two in sound scans, seven and more in slides of 2 mm.
  public let fewestPairs = 3
  /// The most rounds in which the moment is looked for.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostRounds = 4
  /// The fewest markers of a part.
  ///
  /// Evidence: assumed: one alone is a marker that moved.
  public let fewestSlid = 2
  /// The fewest markers of the rest.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestStill = 4
  /// Markers of two maps agree within this on average over their corners, metres.
  ///
  /// Evidence: maps of halves of sound scans do within 0.2 mm; the number itself is assumed.
  public let tolerance = 0.0012
  /// The least shift of a part, metres.
  ///
  /// Evidence: Docs/evaluation/slips.md (Slides of a part): 2 mm were the least that was tried.
  public let leastShift = 0.0018
  /// The least ratio of its shift to the residual of the rest.
  ///
  /// Evidence: the rest disagrees by 0.2 to 0.5 mm, Docs/methods/slips.md (A part of the cap); the factor is assumed.
  public let leastRatio = 4.0
  /// The ratio of its two residuals from which a marker fits one place clearly better than the other.
  ///
  /// Evidence: Docs/decisions/tracking.md (A marker near the axis of a slide fits both positions).
  public let clearly = 2.0
  /// The fewest sightings of a pair on either side.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestSightings = 4
  /// Distances are clamped to this far from the pair's median, metres: a wrong corner must not outvote the others.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let farthest = 0.006
  /// The least standard deviation of a distance, metres: views from one side share the depth's error.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastSigma = 0.0005
  /// The least change of a pair's distance, metres.
  ///
  /// Evidence: chosen on the phantoms of Docs/evaluation/slips.md (Slides of a part).
  public let leastChange = 0.0012
  /// The least change in standard deviations of the difference of its means.
  ///
  /// Evidence: chosen on the phantoms of Docs/evaluation/slips.md (Slides of a part).
  public let leastSignificance = 4.0
  /// A distance of a pair that is so far from the pair's usual one is another, metres.
  ///
  /// Evidence: Docs/methods/slips.md (Two heads): at most one pair of 228 in sound scans.
  public let splitDistance = 0.003
  /// The share of a pair's sightings that must show another distance.
  ///
  /// Evidence: the same.
  public let splitSightings = 0.1
  /// Fewer triples of markers with more than one distance between all of them tell nothing, each counted from its three.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestSplit = 9
  /// The largest share of closed triples among those with two distances that have more than one value.
  ///
  /// Evidence: Docs/methods/slips.md (Two heads): 0 in slips, 0.50 to 0.65 in frames of two heads.
  public let mostSplit = 0.4

  /// The defaults.
  public init() {}
}
