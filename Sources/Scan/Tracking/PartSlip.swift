import Markers

/// A part of the cap that slid over the rest: some markers that moved together at one moment.
public struct PartSlip: Sendable, Equatable {
  /// The markers on the part.
  public let ids: [Int]
  /// The markers of the rest that were seen on both sides.
  public let others: [Int]
  /// The part stood still before these frames, and stands still after them.
  public let frames: Range<Int>
  /// How far the part slid, root mean square over its corners, metres.
  public let shift: Double
  /// Whether its sightings before the moment are used, or those afterwards.
  public let isBeforeKept: Bool
}

extension PartSlip {
  /// The fewest markers of the rest. Assumed.
  static let fewestStill = 4

  /// The slip with the part and the rest exchanged: markers alone can't show which of them stayed on the head. Nil
  /// where the part is too small to be the rest.
  public func exchanged() -> PartSlip? {
    guard ids.count >= Self.fewestStill else { return nil }
    return PartSlip(ids: others, others: ids, frames: frames, shift: shift, isBeforeKept: isBeforeKept)
  }

  /// Rejects the part's sightings on the side that is not used, and those while it slid.
  public func reject(_ observations: inout [FrameObservations]) {
    for index in observations.indices where isBeforeKept ? index >= frames.lowerBound : index < frames.upperBound {
      observations[index].reject { ids.contains($0.id) ? .partSlid : nil }
    }
  }
}
