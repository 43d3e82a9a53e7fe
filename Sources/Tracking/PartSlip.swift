import Markers

/// A part of the cap that slid over the rest: some markers that stand, as one, elsewhere from a moment on.
public struct PartSlip: Sendable, Equatable {
  /// The markers on the part.
  public let ids: [Int]
  /// The markers of the rest that were seen on both sides.
  public let others: [Int]
  /// The part stood still before these frames, and stands still after them.
  public let frames: Range<Int>
  /// How far the part slid, root mean square over its corners, metres.
  public let shift: Double
  /// Whether what is seen of it before the moment is used, or what is seen afterwards.
  public let isBeforeKept: Bool
}

extension PartSlip {
  /// The same slip with what is called the part and what the rest exchanged: markers alone can't tell which stayed on the
  /// head. Nil where the part is too small to be the rest.
  public func exchanged(_ options: PartSlipOptions = PartSlipOptions()) -> PartSlip? {
    guard ids.count >= options.fewestStill else { return nil }
    return PartSlip(ids: others, others: ids, frames: frames, shift: shift, isBeforeKept: isBeforeKept)
  }

  /// Rejects what is seen of the part on the side that is not used, and while it slid.
  public func reject(_ observations: inout [FrameObservations]) {
    for index in observations.indices where isBeforeKept ? index >= frames.lowerBound : index < frames.upperBound {
      observations[index].reject { ids.contains($0.id) ? .partSlid : nil }
    }
  }
}
