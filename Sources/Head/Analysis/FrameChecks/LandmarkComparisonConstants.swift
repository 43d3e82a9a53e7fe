/// When a landmark lies elsewhere than where the surface shows it.
public struct LandmarkComparisonConstants: Sendable, Equatable {
  /// The number of standard deviations beyond which a landmark lies elsewhere, along each axis of the head.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public let most = 2.2
  /// How far the sellion that the surface shows lies from the true one, sideways, standard deviation, metres.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public let sellionAside = 0.0007
  /// The same along the midline.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public let sellionAlong = 0.0012
  /// How far the tragions that the surface shows lie from the true ones, both alike, standard deviation along each axis,
  /// metres.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public let tragions = 0.0040
  /// The same of each tragion by itself.
  ///
  /// Evidence: Docs/evaluation/landmarks.md (Landmarks at the wrong place).
  public let tragion = 0.0015
  /// A face that the surface shows turned by more than this against the landmarks, in degrees, is not theirs.
  ///
  /// Evidence: assumed: landmarks that are a head's are never that far off; no measurement behind it.
  public let largestTurn = 30.0
  /// The least height of the sellion above the nose tip, metres.
  ///
  /// Evidence: assumed: a third of a premature newborn's; no measurement behind it.
  public let leastNose = 0.005

  /// The defaults.
  public init() {}
}
