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
  /// The area over which the asymmetry of a face is one error, square metres.
  ///
  /// Evidence: assumed: patches of 14 mm; Docs/evaluation/midline.md has the errors over the deviations that follow.
  public internal(set) var errorArea = 200e-6
  /// The standard deviation of the slant of the reflection, as a tangent.
  ///
  /// Evidence: assumed: 6°, twice the shear of a severely plagiocephalic head.
  public var slant = 0.1
  /// How far a landmark lies off the plane, metres: what observers differ by, and the asymmetry of the landmarks themselves.
  ///
  /// Evidence: assumed: with 1.5 mm for the observers; Docs/evaluation/midline.md.
  public internal(set) var landmarkDeviation = 0.002
  /// The least area that a part of the region must show on both sides to count as seen, square metres; of the ears alone that
  /// is not asked.
  ///
  /// Evidence: assumed: a fifth of the smallest part on an infant's head.
  public var leastArea = 4e-4

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<SymmetryOptions>] = [
    .number("below", \.below, 0.1...2),
    .number("behind", \.behind, -0.9...1),
    .number("slant", \.slant, 1e-6...1),
    .number("least_area_m2", \.leastArea, 0...0.01),
  ]
}
