import Geometry
import Markers
import Workers

/// Tracks a recording in which parts of the cap may have slid over the rest.
public struct PartTracker: Sendable {
  private let tracker: Tracker
  private let cap: Cap
  private let workers: Workers
  /// The largest correction of depth that is taken for a sound sensor's, metres.
  var depthLimit = SelfCalibration.depthLimit

  /// The most slips that are looked for. Assumed.
  private static let mostSlips = 3

  /// A tracker of a cap with the given options.
  public init(_ options: TrackingOptions = TrackingOptions(), cap: Cap, workers: Workers = Workers(count: 1)) {
    (tracker, self.cap, self.workers) = (Tracker(options: options), cap, workers)
  }

  /// Tracks screened observations; of a part that slid, only the sightings on one side of the slide are used.
  ///
  /// - Returns: the tracking, the observations that it may use, and the slips in the order in which they were found.
  public func track(
    _ observations: [FrameObservations]
  ) throws(TrackingError) -> (tracking: Tracking, observations: [FrameObservations], slips: [PartSlip]) {
    let finder = PartSlipFinder(tracker: tracker, cap: cap, workers: workers)
    var (observations, slips) = (observations, [PartSlip]())
    var tracking = try tracker.track(observations, cap: cap, workers: workers)
    while slips.count < Self.mostSlips,
      let slip = find(finder, observations, tracking.calibration)
    {
      slips.append(slip)
      slip.reject(&observations)
      tracking = try tracker.track(observations, cap: cap, workers: workers)
    }
    return (tracking, observations, slips)
  }

  /// A slide that is not known yet can bend the calibration so far that no sound sensor is like it; then it is looked for by
  /// what the recording says of its sensor.
  private func find(
    _ finder: PartSlipFinder, _ observations: [FrameObservations], _ calibration: SelfCalibration
  ) -> PartSlip? {
    if let slip = finder.find(observations, calibration) { return slip }
    let isBent = calibration.verdict(depthLimit: depthLimit) == .suspect
    return isBent ? finder.find(observations, .none) : nil
  }
}

/// Looks for a part of the cap that slid over the rest.
///
/// Distances between markers show the moment. The frames before and after it are then tracked separately, and the two
/// maps are aligned by as many markers as agree. If the remaining markers agree on another alignment, they slid.
struct PartSlipFinder {
  let tracker: Tracker
  let cap: Cap
  let workers: Workers

  /// The time before and after the moment whose sightings are not used, seconds. Assumed: all simulated slides take
  /// half a second.
  private static let margin = 0.5
  /// The fewest pairs of markers that must change. See Docs/evaluation/slips.md (Slides of a part): at most two in
  /// sound scans, seven and more in slides of 2 mm.
  private static let fewestPairs = 3
  /// The most rounds in which the moment is looked for. Assumed.
  private static let mostRounds = 4
  /// The fewest markers of a part. Assumed: one alone is a marker that moved.
  private static let fewestSlid = 2
  /// Markers of two maps agree within this on average over their corners, metres. Maps of halves of sound scans do
  /// within 0.2 mm; the number itself is assumed.
  fileprivate static let tolerance = 0.0012
  /// The least shift of a part, metres. See Docs/evaluation/slips.md (Slides of a part): 2 mm were the least that was
  /// tried.
  private static let leastShift = 0.0018
  /// The least ratio of its shift to the residual of the rest. The rest disagrees by 0.2 to 0.5 mm,
  /// Docs/methods/slips.md (A part of the cap); the factor is assumed.
  private static let leastRatio = 4.0
  /// The ratio of its two residuals from which a marker fits one place clearly better than the other. See
  /// Docs/decisions/tracking.md (A marker near the axis of a slide fits both positions).
  fileprivate static let clearly = 2.0

  func find(_ observations: [FrameObservations], _ calibration: SelfCalibration) -> PartSlip? {
    let distances = PairDistances(observations, calibration)
    guard let change = distances.likeliestChange(), change.pairs >= Self.fewestPairs else { return nil }
    // What slid while little of it was in sight is hardly likelier at one moment than at those around it, and on the wrong
    // side of the likeliest it blurs one of the maps.
    return find(from: change, distances, observations, calibration)
      ?? distances.likeliestChange(nearly: true).flatMap { find(from: $0, distances, observations, calibration) }
  }

  private func find(
    from change: PairDistances.Change, _ distances: PairDistances, _ observations: [FrameObservations],
    _ calibration: SelfCalibration
  ) -> PartSlip? {
    var (change, known) = (change, Slide?.none)
    // The moment of the largest change may be seconds off, but still shows some of the markers that slid; their own
    // distances then give the moment.
    for _ in 0..<Self.mostRounds {
      let frames = around(change.frames, observations)
      let sides = Self.sides(of: frames, in: observations.count)
      let maps = workers.both(
        { map(observations, sides.before, calibration) }, { map(observations, sides.after, calibration) })
      // Where the part is out of sight for long, too little is left on one side of that to tell again what slid.
      guard let before = maps.0, let after = maps.1, let motion = Slide(before, after) else {
        return known.flatMap { slip($0, frames, observations) }
      }
      guard let again = distances.likeliestChange(of: Set(motion.ids)) else { return nil }
      if known != nil, again.frames.overlaps(change.frames) { return slip(motion, frames, observations) }
      change = unseen(motion.ids, again, observations)
      known = motion
    }
    return nil
  }

