public import Options

/// How nose and ears are found by their shape.
public struct AutomaticLandmarkOptions: OptionTable {
  /// Below this score a landmark is not used; every check gives 0.5 where it is just met.
  ///
  /// Evidence: Docs/methods/landmarks.md (Spread and score).
  public var leastScore = 0.5
  /// Radii of the vault's ball that a head can have, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var headRadii = 0.04...0.13
  /// Farther than this many median radii, the surface is a shoulder or a hand.
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
  /// By how much the nose may lie nearer to one ear, degrees.
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
  /// The smoothings of the surface with which nose and ears are looked at, metres; the second settles the pose.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var smoothings = [0.0012, 0.0018, 0.0026]
  /// The pitches of the head with which they are looked at, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public var pitches = [-4.0, 0, 4]
  /// Sellion and nose.
  public var nose = NoseOptions()
  /// Tragions and ears.
  public var ear = EarOptions()
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
    group("nose", \.nose),
    group("ear", \.ear),
    .number("most_scatter_m", \.mostScatter, 1e-5...0.05),
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
  /// What the rule for the sellion is wrong by, standard deviation along each axis, metres.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var sellionError = 0.0010
  /// The same for the nose tip.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var tipError = 0.0025

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<NoseOptions>] = [
    .number("rise_m", \.rise, 0...0.02),
    .number("above_tip_m", \.aboveTip, 0...0.006),
    .number("reach_m", \.reach, 0.002...0.05),
    .number("sellion_error_m", \.sellionError, 0...0.05),
    .number("tip_error_m", \.tipError, 0...0.05),
  ]
}

/// How a tragion is told by the outline of its ear.
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
  /// What the rule is wrong by, standard deviation along each axis, metres.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var tragionError = 0.0020
  /// The same where the ear's lower end was not seen itself.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public var borrowedError = 0.0024

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
  ]
}
