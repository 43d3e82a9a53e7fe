public import Files

/// How the midline is found from the symmetry of face and skull base.
public struct SymmetryOptions: OptionTable {
  /// How far below the base plane the region reaches, in distances of the sellion from the middle of the tragions.
  ///
  /// Evidence: Docs/evaluation/midline.md (Which region, which reflection).
  public var below = 0.5
  /// How far behind the tragions it reaches, in the same distances.
  ///
  /// Evidence: Docs/evaluation/midline.md (Which region, which reflection).
  public var behind = 0.3
  /// The width over which the region's weight falls to nothing, in the same distances.
  ///
  /// Evidence: assumed: a soft edge, so that a moved landmark moves no point in or out at once.
  public let edge = 0.02
  /// The area of surface for which one point stands, square metres.
  ///
  /// Evidence: chosen for speed: some 3000 points on an infant's face.
  public let pointArea = 4e-6
  /// The area over which the asymmetry of a face is one error, square metres.
  ///
  /// Evidence: assumed: patches of 14 mm; Docs/evaluation/midline.md has the errors over the deviations that follow.
  public internal(set) var errorArea = 200e-6
  /// A point farther than this from its mirror image's surface has no counterpart, metres.
  ///
  /// Evidence: assumed: with 5 mm the plane is the same to 0.1° on eleven simulated heads.
  public let reach = 0.008
  /// The largest angle in degrees between the normals of a point's mirror image and of its counterpart.
  ///
  /// Evidence: assumed: with 26° the plane is the same to 0.1° on eleven simulated heads.
  public let largestTurn = 37.0
  /// The least scale of the residuals beyond which they count less, metres.
  ///
  /// Evidence: assumed: the noise of a fused surface, so that a perfect face does not call noise an outlier.
  public let leastScale = 0.0002
  /// The standard deviation of the slant of the reflection, as a tangent.
  ///
  /// Evidence: assumed: 6°, twice the shear of a severely plagiocephalic head.
  public var slant = 0.1
  /// How far a landmark lies off the plane, metres: what observers differ by, and the asymmetry of the landmarks themselves.
  ///
  /// Evidence: assumed: with 1.5 mm for the observers; Docs/evaluation/midline.md.
  public internal(set) var landmarkDeviation = 0.002
  /// The most steps of the fit.
  ///
  /// Evidence: chosen for speed: it settles within 20.
  public let steps = 40
  /// The steps with which the plane is found again without a part of the region.
  ///
  /// Evidence: it settles within 20; after 3 the deviation of the angle was 0.153° where it settles at 0.191° (practice_a).
  public let stepsWithoutPart = 20
  /// The least area that a part of the region must show on both sides to count as seen, square metres; of the ears alone that
  /// is not asked.
  ///
  /// Evidence: assumed: a fifth of the smallest part on an infant's head.
  public var leastArea = 4e-4
  /// The largest standard deviation of the plane's angle in degrees.
  ///
  /// Evidence: beyond it the landmarks alone, wrong by 1.5 mm sideways, know the midline as well: Docs/evaluation/midline.md.
  public let largestDeviation = 1.0
  /// How far the nasal root's deepest point may lie from the picked sellion, metres.
  ///
  /// Evidence: assumed: three times what observers differ by.
  public let sellionReach = 0.005
  /// Half the length of the profile to which a parabola is fitted at the nasal root, metres.
  ///
  /// Evidence: assumed: as far as the root is a simple hollow.
  public let profileReach = 0.005
  /// How far the sellion lies above the tragions with the head level, degrees: what is deepest depends on it.
  ///
  /// Evidence: about so with the Frankfurt plane level, Docs/methods/landmarks.md (How they are found).
  public let sellionAbove = 12.0

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<SymmetryOptions>] = [
    .number("below", \.below, 0.1...2),
    .number("behind", \.behind, -0.9...1),
    .number("slant", \.slant, 1e-6...1),
    .number("least_area_m2", \.leastArea, 0...0.01),
  ]
}
