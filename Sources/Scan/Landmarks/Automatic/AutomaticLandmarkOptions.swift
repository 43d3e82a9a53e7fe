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
  public let headRadii = 0.04...0.13
  /// The number of median radii beyond which the surface is a shoulder or a hand.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let reach = 1.6
  /// How high a protrusion must rise over the smooth head, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let leastProtrusion = 0.0025
  /// The angles between the ears, seen from the middle of the vault, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let earAngles = 90.0...180.0
  /// The angles between nose and ear, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let noseAngles = 55.0...125.0
  /// How much nearer the nose may lie to one ear, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let mostSkew = 30.0
  /// How far the nose tip lies below the ears' middles when a head looks straight ahead, degrees.
  ///
  /// Evidence: assumed: the pose is settled by the landmarks afterwards.
  public let tipBelow = 10.0
  /// How far the sellion lies above the tragions then, degrees.
  ///
  /// Evidence: about so with the Frankfurt plane level, Docs/methods/landmarks.md (How they are found).
  public let sellionAbove = 12.0
  /// The smoothings of the surface with which nose and ears are examined, metres; the pose is determined with the second.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let smoothings = [0.0012, 0.0018, 0.0026]
  /// The pitches of the head at which they are examined, degrees.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let pitches = [-4.0, 0, 4]
  /// The head seen from inside, on which protrusions are looked for.
  public let shape = HeadShapeConstants()
  /// Protrusions that can be a nose and two ears.
  public let candidates = FaceCandidateConstants()
  /// Sellion and nose.
  public let nose = NoseConstants()
  /// Tragions and ears.
  public let ear = EarConstants()
  /// Where nose and ears are looked for near landmarks that were picked.
  public let nearby = NearbyFaceConstants()
  /// What must hold of the landmarks that were found.
  public let checks = LandmarkCheckConstants()
  /// The largest scatter of the looks, metres.
  ///
  /// Evidence: Docs/methods/landmarks.md (Spread and score); the number itself is assumed.
  public let mostScatter = 0.003

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<AutomaticLandmarkOptions>] = [
    .number("least_score", \.leastScore, 0...1)
  ]
}

/// The head seen from inside: the radius of its outermost surface in many directions, and a smooth head through them.
public struct HeadShapeConstants: Sendable, Equatable {
  /// The number of directions, spread evenly.
  ///
  /// Evidence: chosen for speed: 6000 are some 2.5° apart; no measurement of the accuracy behind it.
  public let directions = 6000
  /// No more points than about this tell where the middle of the vault is.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostPoints = 5000
  /// Distances from the ball through the vault are never taken to scatter by less than this, metres: no head is a ball.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastBallScale = 0.004
  /// Surface in no more directions than this shows no head.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestDirections = 500
  /// Heights over the smooth head are never taken to scatter by less than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastScale = 0.001

  /// The defaults.
  public init() {}
}

/// How three protrusions are chosen as nose and ears.
public struct FaceCandidateConstants: Sendable, Equatable {
  /// The height up to which a protrusion counts, metres: a hand must not outvote an ear.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostHeight = 0.012
  /// What a degree of difference between the two angles from nose to ear takes off the sum of the heights, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let skewCost = 1e-4
  /// The most candidates that are looked at closely.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostFaces = 8
  /// The most protrusions, the highest first.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostPeaks = 14
  /// Heights are averaged within this angle, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let smoothing = 4.0
  /// The least angle between two protrusions, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let separation = 14.0
  /// A single direction must rise by this share of the least protrusion to be looked at.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastShare = 0.7
  /// The least cosine between the crown's rough direction and the normal of nose and ears.
  ///
  /// Evidence: assumed: 73°; no measurement behind it.
  public let leastUp = 0.3

  /// The defaults.
  public init() {}
}

