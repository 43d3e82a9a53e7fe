public import Files

/// How nose and ears are found by their shape.
public struct AutomaticLandmarkOptions: OptionTable {
  /// The least score of a landmark that is used; every check gives 0.5 where it is just met.
  ///
  /// Evidence: Docs/methods/landmarks.md (Spread and score).
  public var leastScore = 0.5
  /// Radii of the vault's ball that a head can have, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var headRadii = 0.04...0.13
  /// The number of median radii beyond which the surface is a shoulder or a hand.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var reach = 1.6
  /// How high a protrusion must rise over the smooth head, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var leastProtrusion = 0.0025
  /// The angles between the ears, seen from the middle of the vault, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var earAngles = 90.0...180.0
  /// The angles between nose and ear, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var noseAngles = 55.0...125.0
  /// How much nearer the nose may lie to one ear, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var mostSkew = 30.0
  /// How far the nose tip lies below the ears' middles when a head looks straight ahead, degrees.
  ///
  /// Evidence: assumed: the pose is settled by the landmarks afterwards.
  public var tipBelow = 10.0
  /// How far the sellion lies above the tragions then, degrees.
  ///
  /// Evidence: about so with the Frankfurt plane level, Docs/methods/landmarks.md (How they are found).
  public var sellionAbove = 12.0
  /// The smoothings of the surface with which nose and ears are examined, metres; the pose is determined with the second.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var smoothings = [0.0012, 0.0018, 0.0026]
  /// The pitches of the head at which they are examined, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var pitches = [-4.0, 0, 4]
  /// The head seen from inside, on which protrusions are looked for.
  public var shape = HeadShapeOptions()
  /// Protrusions that can be a nose and two ears.
  public var candidates = FaceCandidateOptions()
  /// Sellion and nose.
  public var nose = NoseOptions()
  /// Tragions and ears.
  public var ear = EarOptions()
  /// Where nose and ears are looked for near landmarks that were picked.
  public var nearby = NearbyFaceOptions()
  /// What must hold of the landmarks that were found.
  public var checks = LandmarkCheckOptions()
  /// The largest scatter of the looks, metres.
  ///
  /// Evidence: Docs/methods/landmarks.md (Spread and score); the number itself is assumed.
  public var mostScatter = 0.003

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<AutomaticLandmarkOptions>] = [
    .number("least_score", \.leastScore, 0...1),
    .range("head_radii_m", \.headRadii, within: 0.01...1),
    .number("reach_radii", \.reach, 1...10),
    .number("least_protrusion_m", \.leastProtrusion, 1e-4...0.05),
    .range("ear_angles_degrees", \.earAngles, within: 0...180),
    .range("nose_angles_degrees", \.noseAngles, within: 0...180),
    .number("most_skew_degrees", \.mostSkew, 0...180),
    .number("tip_below_degrees", \.tipBelow, -90...90),
    .number("sellion_above_degrees", \.sellionAbove, -90...90),
    .list("smoothings_m", \.smoothings, 2...9, of: 1e-4...0.02),
    .list("pitches_degrees", \.pitches, 1...9, of: -45...45),
    group("shape", \.shape),
    group("candidates", \.candidates),
    group("nose", \.nose),
    group("ear", \.ear),
    group("nearby", \.nearby),
    group("checks", \.checks),
    .number("most_scatter_m", \.mostScatter, 1e-5...0.05),
  ]
}

/// The head seen from inside: the radius of its outermost surface in many directions, and a smooth head through them.
public struct HeadShapeOptions: OptionTable {
  /// The number of directions, spread evenly.
  ///
  /// Evidence: chosen for speed: 6000 are some 2.5° apart; no measurement of the accuracy behind it.
  public var directions = 6000
  /// No more points than about this tell where the middle of the vault is.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public var mostPoints = 5000
  /// Distances from the ball through the vault are never taken to scatter by less than this, metres: no head is a ball.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastBallScale = 0.004
  /// Surface in no more directions than this shows no head.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestDirections = 500
  /// Heights over the smooth head are never taken to scatter by less than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastScale = 0.001

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<HeadShapeOptions>] = [
    .count("directions", \.directions, 500...100_000),
    .count("most_points", \.mostPoints, 100...1_000_000),
    .number("least_ball_scale_m", \.leastBallScale, 1e-5...0.05),
    .count("fewest_directions", \.fewestDirections, 25...100_000),
    .number("least_scale_m", \.leastScale, 1e-6...0.02),
  ]
}

