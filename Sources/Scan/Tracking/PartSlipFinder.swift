import Geometry
import Markers
import Workers

/// Tracks a recording in which parts of the cap may have slid over the rest.
public struct PartTracker: Sendable {
  private let tracker: Tracker
  private let cap: Cap
  private let workers: Workers

  /// A tracker with the given options.
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
    while slips.count < tracker.options.parts.mostSlips,
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
    let isBent = calibration.verdict(tracker.options.verdict) == .suspect
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

  private var options: PartSlipConstants { tracker.options.parts }

  func find(_ observations: [FrameObservations], _ calibration: SelfCalibration) -> PartSlip? {
    let distances = PairDistances(observations, calibration, options)
    guard var change = distances.likeliestChange(), change.pairs >= options.fewestPairs else { return nil }
    // The moment of the largest change may be seconds off, but still shows some of the markers that slid; their own
    // distances then give the moment.
    for round in 0..<options.mostRounds {
      let frames = around(change.frames, observations)
      guard let before = map(observations, 0..<frames.lowerBound, calibration),
        let after = map(observations, frames.upperBound..<observations.count, calibration),
        let motion = Motion(before, after, options),
        let again = distances.likeliestChange(of: Set(motion.ids))
      else { return nil }
      if round > 0, again.frames.overlaps(change.frames) { return slip(motion, frames, observations) }
      change = unseen(motion.ids, again, observations)
    }
    return nil
  }

  private func slip(_ motion: Motion, _ frames: Range<Int>, _ observations: [FrameObservations]) -> PartSlip? {
    guard motion.ids.count >= options.fewestSlid, motion.others.count >= options.fewestStill,
      motion.shift > max(options.leastShift, options.leastRatio * motion.restShift)
    else { return nil }
    let sightings = { (frames: Range<Int>) in
      observations[frames].reduce(0) { $0 + $1.markers.count { motion.ids.contains($0.id) } }
    }
    return PartSlip(
      ids: motion.ids, others: motion.others, frames: frames, shift: motion.shift,
      isBeforeKept: sightings(0..<frames.lowerBound) >= sightings(frames.upperBound..<observations.count))
  }

  /// The moment, widened by the frames around it that don't show the part: it may have slid in any of them.
  private func unseen(
    _ ids: [Int], _ change: PairDistances.Change, _ observations: [FrameObservations]
  ) -> PairDistances.Change {
    let shows = { (frame: Int) in observations[frame].markers.contains { ids.contains($0.id) } }
    let before = (0..<change.frames.lowerBound).last { shows($0) } ?? change.frames.lowerBound - 1
    let after = (change.frames.upperBound..<observations.count).first { shows($0) } ?? change.frames.upperBound
    return PairDistances.Change(frames: (before + 1)...after, pairs: change.pairs)
  }

  /// The frames that may show the part while it slides.
  private func around(_ change: ClosedRange<Int>, _ observations: [FrameObservations]) -> Range<Int> {
    let (last, first) = (observations[change.lowerBound - 1].time, observations[change.upperBound].time)
    let middle = (last + first) / 2
    let start = min(last + 1e-9, middle - options.margin)
    let end = max(first, middle + options.margin)
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
  private struct Motion {
    /// The markers that moved together, ascending.
    let ids: [Int]
    /// The markers that stayed, ascending.
    let others: [Int]
    /// How far the former moved against the latter, and the residual of the latter, root mean square over the corners,
    /// metres.
    let shift, restShift: Double

    init?(_ before: MarkerMap, _ after: MarkerMap, _ options: PartSlipConstants) {
      let tolerance = options.tolerance
      let places = before.markers.mapValues(\.corners)
      let corners = after.ids.filter { places[$0] != nil }.map { (id: $0, corners: after.markers[$0]!.corners) }
      guard let rest = RobustPose.find(corners, in: places, tolerance: tolerance) else { return nil }
      let remaining = corners.filter { !rest.inliers.contains($0.id) }
      guard let part = RobustPose.find(remaining, in: places, tolerance: tolerance) else { return nil }
      let miss = { (pose: RigidTransform, id: Int) in
        RobustStatistics.rms(zip(after.markers[id]!.corners, places[id]!).map { (pose * $0 - $1).length })
      }
      // Near the axis about which the part turned, a marker agrees with both alignments; it goes where it clearly fits
      // better.
      let astray = rest.inliers.filter {
        options.clearly * miss(part.mapFromCamera, $0) < miss(rest.mapFromCamera, $0)
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
