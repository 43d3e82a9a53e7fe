public import Files

/// How landmarks are located, from each of their sources.
public struct LandmarkOptions: OptionTable {
  /// Clicks in frames.
  public var picked = PickedLandmarkOptions()
  /// What the surface's shape tells.
  public var automatic = AutomaticLandmarkOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LandmarkOptions>] = [
    group("picked", \.picked),
    group("automatic", \.automatic),
  ]
}

/// How clicks become landmarks.
public struct PickedLandmarkOptions: OptionTable {
  /// The standard deviation of one click along each axis before any is seen, metres.
  ///
  /// Evidence: Docs/decisions/measures.md (A click is expected within 1 mm, not 1.5).
  public var clickDeviation = 0.001
  /// The standard deviation above which the clicks are called contradictory, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var limit = 0.005

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<PickedLandmarkOptions>] = [
    .number("click_deviation_m", \.clickDeviation, 1e-5...0.05),
    .number("limit_m", \.limit, 1e-4...0.1),
  ]
}

/// How nose and ears are found by their shape.
public struct AutomaticLandmarkOptions: OptionTable {
  /// The least score of a landmark that is used; every check gives 0.5 where it is just met.
  ///
  /// Evidence: Docs/methods/landmarks.md (Spread and score).
  public var leastScore = 0.5

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<AutomaticLandmarkOptions>] = [
    .number("least_score", \.leastScore, 0...1)
  ]
}
