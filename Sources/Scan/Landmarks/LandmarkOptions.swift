public import Files

/// How landmarks are located, from each of their sources.
public struct LandmarkOptions: OptionTable {
  /// Clicks in frames.
  public var picked = PickedLandmarkOptions()
  /// Markers of the cap that stand at landmarks.
  public let cap = CapLandmarkConstants()
  /// What the surface's shape tells.
  public var automatic = AutomaticLandmarkOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LandmarkOptions>] = [
    group("picked", \.picked),
    group("automatic", \.automatic),
  ]
}

/// Landmarks that markers of the cap stand on.
public struct CapLandmarkConstants: Sendable, Equatable {
  /// How far a marker's middle lies from the landmark that it is said to stand on, along each axis, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let placement = 0.002
  /// How far above and below a marker's middle the surface is looked for, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let surfaceReach = 0.008

  /// The defaults.
  public init() {}
}
