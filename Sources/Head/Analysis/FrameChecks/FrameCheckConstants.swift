/// When landmarks are taken to be mixed up, by the surface about them.
public struct FrameCheckConstants: Sendable, Equatable {
  /// Surface that lies within this of the middle of the ears counts, metres.
  ///
  /// Evidence: assumed: farther off is what holds the head; no measurement behind it.
  public let reach = 0.15
  /// With a smaller share of surface above the base plane, nothing is taken to be there.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let nothing = 0.1
  /// With nothing above, this share below is a vault.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let vault = 0.8
  /// With this share of directions that meet the surface on both sides, their distances are compared.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  public let comparable = 0.1
  /// A vault is farther from the ears than an underside: the ratio of their distances below which the head is upside down.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  public let underside = 0.98
  /// A section less asymmetric than this is never taken for mixed up, metres.
  ///
  /// Evidence: assumed: no head's is twice as much; no measurement behind it.
  public let suspicious = 0.008
  /// Landmarks are mixed up when another order leaves less than this share of the asymmetry.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let remaining = 0.5

  /// The defaults.
  public init() {}
}