/// How three protrusions are chosen as nose and ears.
public struct FaceCandidateOptions: OptionTable {
  /// The height up to which a protrusion counts, metres: a hand must not outvote an ear.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mostHeight = 0.012
  /// What a degree of difference between the two angles from nose to ear takes off the sum of the heights, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var skewCost = 1e-4
  /// The most candidates that are looked at closely.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public var mostFaces = 8
  /// The most protrusions, the highest first.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public var mostPeaks = 14
  /// Heights are averaged within this angle, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var smoothing = 4.0
  /// The least angle between two protrusions, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var separation = 14.0
  /// A single direction must rise by this share of the least protrusion to be looked at.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastShare = 0.7
  /// The least cosine between the crown's rough direction and the normal of nose and ears.
  ///
  /// Evidence: assumed: 73°; no measurement behind it.
  public var leastUp = 0.3

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<FaceCandidateOptions>] = [
    .number("most_height_m", \.mostHeight, 0.001...0.1),
    .number("skew_cost_m_per_degree", \.skewCost, 0...0.01),
    .count("most_faces", \.mostFaces, 1...1000),
    .count("most_peaks", \.mostPeaks, 3...100),
    .number("smoothing_degrees", \.smoothing, 0.1...20),
    .number("separation_degrees", \.separation, 0.1...60),
    .number("least_share", \.leastShare, 0...1),
    .number("least_up", \.leastUp, 0...1),
  ]
}

/// How sellion and nose tip are found.
public struct NoseOptions: OptionTable {
  /// How far the profile must come forward again above the root, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var rise = 0.0007
  /// How far above the tip the rows begin whose symmetry counts, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var aboveTip = 0.003
  /// How far to either side it counts, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var reach = 0.018
  /// The error of the rule for the sellion, standard deviation along each axis, metres.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var sellionError = 0.0010
  /// The same for the nose tip.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var tipError = 0.0025
  /// Half the width of the map in which a nose is looked at, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mapAcross = 0.028
  /// Half its height, and how far above the tip the profile is followed, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mapAlong = 0.058
  /// The distance between the map's places, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mapStep = 0.00125
  /// How far to either side of the map's middle the tip may lie, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var tipAcross = 0.010
  /// How far above or below the map's middle it may lie, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var tipAlong = 0.012
  /// How far above the tip the rows end whose symmetry counts at first, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var firstRows = 0.014
  /// How far above the root they end once that is known, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var beyondRoot = 0.003
  /// Pairs of places are compared from this distance from the ridge on, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastOffset = 0.001
  /// The number of pairs that must be exceeded for the symmetry to count.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestPairs = 30
  /// How far to either side the ridge is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var ridgeShift = 0.004
  /// How far it is turned to either side, as a slope.
  ///
  /// Evidence: assumed: 7°; no measurement behind it.
  public var ridgeSlope = 0.12
  /// The farthest that the ridge may pass beside the tip, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var ridgeFromTip = 0.006
  /// The distance between samples of the profile along the ridge, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var profileStep = 0.0005
  /// How far above the tip the scanned profile must begin, metres: a scan may end at the tip.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var tipGap = 0.004
  /// How far the profile must fall back behind the tip, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastHollow = 0.0015
  /// The least distance of the root from the beginning of the profile, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastHeight = 0.004
  /// How far above the root the brow is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var browReach = 0.030
  /// The lowest place is the vertex of a parabola through the profile within this distance, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var vertexReach = 0.004
  /// The radius around the sellion within which the surface must have been scanned, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var rootRadius = 0.012
  /// The same around the nose tip.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var tipRadius = 0.006

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<NoseOptions>] = [
    .number("rise_m", \.rise, 0...0.02),
    .number("above_tip_m", \.aboveTip, 0...0.006),
    .number("reach_m", \.reach, 0.002...0.05),
    .number("sellion_error_m", \.sellionError, 0...0.05),
    .number("tip_error_m", \.tipError, 0...0.05),
    .number("map_across_m", \.mapAcross, 0.005...0.1),
    .number("map_along_m", \.mapAlong, 0.01...0.2),
    .number("map_step_m", \.mapStep, 2e-4...0.005),
    .number("tip_across_m", \.tipAcross, 0.001...0.1),
    .number("tip_along_m", \.tipAlong, 0.001...0.1),
    .number("first_rows_m", \.firstRows, 0.007...0.1),
    .number("beyond_root_m", \.beyondRoot, 0...0.05),
    .number("least_offset_m", \.leastOffset, 0...0.002),
    .count("fewest_pairs", \.fewestPairs, 3...10_000),
    .number("ridge_shift_m", \.ridgeShift, 1e-4...0.02),
    .number("ridge_slope", \.ridgeSlope, 0.001...1),
    .number("ridge_from_tip_m", \.ridgeFromTip, 1e-4...0.05),
    .number("profile_step_m", \.profileStep, 1e-4...0.002),
    .number("tip_gap_m", \.tipGap, 0.001...0.02),
    .number("least_hollow_m", \.leastHollow, 0...0.02),
    .number("least_height_m", \.leastHeight, 0...0.03),
    .number("brow_reach_m", \.browReach, 0.002...0.1),
    .number("vertex_reach_m", \.vertexReach, 0.001...0.02),
    .number("root_radius_m", \.rootRadius, 0.001...0.05),
    .number("tip_radius_m", \.tipRadius, 0.001...0.05),
  ]
}

