public import Files

/// What the verdict on a sensor takes for correct, corrected and wrong.
public struct VerdictOptions: OptionTable {
  /// The largest relative standard deviation of the focal length that counts as known.
  ///
  /// Evidence: assumed: 1 % separates good devices from bad ones; no measurement behind it.
  public var focalKnowledge = 0.004
  /// A relative deviation of the focal length that is taken for none.
  ///
  /// Evidence: devices of one kind differ by 0.4 %, Docs/methods/uncertainty.md; the factor on it is assumed.
  public var focalTolerance = 0.0075
  /// The largest relative deviation of the focal length: larger ones come from intrinsics of another image size or camera.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var focalLimit = 0.12
  /// A delay between colour and depth that is taken for none, seconds.
  ///
  /// Evidence: derived: 0.5 mm at a speed of 0.1 m/s.
  public var delayTolerance = 0.005
  /// The longest delay that can be corrected, seconds.
  ///
  /// Evidence: Docs/decisions/tracking.md (A delay of two frames is refused).
  public var delayLimit = 0.045
  /// A depth offset that is taken for none, metres.
  ///
  /// Evidence: derived: 0.4 % of 30 cm, as for the focal length; sound scans show up to 0.9 mm.
  public var depthTolerance = 0.0012
  /// The largest correction of depth that is taken for a sensor's, metres.
  ///
  /// Evidence: devices are off by 0.4 to 3 mm, Docs/evaluation/calibration.md (Depth); the limit itself is assumed.
  public var depthLimit = 0.005
  /// The most standard deviations by which print and depth may contradict each other.
  ///
  /// Evidence: Docs/decisions/tracking.md (Three deviations between print and depth withhold lengths).
  public var largestTension = 3.0
  /// The number of standard deviations by which a value must differ from none.
  ///
  /// Evidence: convention: 99.7 % of a normal distribution.
  public var significance = 3.0

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<VerdictOptions>] = [
    .number("focal_knowledge", \.focalKnowledge, 1e-5...0.5),
    .number("focal_tolerance", \.focalTolerance, 0...0.5),
    .number("focal_limit", \.focalLimit, 0.001...0.9),
    .number("delay_tolerance_s", \.delayTolerance, 0...1),
    .number("delay_limit_s", \.delayLimit, 0...1),
    .number("depth_tolerance_m", \.depthTolerance, 0...0.1),
    .number("depth_limit_m", \.depthLimit, 0...0.1),
    .number("largest_tension", \.largestTension, 0...1000),
    .number("significance", \.significance, 0...100),
  ]
}

/// The depth field in more detail than in the adjustment.
public struct DepthFieldOptions: OptionTable {
  /// How far the field may be off the cubic, standard deviation in metres.
  ///
  /// Evidence: Docs/decisions/tracking.md (The field in detail, after the adjustment): 0.3 and 0.5 mm were compared.
  public var detail = 0.0005
  /// The standard deviation of a corner's depth straight on, metres.
  ///
  /// Evidence: Docs/decisions/tracking.md (The field in detail, after the adjustment): 0.3, 0.6 and 1.2 mm were compared.
  public var noise = 0.0006
  /// The largest difference of a corner's depth that is taken for the field's, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var farthest = 0.002

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<DepthFieldOptions>] = [
    .number("detail_m", \.detail, 1e-6...0.1),
    .number("noise_m", \.noise, 1e-6...0.1),
    .number("farthest_m", \.farthest, 1e-5...0.1),
  ]
}

/// Markers that leave their place on the cap.
public struct MovedMarkerOptions: OptionTable {
  /// The least shift of a marker that counts as a move, metres.
  ///
  /// Evidence: depth at grazing angles shifts sightings by up to a millimetre; the number itself is assumed. False alarms: Docs/evaluation/tracking.md (Markers that move).
  public var leastShift = 0.003
  /// The least turn of a marker that counts as a move, radians.
  ///
  /// Evidence: assumed: 17°; no measurement behind it.
  public var leastTurn = 0.3
  /// The least shift or turn in standard deviations of a single sighting.
  ///
  /// Evidence: convention: 99.7 % of a normal distribution.
  public var significance = 3.0
  /// The fewest sightings on either side of the moment.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewest = 4
  /// A frame takes part from this many markers on: of fewer, one that moved takes the pose with it.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestMarkers = 3
  /// The arm by which a turn counts as a shift, metres.
  ///
  /// Evidence: assumed: about half a marker's diagonal.
  public var turnArm = 0.01
  /// The most moments that are tried before the best one is looked at closely.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public var mostSplits = 160

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<MovedMarkerOptions>] = [
    .number("least_shift_m", \.leastShift, 1e-4...0.1),
    .number("least_turn_rad", \.leastTurn, 0.001...3),
    .number("significance", \.significance, 0...100),
    .count("fewest_sightings", \.fewest, 1...1000),
    .count("fewest_markers", \.fewestMarkers, 1...100),
    .number("turn_arm_m", \.turnArm, 0...0.1),
    .count("most_splits", \.mostSplits, 2...100_000),
  ]
}

