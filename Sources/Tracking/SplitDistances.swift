public import Markers

/// Whether a recording shows one cap on one head.
///
/// In a slip of the whole cap no distance between two of its markers changes, in one of a part only those from the part to
/// the rest. In frames of two heads, or of a cap that was put on anew, nearly all have two values.
public enum SplitDistances {
  /// The share of pairs of markers whose distance has more than one value; nil where too little is seen.
  public static func share(_ frames: [FrameObservations], _ options: PartSlipOptions = PartSlipOptions()) -> Double? {
    PairDistances(frames, .none, options).splitShare
  }
}