/// How a tragion is found from the outline of its ear.
public struct EarOptions: OptionTable {
  /// How far up from the ear's lower end the tragion lies, in heights of the ear.
  ///
  /// Evidence: adults' mean, 29.6 of 62.9 mm above the tragion (Gordon et al. 1989), Docs/methods/landmarks.md (How they are found).
  public var share = 0.53
  /// How far it lies in front of the ear's hind edge, in heights of the ear; added to the next.
  ///
  /// Evidence: a least-squares compromise of three kinds of ears, Docs/methods/landmarks.md (How they are found).
  public var aheadByHeight = 0.50
  /// And in distances from the hind edge to the foot of the ear's front.
  ///
  /// Evidence: a least-squares compromise of three kinds of ears, Docs/methods/landmarks.md (How they are found).
  public var aheadByFoot = 0.28
  /// How deep below the ear's surface the tragion is taken, in rises over the skin.
  ///
  /// Evidence: Docs/decisions/measures.md (Half of the ear's height is taken off a tragion).
  public var depth = 0.5
  /// The outline is where the ear's rise falls to this share of its greatest.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var level = 0.35
  /// The largest hole within the scanned surface that is closed for the outline, square metres.
  ///
  /// Evidence: assumed: creases behind and below an ear are often not seen; no measurement behind it.
  public var largestHole = 1.8e-4
  /// The foot of the ear is where its rise falls to this share, at the height of the tragion.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var footLevel = 0.12
  /// The error of the rule, standard deviation along each axis, metres.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var tragionError = 0.0020
  /// The same where the ear's lower end was not seen itself.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var borrowedError = 0.0024
  /// Half the width of the map in which an ear is looked at, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mapAcross = 0.045
  /// Half its height, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mapAlong = 0.050
  /// The distance between the map's places, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mapStep = 0.0015
  /// How far from the map's middle the ear may rise most, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var peakReach = 0.018
  /// How far before and behind that place its outline is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var reach = 0.022
  /// Half the width of the ellipse that the ear covers at first, in half heights of the map; the surface outside it shows the side of the head.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var coverAcross = 0.45
  /// Half its height in the same unit.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var coverAlong = 0.6
  /// No more scanned places of the map than this show no ear.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestPlaces = 400
  /// Heights over the side of the head are never taken to scatter by less than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastScale = 0.0008
  /// The lower end of an ear was not seen where less than this share of the strip below it was scanned.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var lowerEndMissing = 0.7
  /// An ear lends the other one its height where at least this share was.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var lowerEndSound = 0.9
  /// The width of the strip below the lower end, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var lowerStrip = 0.0045
  /// The width of the strip behind the hind edge, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var hindStrip = 0.003
  /// How far before the tragion the middle of the skin lies that must have been scanned, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var skinAhead = 0.008
  /// The radius of that skin, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var skinRadius = 0.020

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<EarOptions>] = [
    .number("share", \.share, 0...1),
    .number("ahead_by_height", \.aheadByHeight, -2...2),
    .number("ahead_by_foot", \.aheadByFoot, -2...2),
    .number("depth", \.depth, -2...2),
    .number("level", \.level, 0.01...0.99),
    .number("largest_hole_m2", \.largestHole, 0...0.01),
    .number("foot_level", \.footLevel, 0.001...0.99),
    .number("tragion_error_m", \.tragionError, 0...0.05),
    .number("borrowed_error_m", \.borrowedError, 0...0.05),
    .number("map_across_m", \.mapAcross, 0.01...0.2),
    .number("map_along_m", \.mapAlong, 0.01...0.2),
    .number("map_step_m", \.mapStep, 2e-4...0.005),
    .number("peak_reach_m", \.peakReach, 0.002...0.1),
    .number("reach_m", \.reach, 0.005...0.1),
    .number("cover_across", \.coverAcross, 0.05...2),
    .number("cover_along", \.coverAlong, 0.05...2),
    .count("fewest_places", \.fewestPlaces, 10...100_000),
    .number("least_scale_m", \.leastScale, 1e-6...0.02),
    .number("lower_end_missing", \.lowerEndMissing, 0...1),
    .number("lower_end_sound", \.lowerEndSound, 0...1),
    .number("lower_strip_m", \.lowerStrip, 0...0.02),
    .number("hind_strip_m", \.hindStrip, 0...0.02),
    .number("skin_ahead_m", \.skinAhead, -0.05...0.05),
    .number("skin_radius_m", \.skinRadius, 0.001...0.05),
  ]
}

