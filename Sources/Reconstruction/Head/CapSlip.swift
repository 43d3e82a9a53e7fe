import Diagnostics
import Recordings
import Tracking

/// A cap, or a part of it, that slipped over the head: when, by how much, and what was done about it.
public struct CapSlip: Sendable, Equatable {
  /// What slipped, and by how much.
  public enum Motion: Sendable, Equatable {
    /// All of it, by an angle in degrees; nil where that could not be measured.
    case whole(angle: Double?)
    /// These markers over the rest, by a distance in metres.
    case part(ids: [Int], shift: Double)
  }

  /// What became of the scan.
  public enum Treatment: Sendable, Equatable {
    /// The frames on the other side of it have poses from the surface that both sides show.
    case corrected
    /// Only what is seen on one side of it is used.
    case split(isBeforeKept: Bool)
    /// Neither could be done.
    case none
  }

  /// Seconds since the start of the recording, the least and the most where nothing tells between them.
  public let times: ClosedRange<Double>
  public let motion: Motion
  public let treatment: Treatment

  /// A moment known to within this is told as one, seconds.
  private static let exact = 1.5

  /// What happened, in words.
  public var text: String {
    let ends = [times.lowerBound, times.upperBound].map { NumberText.number($0, digits: 1) }
    let middle = NumberText.number((times.lowerBound + times.upperBound) / 2, digits: 1)
    let moment =
      times.upperBound - times.lowerBound > Self.exact
      ? "between \(ends[0]) and \(ends[1]) s" : "at about \(middle) s"
    let (what, seen): (String, String)
    switch motion {
    case .whole(let angle):
      let amount = angle.map { " by about \(NumberText.number($0, digits: 1))°" } ?? ""
      (what, seen) = ("the cap slipped\(amount)", "the frames")
    case .part(let ids, let shift):
      let markers = ids.map(String.init).joined(separator: ", ")
      what =
        "a part of the cap (markers \(markers)) slipped over the rest by about \(NumberText.number(shift * 1000, digits: 1)) mm"
      seen = "the views of it"
    }
    let outcome =
      switch treatment {
      case .corrected: "face and ears gave back the place of the cap on the head"
      case .split(let isBeforeKept): "only \(seen) \(isBeforeKept ? "before" : "after") that are used"
      case .none: "its markers do not stand where they stood on the head"
      }
    return "\(what) \(moment): \(outcome)"
  }
}

extension CapSlip {
  /// A part's slip as the tracker found it.
  init(_ slip: PartSlip, _ recording: Recording) {
    let start = recording.frames[0].time
    let (first, last) = (slip.frames.lowerBound, min(slip.frames.upperBound, recording.frames.count) - 1)
    self.init(
      times: (recording.frames[first].time - start)...(recording.frames[max(first, last)].time - start),
      motion: .part(ids: slip.ids, shift: slip.shift), treatment: .split(isBeforeKept: slip.isBeforeKept))
  }
}
