import Diagnostics
import Geometry
import PointClouds
import Recordings
import Tracking

/// A slip of the cap, or of a part of it, over the head: when, by how much, and what was done about it.
public struct CapSlip: Sendable, Equatable {
  /// What slipped, and by how much.
  public enum Extent: Sendable, Equatable {
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
    /// Neither was done: only a surface that ends where the clicks say shows it.
    case doubted
  }

  /// Seconds since the start of the recording: the earliest and the latest moment at which it can have happened.
  public let times: ClosedRange<Double>
  public let extent: Extent
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
    switch extent {
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
    case .doubted: .slipDoubted
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
      extent: .part(ids: slip.ids, shift: slip.shift), treatment: .split(isBeforeKept: slip.isBeforeKept))
  }
}

/// Looks for a slip of the whole cap, which its markers can't show: they do not move against each other.
///
/// Depth shows it where the cap does not cover the head: in the frame of the markers, face and ears are elsewhere
/// afterwards. The surface under the cap does not help, because poses follow the depth of the markers and the vault is
/// nearly a ball.
struct SlipCheck {
  /// The part of the surface that the cap does not cover.
  let chart: SurfaceChart
  /// The frames whose points are examined, in order.
  private let frames: [Int]
  private let finder: MotionChangeFinder
  private let options: SlipOptions

  /// Surface nearer to a marker's centre than this is the cap's, metres. See Docs/decisions/tracking.md (A slip is
  /// searched in sums of patches, not in registrations of frames); markers stand about 25 mm apart.
  private static let capReach = 0.022
  /// Its least size in standard deviations of it. At most 3.3 in sound scans beside the size, at least 5.6 at 1° (the
  /// phantoms of Docs/evaluation/slips.md).
  private static let leastRatio = 3.0

  /// A check; nil where too little of the head is bare.
  init?(_ head: FusedHead, _ map: MarkerMap, _ options: SlipOptions) {
    guard let chart = SurfaceChart(Self.bare(head.mesh, map.centres)) else { return nil }
    (self.chart, self.options) = (chart, options)
    frames = head.samples.map(\.frame)
    finder = MotionChangeFinder(
      head.samples.map { chart.offsets(of: $0.cloud) },
      over: (head.samples.last?.time ?? 0) - (head.samples.first?.time ?? 0), patches: chart.patches)
  }

  /// A slip with the last examined frame before it and the first one after it.
  struct Slip {
    let change: MotionChange
    let before, after: Int
  }

  /// The slip, if there is one.
  func slip() -> Slip? {
    guard let change = finder.likeliest(), change.size > max(options.leastSize, Self.leastRatio * change.deviation),
      change.significance > options.leastSignificance
    else { return nil }
    return Slip(change: change, before: frames[change.index - 1], after: frames[change.index])
  }

  private static func bare(_ mesh: Mesh, _ markers: [Vector3]) -> Mesh {
    let vertices = mesh.positions.indices.filter { vertex in
      let point = mesh.positions[vertex]
      return !markers.contains { ($0 - point).dot($0 - point) < capReach * capReach }
    }
    guard mesh.normals.count == mesh.positions.count else { return Mesh() }
    return Mesh(positions: vertices.map { mesh.positions[$0] }, normals: vertices.map { mesh.normals[$0] })
  }
}

extension TrackedHead {
  /// The slip of the whole cap over face and ears, if there is one.
  func slip(_ options: SlipOptions) -> SlipCheck.Slip? { SlipCheck(surface, tracking.map, options)?.slip() }
}

/// Decides which of two parts of a cap that slid over each other stayed on the head: markers alone can't show it, but
/// face and ears can.
struct PartExchange {
  private let context: ReconstructionContext

  init(_ context: ReconstructionContext) { self.context = context }

  /// The head with the part and the rest exchanged where that leaves no slip over face and ears; unchanged otherwise.
  func settled(_ head: TrackedHead) throws -> TrackedHead {
    guard head.partSlips.count == 1,
      let other = head.partSlips[0].exchanged(), head.slip(context.options.slips) != nil
    else { return head }
    var usable = head.screened
    other.reject(&usable)
    let tracker = Tracker(options: context.options.tracking)
    guard
      let tracked = try? tracker.track(usable, cap: context.input.cap, workers: context.workers)
    else { return head }
    let exchanged = try TrackedHead.recovered(tracked, usable, of: head.screened, slips: [other], in: context)
    return exchanged.slip(context.options.slips) == nil ? exchanged : head
  }
}