/// When a marker that only one frame shows is taken for one of the cap's: where it lies as the next piece of the same cloth.
public struct LoneMarkerOptions: OptionTable {
  /// The least distance from the nearest marker of the cap, in sides of the marker: nearer, it lies on top of that one.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastDistance = 0.8
  /// The largest distance from it, metres: no farther than a cap's markers are apart.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mostDistance = 0.045
  /// The tightest radius that a part of a vault has, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var tightestRadius = 0.04
  /// How far off the surface that goes on from the nearest marker it may lie, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mostLift = 0.003
  /// How far it may be turned beyond what that radius explains, radians.
  ///
  /// Evidence: assumed: 17°; no measurement behind it.
  public var mostTurn = 0.3

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LoneMarkerOptions>] = [
    .number("least_distance_sides", \.leastDistance, 0...10),
    .number("most_distance_m", \.mostDistance, 0.005...0.5),
    .number("tightest_radius_m", \.tightestRadius, 0.005...0.5),
    .number("most_lift_m", \.mostLift, 0...0.1),
    .number("most_turn_rad", \.mostTurn, 0...3),
  ]
}

/// Parts of the cap that slide over the rest.
public struct PartSlipOptions: OptionTable {
  /// The most slips that are looked for.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mostSlips = 3
  /// The time before and after the moment whose sightings are not used, seconds.
  ///
  /// Evidence: assumed: all simulated slides take half a second.
  public var margin = 0.5
  /// The fewest pairs of markers that must change.
  ///
  /// Evidence: Docs/evaluation/slips.md (Slides of a part): at most two in sound scans, seven and more in slides of 2 mm.
  public var fewestPairs = 3
  /// The most rounds in which the moment is looked for.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mostRounds = 4
  /// The fewest markers of a part.
  ///
  /// Evidence: assumed: one alone is a marker that moved.
  public var fewestSlid = 2
  /// The fewest markers of the rest.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestStill = 4
  /// Markers of two maps agree within this on average over their corners, metres.
  ///
  /// Evidence: maps of halves of sound scans do within 0.2 mm; the number itself is assumed.
  public var tolerance = 0.0012
  /// The least shift of a part, metres.
  ///
  /// Evidence: Docs/evaluation/slips.md (Slides of a part): 2 mm were the least that was tried.
  public var leastShift = 0.0018
  /// The least ratio of its shift to the residual of the rest.
  ///
  /// Evidence: the rest disagrees by 0.2 to 0.5 mm, Docs/methods/slips.md (A part of the cap); the factor is assumed.
  public var leastRatio = 4.0
  /// The ratio of its two residuals from which a marker fits one place clearly better than the other.
  ///
  /// Evidence: Docs/decisions/tracking.md (A marker near the axis of a slide fits both positions).
  public var clearly = 2.0
  /// The fewest sightings of a pair on either side.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestSightings = 4
  /// Distances are clamped to this far from the pair's median, metres: a wrong corner must not outvote the others.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var farthest = 0.006
  /// The least standard deviation of a distance, metres: views from one side share the depth's error.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastSigma = 0.0005
  /// The least change of a pair's distance, metres.
  ///
  /// Evidence: chosen on the phantoms of Docs/evaluation/slips.md (Slides of a part).
  public var leastChange = 0.0012
  /// The least change in standard deviations of the difference of its means.
  ///
  /// Evidence: chosen on the phantoms of Docs/evaluation/slips.md (Slides of a part).
  public var leastSignificance = 4.0
  /// A distance of a pair that is so far from the pair's usual one is another, metres.
  ///
  /// Evidence: Docs/methods/slips.md (Two heads): at most one pair of 228 in sound scans.
  public var splitDistance = 0.003
  /// The share of a pair's sightings that must show another distance.
  ///
  /// Evidence: the same.
  public var splitSightings = 0.1
  /// Fewer triples of markers with more than one distance between all of them tell nothing, each counted from its three.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestSplit = 9
  /// The largest share of closed triples among those with two distances that have more than one value.
  ///
  /// Evidence: Docs/methods/slips.md (Two heads): 0 in slips, 0.50 to 0.65 in frames of two heads.
  public var mostSplit = 0.4

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<PartSlipOptions>] = [
    .count("most_slips", \.mostSlips, 0...20),
    .number("margin_s", \.margin, 0...60),
    .count("fewest_pairs", \.fewestPairs, 1...1000),
    .count("most_rounds", \.mostRounds, 1...50),
    .count("fewest_slid", \.fewestSlid, 1...100),
    .count("fewest_still", \.fewestStill, 1...100),
    .number("tolerance_m", \.tolerance, 1e-5...0.05),
    .number("least_shift_m", \.leastShift, 1e-5...0.05),
    .number("least_ratio", \.leastRatio, 0...100),
    .number("clearly", \.clearly, 1...100),
    .count("fewest_sightings", \.fewestSightings, 1...1000),
    .number("farthest_m", \.farthest, 1e-4...0.2),
    .number("least_sigma_m", \.leastSigma, 1e-6...0.05),
    .number("least_change_m", \.leastChange, 1e-6...0.05),
    .number("least_significance", \.leastSignificance, 0...100),
    .number("split_distance_m", \.splitDistance, 1e-4...0.2),
    .number("split_sightings", \.splitSightings, 0...1),
    .count("fewest_split", \.fewestSplit, 1...100_000),
    .number("most_split", \.mostSplit, 0...1),
  ]
}
