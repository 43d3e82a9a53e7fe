public import Markers

/// Whether a recording shows one cap on one head.
///
/// In a slip of the whole cap no distance between two of its markers changes, in one of a part only those from the part to
/// the rest. In frames of two heads, or of a cap that was put on anew, distances have two values among all markers.
public enum SplitDistances {
  /// How likely two markers have more than one distance where both have more than one to a third; nil where hardly any have.
  public static func closure(_ frames: [FrameObservations], _ options: PartSlipConstants = PartSlipConstants())
    -> Double?
  {
    PairDistances(frames, .none, options).splitClosure
  }
}