/// Where nose and ears are looked for near landmarks that were picked.
public struct NearbyFaceOptions: OptionTable {
  /// How far below the sellion the nose tip is looked for, in distances of the sellion from the middle of the tragions.
  ///
  /// Evidence: 0.31 to 0.39 on the heads of Docs/evaluation/landmarks.md; the search reaches 12 mm up and down.
  public var tipBelow = 0.35
  /// How far behind a tragion the middle of its ear is looked for, metres.
  ///
  /// Evidence: assumed: a third of an ear's breadth; the search reaches 18 mm to all sides.
  public var earBehind = 0.012

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<NearbyFaceOptions>] = [
    .number("tip_below", \.tipBelow, 0...2),
    .number("ear_behind_m", \.earBehind, -0.05...0.05),
  ]
}

/// What must hold of the landmarks that were found by shape: each check gives a score of 0.5 where it is just met.
public struct LandmarkCheckOptions: OptionTable {
  /// The least depth of the nasal root behind nose tip and brow, metres.
  ///
  /// Evidence: assumed; Docs/methods/landmarks.md (Spread and score) states it.
  public var leastRootDepth = 0.0015
  /// The least share of the surface around the root that was scanned.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var rootSeen = 0.8
  /// The same around the nose tip.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var tipSeen = 0.95
  /// How far an ear stands out at least, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var leastProtrusion = 0.003
  /// Heights that an infant's ear can have, metres.
  ///
  /// Evidence: assumed; Docs/methods/landmarks.md (Spread and score) states it.
  public var earHeights = 0.018...0.068
  /// The least share of the ear's front and of the skin before it that was scanned.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var skinSeen = 0.8
  /// The same of the strip below the ear's lower end.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var lowerEndSeen = 0.6
  /// The same of the strip behind the ear's hind edge.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var hindEdgeSeen = 0.5
  /// The share of the looks that must find a landmark, less one half.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var looksBeyondHalf = 0.1
  /// Distances between the tragions, metres.
  ///
  /// Evidence: assumed: from a premature newborn's to a toddler's with room; no measurement behind it.
  public var tragionsApart = 0.070...0.180
  /// Distances of the sellion from the middle of the tragions, metres.
  ///
  /// Evidence: assumed: from a premature newborn's to a toddler's with room; no measurement behind it.
  public var sellionAhead = 0.045...0.130
  /// The largest difference between the sellion's distances from the two tragions, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var mostLopsided = 0.025
  /// Surface that lies within this of the middle of the ears tells which side of them is up, metres.
  ///
  /// Evidence: assumed: farther off is what holds the head; no measurement behind it.
  public var vaultReach = 0.15
  /// How much farther away than face and nape the vault must lie for a face to stand the right way up.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  public var leastVault = 1.05

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LandmarkCheckOptions>] = [
    .number("least_root_depth_m", \.leastRootDepth, 1e-5...0.05),
    .number("root_seen", \.rootSeen, 0...0.99),
    .number("tip_seen", \.tipSeen, 0...0.99),
    .number("least_protrusion_m", \.leastProtrusion, 1e-5...0.05),
    .range("ear_heights_m", \.earHeights, within: 0.005...0.2),
    .number("skin_seen", \.skinSeen, 0...0.99),
    .number("lower_end_seen", \.lowerEndSeen, 0...0.99),
    .number("hind_edge_seen", \.hindEdgeSeen, 0...0.99),
    .number("looks_beyond_half", \.looksBeyondHalf, 0...0.5),
    .range("tragions_apart_m", \.tragionsApart, within: 0.02...0.5),
    .range("sellion_ahead_m", \.sellionAhead, within: 0.01...0.5),
    .number("most_lopsided_m", \.mostLopsided, 1e-4...0.2),
    .number("vault_reach_m", \.vaultReach, 0.01...1),
    .number("least_vault", \.leastVault, 0...10),
  ]
}
