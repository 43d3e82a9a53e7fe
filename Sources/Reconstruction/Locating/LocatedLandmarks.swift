import Diagnostics
public import Landmarks

/// The landmarks of a reconstructed head.
public struct LocatedLandmarks: Sendable {
  /// Those that are used, scan frame.
  public let used: HeadLandmarks
  /// What the surface shows, used or not; nil where it was not looked for or nothing could be fused.
  public let found: AutomaticLandmarks?
  /// The clicks that were left out, in words.
  public let discarded: [Finding]
  /// True where some of those that are used were found on the surface, which did not end by them yet.
  let areFromSurface: Bool
}
