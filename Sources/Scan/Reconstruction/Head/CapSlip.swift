import Diagnostics
import Recordings
import Tracking

/// A slip of the cap, or of a part of it, over the head: when, by how much, and what was done about it.
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

  /// Seconds since the start of the recording: the earliest and the latest moment at which it can have happened.
  public let times: ClosedRange<Double>
  public let motion: Motion
  public let treatment: Treatment

  /// The longest span of time that is reported as a single moment, seconds.
  private static let exact = 1.5

  /// The slip as a finding, which withholds measures where nothing could be done about it.
  public var finding: Finding {
    var values: [String: FindingValue] = [:]
    let second = { (time: Double) in FindingValue.number(time, decimals: 1, unit: "s") }
    if times.upperBound - times.lowerBound > Self.exact {
      (values["from_s"], values["to_s"]) = (second(times.lowerBound), second(times.upperBound))
    } else {
      values["time_s"] = second((times.lowerBound + times.upperBound) / 2)
    }
    if case .split(let isBeforeKept) = treatment {
      values["side"] = .term(isBeforeKept ? "before" : "after", of: "side")
    }
    switch motion {
    case .whole(let angle):
      values["angle_degrees"] = angle.map { .number($0, decimals: 1, unit: "°") }
      return Finding(code(.slipCorrected, .slipSplit, .slipUnresolved), values)
    case .part(let ids, let shift):
      values["shift_mm"] = .millimetres(shift, decimals: 1)
      return Finding(code(.slipPartCorrected, .slipPartSplit, .slipPartUnresolved), values, ids: ids)
    }
  }

  private func code(_ corrected: FindingCode, _ split: FindingCode, _ unresolved: FindingCode) -> FindingCode {
    switch treatment {
    case .corrected: corrected
    case .split: split
    case .none: unresolved
    }
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
