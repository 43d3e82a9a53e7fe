/// What a head may hide where its surface was not seen, and how much of that is too much.
public struct UnseenConstants: Sendable, Equatable {
  /// The tightest curve of a head's outline, radius in metres: over a gap of width w it may bulge by w² / 8r.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/section.md states it.
  public let tightestRadius = 0.05
  /// An extent counts as not measured when a gap may hide more of it than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let hiddenExtent = 0.0003
  /// The vertex counts as not measured when a hole may hide more of its height than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let hiddenHeight = 0.001
  /// A volume counts as not measured when more than this share of it may be hidden.
  ///
  /// Evidence: derived: evenly between the bounds, that is a standard deviation of 1.2 %.
  public let hiddenVolume = 0.02
  /// Shorter pieces of a section are specks, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let speck = 0.005
  /// A volume that differs by more than this share from that of stacked outlines has walls inside.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let innerWalls = 0.05

  /// The defaults.
  public init() {}

  /// How far a head may bulge over a gap of a width, both in metres.
  func bulge(over width: Double) -> Double { width * width / (8 * tightestRadius) }
}