  private func slip(_ motion: Slide, _ frames: Range<Int>, _ observations: [FrameObservations]) -> PartSlip? {
    guard motion.ids.count >= Self.fewestSlid, motion.others.count >= PartSlip.fewestStill,
      motion.shift > max(Self.leastShift, Self.leastRatio * motion.restShift)
    else { return nil }
    let sides = Self.sides(of: frames, in: observations.count)
    let sightings = { (frames: Range<Int>) in
      observations[frames].reduce(0) { $0 + $1.markers.count { motion.ids.contains($0.id) } }
    }
    return PartSlip(
      ids: motion.ids, others: motion.others, frames: frames, shift: motion.shift,
      isBeforeKept: sightings(sides.before) >= sightings(sides.after))
  }

  /// The frames before a slide, and those after it.
  static func sides(of frames: Range<Int>, in count: Int) -> (before: Range<Int>, after: Range<Int>) {
    (0..<frames.lowerBound, frames.upperBound..<count)
  }

  /// The moment, widened by the frames around it that don't show the part: it may have slid in any of them.
  func unseen(
    _ ids: [Int], _ change: PairDistances.Change, _ observations: [FrameObservations]
  ) -> PairDistances.Change {
    let shows = { (frame: Int) in observations[frame].markers.contains { ids.contains($0.id) } }
    let before = (0..<change.frames.lowerBound).last { shows($0) } ?? change.frames.lowerBound - 1
    let after = (change.frames.upperBound..<observations.count).first { shows($0) } ?? change.frames.upperBound
    return PairDistances.Change(frames: (before + 1)...after, pairs: change.pairs)
  }

  /// The frames that may show the part while it slides.
  func around(_ change: ClosedRange<Int>, _ observations: [FrameObservations]) -> Range<Int> {
    let (last, first) = (observations[change.lowerBound - 1].time, observations[change.upperBound].time)
    let middle = (last + first) / 2
    let start = min(last + 1e-9, middle - Self.margin)
    let end = max(first, middle + Self.margin)
    let lower = observations.firstIndex { $0.time >= start } ?? change.lowerBound
    return lower..<(observations.firstIndex { $0.time >= end } ?? observations.count)
  }

  /// The map of a range of frames alone; nil where they can't be tracked.
  private func map(
    _ observations: [FrameObservations], _ frames: Range<Int>, _ calibration: SelfCalibration
  ) -> MarkerMap? {
    try? tracker.track(observations, only: frames, cap: cap, calibration: calibration, workers: workers).map
  }

  /// The difference between two maps: most markers agree on one alignment, others on another.
  private struct Slide {
    /// The markers that moved together, ascending.
    let ids: [Int]
    /// The markers that stayed, ascending.
    let others: [Int]
    /// How far the former moved against the latter, and the residual of the latter, root mean square over the corners,
    /// metres.
    let shift, restShift: Double

    init?(_ before: MarkerMap, _ after: MarkerMap) {
      let places = before.markers.mapValues(\.corners)
      let corners = after.ids.filter { places[$0] != nil }.map { (id: $0, corners: after.markers[$0]!.corners) }
      guard let rest = RobustPose.find(corners, in: places, tolerance: PartSlipFinder.tolerance) else { return nil }
      let remaining = corners.filter { !rest.inliers.contains($0.id) }
      guard let part = RobustPose.find(remaining, in: places, tolerance: PartSlipFinder.tolerance) else { return nil }
      let miss = { (pose: RigidTransform, id: Int) in
        RobustStatistics.rms(zip(after.markers[id]!.corners, places[id]!).map { (pose * $0 - $1).length })
      }
      // Near the axis about which the part turned, a marker agrees with both alignments; it goes where it clearly fits
      // better.
      let astray = rest.inliers.filter {
        PartSlipFinder.clearly * miss(part.mapFromCamera, $0) < miss(rest.mapFromCamera, $0)
      }
      ids = (part.inliers + astray).sorted()
      others = rest.inliers.filter { !astray.contains($0) }.sorted()
      let still = others.flatMap { id in zip(after.markers[id]!.corners, places[id]!) }
      guard let pose = RigidTransform.fit(still.map(\.0), onto: still.map(\.1)) else { return nil }
      shift = RobustStatistics.rms(ids.map { miss(pose, $0) })
      restShift = RobustStatistics.rms(others.map { miss(pose, $0) })
    }
  }
}

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
