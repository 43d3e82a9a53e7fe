/// What a head may hide where its surface was not seen.
enum Unseen {
  /// The tightest curve of a head's outline, radius in metres: over a gap of width w it may bulge by w² / 8r.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/section.md states it.
  static let tightestRadius = 0.05
  /// An extent counts as not measured when a gap may hide more of it than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  static let hiddenExtent = 0.0003

  /// How far a head may bulge over a gap of a width, both in metres.
  static func bulge(over width: Double) -> Double { width * width / (8 * tightestRadius) }
}
