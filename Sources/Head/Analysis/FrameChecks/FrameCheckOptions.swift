public import Files

/// When landmarks are taken to be mixed up, by the surface about them.
public struct FrameCheckOptions: OptionTable {
  /// Surface that lies within this of the middle of the ears counts, metres.
  ///
  /// Evidence: assumed: farther off is what holds the head; no measurement behind it.
  public var reach = 0.15
  /// With a smaller share of surface above the base plane, nothing is taken to be there.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var nothing = 0.1
  /// With nothing above, this share below is a vault.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var vault = 0.8
  /// With this share of directions that meet the surface on both sides, their distances are compared.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  public var comparable = 0.1
  /// A vault is farther from the ears than an underside: the ratio of their distances below which the head is upside down.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  public var underside = 0.98
  /// A section less asymmetric than this is never taken for mixed up, metres.
  ///
  /// Evidence: assumed: no head's is twice as much; no measurement behind it.
  public var suspicious = 0.008
  /// Landmarks are mixed up when another order leaves less than this share of the asymmetry.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var remaining = 0.5

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<FrameCheckOptions>] = [
    .number("reach_m", \.reach, 0.01...1),
    .number("nothing", \.nothing, 0...1),
    .number("vault", \.vault, 0...1),
    .number("comparable", \.comparable, 0...1),
    .number("underside", \.underside, 0...10),
    .number("suspicious_m", \.suspicious, 0...1),
    .number("remaining", \.remaining, 0...1),
  ]
}