/// How sellion and nose tip are found.
public struct NoseConstants: Sendable, Equatable {
  /// How far the profile must come forward again above the root, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let rise = 0.0007
  /// How far above the tip the rows begin whose symmetry counts, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let aboveTip = 0.003
  /// How far to either side it counts, metres.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let reach = 0.018
  /// The error of the rule for the sellion, standard deviation along each axis, metres.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public let sellionError = 0.0010
  /// The same for the nose tip.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public let tipError = 0.0025
  /// Half the width of the map in which a nose is looked at, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mapAcross = 0.028
  /// Half its height, and how far above the tip the profile is followed, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mapAlong = 0.058
  /// The distance between the map's places, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mapStep = 0.00125
  /// How far to either side of the map's middle the tip may lie, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let tipAcross = 0.010
  /// How far above or below the map's middle it may lie, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let tipAlong = 0.012
  /// How far above the tip the rows end whose symmetry counts at first, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let firstRows = 0.014
  /// How far above the root they end once that is known, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let beyondRoot = 0.003
  /// Pairs of places are compared from this distance from the ridge on, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastOffset = 0.001
  /// The number of pairs that must be exceeded for the symmetry to count.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPairs = 30
  /// How far to either side the ridge is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let ridgeShift = 0.004
  /// How far it is turned to either side, as a slope.
  ///
  /// Evidence: assumed: 7°; no measurement behind it.
  public let ridgeSlope = 0.12
  /// The farthest that the ridge may pass beside the tip, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let ridgeFromTip = 0.006
  /// The distance between samples of the profile along the ridge, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let profileStep = 0.0005
  /// How far above the tip the scanned profile must begin, metres: a scan may end at the tip.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let tipGap = 0.004
  /// How far the profile must fall back behind the tip, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastHollow = 0.0015
  /// The least distance of the root from the beginning of the profile, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastHeight = 0.004
  /// How far above the root the brow is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let browReach = 0.030
  /// The lowest place is the vertex of a parabola through the profile within this distance, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let vertexReach = 0.004
  /// The radius around the sellion within which the surface must have been scanned, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let rootRadius = 0.012
  /// The same around the nose tip.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let tipRadius = 0.006

  /// The defaults.
  public init() {}
}

/// How a tragion is found from the outline of its ear.
public struct EarConstants: Sendable, Equatable {
  /// How far up from the ear's lower end the tragion lies, in heights of the ear.
  ///
  /// Evidence: adults' mean, 29.6 of 62.9 mm above the tragion (Gordon et al. 1989), Docs/methods/landmarks.md (How they are found).
  public let share = 0.53
  /// How far it lies in front of the ear's hind edge, in heights of the ear; added to the next.
  ///
  /// Evidence: a least-squares compromise of three kinds of ears, Docs/methods/landmarks.md (How they are found).
  public let aheadByHeight = 0.50
  /// And in distances from the hind edge to the foot of the ear's front.
  ///
  /// Evidence: a least-squares compromise of three kinds of ears, Docs/methods/landmarks.md (How they are found).
  public let aheadByFoot = 0.28
  /// How deep below the ear's surface the tragion is taken, in rises over the skin.
  ///
  /// Evidence: Docs/decisions/measures.md (Half of the ear's height is taken off a tragion).
  public let depth = 0.5
  /// The outline is where the ear's rise falls to this share of its greatest.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let level = 0.35
  /// The largest hole within the scanned surface that is closed for the outline, square metres.
  ///
  /// Evidence: assumed: creases behind and below an ear are often not seen; no measurement behind it.
  public let largestHole = 1.8e-4
  /// The foot of the ear is where its rise falls to this share, at the height of the tragion.
  ///
  /// Evidence: chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  public let footLevel = 0.12
  /// The error of the rule, standard deviation along each axis, metres.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public let tragionError = 0.0020
  /// The same where the ear's lower end was not seen itself.
  ///
  /// Evidence: simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  public let borrowedError = 0.0024
  /// Half the width of the map in which an ear is looked at, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mapAcross = 0.045
  /// Half its height, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mapAlong = 0.050
  /// The distance between the map's places, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mapStep = 0.0015
  /// How far from the map's middle the ear may rise most, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let peakReach = 0.018
  /// How far before and behind that place its outline is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let reach = 0.022
  /// Half the width of the ellipse that the ear covers at first, in half heights of the map; the surface outside it shows the side of the head.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let coverAcross = 0.45
  /// Half its height in the same unit.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let coverAlong = 0.6
  /// No more scanned places of the map than this show no ear.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPlaces = 400
  /// Heights over the side of the head are never taken to scatter by less than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastScale = 0.0008
  /// The lower end of an ear was not seen where less than this share of the strip below it was scanned.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let lowerEndMissing = 0.7
  /// An ear lends the other one its height where at least this share was.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let lowerEndSound = 0.9
  /// The width of the strip below the lower end, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let lowerStrip = 0.0045
  /// The width of the strip behind the hind edge, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let hindStrip = 0.003
  /// How far before the tragion the middle of the skin lies that must have been scanned, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let skinAhead = 0.008
  /// The radius of that skin, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let skinRadius = 0.020

