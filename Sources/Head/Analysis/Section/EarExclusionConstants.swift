/// Where an ear is taken out of a section.
public struct EarExclusionConstants: Sendable, Equatable {
  /// How far in front of the tragion a pinna can be, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let forward = 0.010
  /// How far behind it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let back = 0.040
  /// How far above or below it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let vertical = 0.040
  /// What stands out by more than this is an ear and not the head's own shape, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let protrusion = 0.0025
  /// The stretch beside the ear that shows the head's own line, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let flankDegrees = 20.0

  /// The defaults.
  public init() {}
}
