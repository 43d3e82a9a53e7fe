public import Markers

/// Whether a recording shows one cap on one head.
///
/// In a slip of the whole cap no distance between two of its markers changes, in one of a part only those from the part to
/// the rest. In frames of two heads, or of a cap that was put on anew, distances have two values among all markers.
public enum SplitDistances {
  /// The largest share of closed triples among those with two distances that have more than one value. See
  /// Docs/methods/slips.md (Two heads): 0 in slips, 0.50 to 0.65 in frames of two heads.
  public static let mostSplit = 0.4

  /// How likely two markers have more than one distance where both have more than one to a third; nil where hardly any have.
  public static func closure(_ frames: [FrameObservations]) -> Double? {
    PairDistances(frames, .none).splitClosure
  }
}
