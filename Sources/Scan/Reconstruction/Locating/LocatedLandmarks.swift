import Diagnostics
public import Landmarks

/// The landmarks of a reconstructed head.
public struct LocatedLandmarks: Sendable {
  /// Those that are used, scan frame.
  public let used: HeadLandmarks
  /// Those found on the surface, used or not; nil where none were looked for or nothing could be fused.
  public let found: AutomaticLandmarks?
  /// All clicks, with what became of them.
  public let clicks: [PlacedClick]
  /// The clicks that were left out, as findings.
  public let discarded: [Finding]
  /// True where some of those used were found on the surface, so that its floor does not follow from them yet.
  let areFromSurface: Bool
}
