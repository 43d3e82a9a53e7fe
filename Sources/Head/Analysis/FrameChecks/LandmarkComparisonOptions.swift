public import Files

/// When a landmark lies elsewhere than where the surface shows it.
public struct LandmarkComparisonOptions: OptionTable {
  /// The number of standard deviations beyond which a landmark lies elsewhere, along each axis of the head.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public var most = 2.2
  /// How far the sellion that the surface shows lies from the true one, sideways, standard deviation, metres.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public var sellionAside = 0.0007
  /// The same along the midline.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public var sellionAlong = 0.0012
  /// How far the tragions that the surface shows lie from the true ones, both alike, standard deviation along each axis,
  /// metres.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public var tragions = 0.0040
  /// The same of each tragion by itself.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public var tragion = 0.0015
  /// A face that the surface shows turned by more than this against the landmarks, in degrees, is not theirs.
  ///
  /// Evidence: assumed: landmarks that are a head's are never that far off; no measurement behind it.
  public var largestTurn = 30.0
  /// The least height of the sellion above the nose tip, metres.
  ///
  /// Evidence: assumed: a third of a premature newborn's; no measurement behind it.
  public var leastNose = 0.005

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LandmarkComparisonOptions>] = [
    .number("most_deviations", \.most, 1...100),
    .number("sellion_aside_m", \.sellionAside, 1e-5...0.05),
    .number("sellion_along_m", \.sellionAlong, 1e-5...0.05),
    .number("tragions_m", \.tragions, 0...0.05),
    .number("tragion_m", \.tragion, 1e-5...0.05),
    .number("largest_turn_degrees", \.largestTurn, 1...180),
    .number("least_nose_m", \.leastNose, 0...0.05),
  ]
}
