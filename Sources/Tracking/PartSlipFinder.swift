import Geometry
import Markers
import Workers

/// Looks for a part of the cap that slid over the rest.
///
/// Distances between markers tell the moment. The frames before and after it are then tracked on their own, and the two maps
/// laid over each other by as many markers as agree; the others slid where they agree in turn on another place.
struct PartSlipFinder {
  let tracker: Tracker
  let cap: Cap
  let workers: Workers

  /// More slips are not looked for.
  static let mostSlips = 3
  /// What is seen so long before and after the moment is not used, seconds: it may take a while.
  private static let margin = 0.5
  /// Fewer changed pairs are no part's: sound scans show up to two, parts of four markers that slide by 2 mm seven and more.
  private static let fewestPairs = 3
  /// How often the moment is looked for again.
  private static let mostRounds = 4
  /// The fewest markers of a part and of the rest.
  static let fewestSlid = 2
  /// Markers of two maps agree within this on average over their corners, metres: maps of halves of sound scans do within 0.2 mm.
  private static let tolerance = 0.0012
  /// A part slid by at least this, metres, and by so many times what the rest disagrees by: a cap that slips as a whole bends
  /// to the head's shape.
  private static let (leastShift, leastRatio) = (0.0018, 4.0)

  func find(_ observations: [FrameObservations], _ calibration: SelfCalibration) -> PartSlip? {
    let distances = PairDistances(observations, calibration)
    guard var change = distances.likeliestChange(), change.pairs >= Self.fewestPairs else { return nil }
    // A moment that is seconds off, as that of many distances may be, still tells some of what slid, and these the moment.
    for round in 0..<Self.mostRounds {
      let frames = around(change.frames, observations)
      guard let before = map(observations, 0..<frames.lowerBound, calibration),
        let after = map(observations, frames.upperBound..<observations.count, calibration),
        let motion = Motion(before, after, tolerance: Self.tolerance),
        let again = distances.likeliestChange(of: Set(motion.ids))
      else { return nil }
      if round > 0, again.frames.overlaps(change.frames) { return slip(motion, frames, observations) }
      change = unseen(motion.ids, again, observations)
    }
    return nil
  }

  private func slip(_ motion: Motion, _ frames: Range<Int>, _ observations: [FrameObservations]) -> PartSlip? {
    guard motion.ids.count >= Self.fewestSlid, motion.others.count >= PartSlip.fewestStill,
      motion.shift > max(Self.leastShift, Self.leastRatio * motion.restShift)
    else { return nil }
    let sightings = { (frames: Range<Int>) in
      observations[frames].reduce(0) { $0 + $1.markers.count { motion.ids.contains($0.id) } }
    }
    return PartSlip(
      ids: motion.ids, others: motion.others, frames: frames, shift: motion.shift,
      isBeforeKept: sightings(0..<frames.lowerBound) >= sightings(frames.upperBound..<observations.count))
  }

  /// The moment with all frames around it that don't show the part: it may have slid in any of them.
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
    let start = min(last + 1e-9, middle - Self.margin)
    let end = max(first, middle + Self.margin)
    let lower = observations.firstIndex { $0.time >= start } ?? change.lowerBound
    return lower..<(observations.firstIndex { $0.time >= end } ?? observations.count)
  }

  /// The map that some frames make on their own; nil where they make none.
  private func map(
    _ observations: [FrameObservations], _ frames: Range<Int>, _ calibration: SelfCalibration
  ) -> MarkerMap? {
    try? tracker.track(observations, only: frames, cap: cap, calibration: calibration, workers: workers).map
  }

  /// What differs between two maps: most markers agree on one place of the whole, others on another.
  private struct Motion {
    /// The markers that stand elsewhere as one, ascending.
    let ids: [Int]
    /// The markers that the rest agrees on, ascending.
    let others: [Int]
    /// How far these moved against the rest, and the rest within itself, root mean square over the corners, metres.
    let shift, restShift: Double
    /// A marker fits one place clearly better than the other where it misses that by so many times more.
    private static let clearly = 2.0

    init?(_ before: MarkerMap, _ after: MarkerMap, tolerance: Double) {
      let places = before.markers.mapValues(\.corners)
      let corners = after.ids.filter { places[$0] != nil }.map { (id: $0, corners: after.markers[$0]!.corners) }
      guard let rest = RobustPose.find(corners, in: places, tolerance: tolerance) else { return nil }
      let remaining = corners.filter { !rest.inliers.contains($0.id) }
      guard let part = RobustPose.find(remaining, in: places, tolerance: tolerance) else { return nil }
      let miss = { (pose: RigidTransform, id: Int) in
        RobustStatistics.rms(zip(after.markers[id]!.corners, places[id]!).map { (pose * $0 - $1).length })
      }
      // Near the axis about which the part turned a marker agrees with both, and goes where it clearly fits better.
      let astray = rest.inliers.filter {
        Self.clearly * miss(part.mapFromCamera, $0) < miss(rest.mapFromCamera, $0)
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