  /// The defaults.
  public init() {}
}

/// Where nose and ears are looked for near landmarks that were picked.
public struct NearbyFaceConstants: Sendable, Equatable {
  /// How far below the sellion the nose tip is looked for, in distances of the sellion from the middle of the tragions.
  ///
  /// Evidence: 0.31 to 0.39 on the heads of Docs/evaluation/landmarks.md; the search reaches 12 mm up and down.
  public let tipBelow = 0.35
  /// How far behind a tragion the middle of its ear is looked for, metres.
  ///
  /// Evidence: assumed: a third of an ear's breadth; the search reaches 18 mm to all sides.
  public let earBehind = 0.012

  /// The defaults.
  public init() {}
}

/// What must hold of the landmarks that were found by shape: each check gives a score of 0.5 where it is just met.
public struct LandmarkCheckConstants: Sendable, Equatable {
  /// The least depth of the nasal root behind nose tip and brow, metres.
  ///
  /// Evidence: assumed; Docs/methods/landmarks.md (Spread and score) states it.
  public let leastRootDepth = 0.0015
  /// The least share of the surface around the root that was scanned.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let rootSeen = 0.8
  /// The same around the nose tip.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let tipSeen = 0.95
  /// How far an ear stands out at least, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastProtrusion = 0.003
  /// Heights that an infant's ear can have, metres.
  ///
  /// Evidence: assumed; Docs/methods/landmarks.md (Spread and score) states it.
  public let earHeights = 0.018...0.068
  /// The least share of the ear's front and of the skin before it that was scanned.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let skinSeen = 0.8
  /// The same of the strip below the ear's lower end.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let lowerEndSeen = 0.6
  /// The same of the strip behind the ear's hind edge.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let hindEdgeSeen = 0.5
  /// The share of the looks that must find a landmark, less one half.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let looksBeyondHalf = 0.1
  /// Distances between the tragions, metres.
  ///
  /// Evidence: assumed: from a premature newborn's to a toddler's with room; no measurement behind it.
  public let tragionsApart = 0.070...0.180
  /// Distances of the sellion from the middle of the tragions, metres.
  ///
  /// Evidence: assumed: from a premature newborn's to a toddler's with room; no measurement behind it.
  public let sellionAhead = 0.045...0.130
  /// The largest difference between the sellion's distances from the two tragions, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostLopsided = 0.025
  /// Surface that lies within this of the middle of the ears tells which side of them is up, metres.
  ///
  /// Evidence: assumed: farther off is what holds the head; no measurement behind it.
  public let vaultReach = 0.15
  /// How much farther away than face and nape the vault must lie for a face to stand the right way up.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  public let leastVault = 1.05

  /// The defaults.
  public init() {}
}
