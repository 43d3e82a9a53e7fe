public import Files

/// Where an ear is taken out of a section.
public struct EarExclusionOptions: OptionTable {
  /// How far in front of the tragion a pinna can be, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var forward = 0.010
  /// How far behind it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var back = 0.040
  /// How far above or below it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var vertical = 0.040
  /// What stands out by more than this is an ear and not the head's own shape, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var protrusion = 0.0025
  /// The stretch beside the ear that shows the head's own line, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var flankDegrees = 20.0

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<EarExclusionOptions>] = [
    .number("forward_m", \.forward, 0...0.1),
    .number("back_m", \.back, 0...0.1),
    .number("vertical_m", \.vertical, 0...0.2),
    .number("protrusion_m", \.protrusion, 0...0.05),
    .number("flank_degrees", \.flankDegrees, 1...60),
  ]
}
