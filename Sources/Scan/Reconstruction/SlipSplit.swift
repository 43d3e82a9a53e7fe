import Diagnostics
import Geometry
import Markers
import PointClouds
import Recordings
import Tracking
import Workers

/// Splits a recording where the cap slipped, and joins the parts again by the surface that the cap does not cover.
///
/// Each part is tracked separately, because a map of both positions of the cap bends the poses of both. The longer part
/// is kept, and split again until no slip shows in it. The views of the others are then registered together with its
/// bare surface. If no slip remains when all are fused, all are used, else the longer part alone.
struct SlipSplit {
  let context: ReconstructionContext

  /// The time before and after a slip that is not used, seconds: it may take a while. Assumed: all simulated slips take
  /// half a second.
  private static let margin = 1.0
  /// The fewest posed frames of a part of the scan that is used. Assumed.
  private static let fewestFrames = 12
  /// A slip that moves the surface by more than this in the whole recording, about 4°, has spoilt the whole's estimate
  /// of the sensor, metres. See Docs/evaluation/slips.md (Calibration of the parts).
  private static let spoiling = 0.0032
  /// The most times that a part is split again. Assumed: two or three rounds were needed on the phantoms of
  /// Docs/evaluation/slips.md.
  private static let mostParts = 5
  /// The number of views of a part that are registered. Chosen for speed.
  private static let views = 60

  init(_ context: ReconstructionContext) { self.context = context }

  private var options: SlipOptions { context.options.slips }
  private var recording: Recording { context.recording }

  /// The head without the slips of its cap, which are recorded in it; unchanged without any.
  func resolved(_ whole: TrackedHead) throws -> TrackedHead {
    guard let slip = whole.slip(options) else { return whole }
    let time = time(between: slip.before, slip.after)
    guard try isShownWithoutClicks(whole) else {
      return whole.adding([
        CapSlip(times: time...time, extent: .whole(angle: slip.change.angleDegrees), treatment: .doubted)
      ])
    }
    guard let part = try longest(whole) else {
      return whole.adding([CapSlip(times: time...time, extent: .whole(angle: nil), treatment: .none)])
    }
    let (joined, edges) = joined(part)
    let rejected = recording.frames.indices.filter { joined.scanFromCamera[$0] == nil && !part.frames.contains($0) }
    let together = try TrackedHead.recovered(
      joined, whole.observations, of: whole.screened, leaving: Set(rejected), in: context)
    let isClean = together.slip(options) == nil
    return whole.replaced(by: isClean ? together : part.head)
      .adding(edges.map { $0.slip(isClean: isClean) })
  }

  /// Whether a slip shows on the surface down to where the markers say that the head ends, too.
  ///
  /// Clicks move that floor, and with it the patches that take part. A slip does not depend on them.
  private func isShownWithoutClicks(_ whole: TrackedHead) throws -> Bool {
    guard let region = FusionRegion.around(markerCentres: whole.tracking.map.centres), region != whole.region else {
      return true
    }
    let surface = try FusedHead.fuse(
      recording, whole.tracking, region: region, context.options, workers: context.workers)
    return SlipCheck(surface, whole.tracking.map, options)?.slip() != nil
  }

  func time(_ frame: Int) -> Double { recording.frames[frame].time - recording.frames[0].time }

  func time(between before: Int, _ after: Int) -> Double { (time(before) + time(after)) / 2 }

  /// The first frame that is not before a time.
  func frame(before time: Double) -> Int {
    recording.frames.firstIndex { self.time($0.index) >= time } ?? recording.frames.count
  }

  /// The frames that are too near to a slip to be used.
  func frames(near time: Double) -> Range<Int> {
    frame(before: time - Self.margin)..<frame(before: time + Self.margin)
  }

  /// The frames on the other side of a slip than those that are kept, without those too near to it.
  func frames(beyond time: Double, isBeforeKept: Bool) -> Range<Int> {
    let near = frames(near: time)
    return isBeforeKept ? near.upperBound..<recording.frames.count : 0..<near.lowerBound
  }

  /// A part tracked on its own, in the frame of another map.
  private func track(
    _ frames: Range<Int>, of observations: [FrameObservations], calibration: SelfCalibration?, like map: MarkerMap
  ) -> Tracking? {
    let tracked = try? Tracker(options: context.options.tracking).track(
      observations, only: frames, cap: context.input.cap, calibration: calibration,
      workers: context.workers)
    return tracked?.aligned(to: map)
  }
}

extension SlipSplit {
  /// A part without a slip in it, and the slips at its ends.
  struct Part {
    var frames: Range<Int>
    var head: TrackedHead
    var first, last: Edge?
    /// The sensor's calibration, where the part does not make its own.
    var calibration: SelfCalibration?
  }

  /// A slip at one end of a part.
  struct Edge {
    var time: Double
    /// The motion that brings frames beyond it back, in the frame of the whole recording's map.
    var correction: RigidTransform
  }

  /// The longer part, and the longer part of that, until no slip shows in it; nil where too little is left.
  func longest(_ whole: TrackedHead) throws -> Part? {
    var part = Part(frames: recording.frames.indices, head: whole)
    for _ in 0..<Self.mostParts {
      guard let slip = part.head.slip(options) else {
        return part
      }
      part = shortened(part, at: slip, of: whole.tracking)
      guard part.frames.count(where: { whole.tracking.scanFromCamera[$0] != nil }) >= Self.fewestFrames,
        let tracked = track(
          part.frames, of: whole.observations, calibration: part.calibration, like: whole.tracking.map)
      else { return nil }
      let (earlier, later) = (0..<part.frames.lowerBound, part.frames.upperBound..<recording.frames.count)
      part.head = try .recovered(
        tracked.rejecting(earlier, because: .trackingBeforeSlip).rejecting(later, because: .trackingAfterSlip),
        whole.observations, of: whole.screened, leaving: Set(earlier).union(later), in: context)
    }
    return nil
  }

  /// The longer of the two sides of a slip in a part, by the frames that the whole recording's tracking has a pose for.
  func shortened(_ part: Part, at slip: SlipCheck.Slip, of whole: Tracking) -> Part {
    var part = part
    if part.frames == recording.frames.indices, slip.change.size < Self.spoiling {
      // A larger slip has spoilt the whole's calibration, so that the longest part makes its own.
      part.calibration = whole.calibration
    }
    let time = time(between: slip.before, slip.after)
    let near = frames(near: time)
    let before = part.frames.lowerBound..<max(part.frames.lowerBound, near.lowerBound)
    let after = min(part.frames.upperBound, near.upperBound)..<part.frames.upperBound
    let posed = { (frames: Range<Int>) in frames.count { whole.scanFromCamera[$0] != nil } }
    if posed(before) >= posed(after) {
      (part.frames, part.last) = (before, Edge(time: time, correction: slip.change.correction))
    } else {
      (part.frames, part.first) = (after, Edge(time: time, correction: slip.change.correction.inverse))
    }
    return part
  }
}

extension SlipSplit {
  /// A slip at one end of the part that is kept, and whether the frames beyond it were joined to the part.
  struct JoinedEdge {
    var time: Double
    var angle: Double?
    var isJoined, isBeforeKept: Bool

    /// The slip, where no other is left in what was joined, or one is.
    func slip(isClean: Bool) -> CapSlip {
      CapSlip(
        times: time...time, extent: .whole(angle: angle),
        treatment: isClean && isJoined ? .corrected : .split(isBeforeKept: isBeforeKept))
    }
  }

  /// The tracking of a part with the poses beyond its ends, where those can be found.
  func joined(_ part: Part) -> (Tracking, [JoinedEdge]) {
    let map = part.head.tracking.map
    var (tracking, edges) = (part.head.tracking, [JoinedEdge]())
    let chart = SlipCheck(part.head.surface, map, options)?.chart
    for (edge, isBeforeKept) in [(part.first, false), (part.last, true)] {
      guard let edge else { continue }
      let beyond = frames(beyond: edge.time, isBeforeKept: isBeforeKept)
      // A slip that spoilt the whole was seen in a blurred surface, which makes its angle too small. For a smaller one
      // the angle seen there is better than that between the two parts' maps, which may share few markers.
      let isBlurred = part.calibration == nil
      var joined = JoinedEdge(
        time: edge.time, angle: isBlurred ? nil : edge.correction.angleDegrees, isJoined: false,
        isBeforeKept: isBeforeKept)
      if let chart,
        let tracked = track(beyond, of: part.head.observations, calibration: part.head.tracking.calibration, like: map),
        let correction = correction(of: tracked, beyond, onto: chart, from: edge.correction)
      {
        joined.isJoined = true
        if isBlurred { joined.angle = correction.angleDegrees }
        tracking = tracking.joining(tracked, beyond, moved: correction)
      }
      edges.append(joined)
      let during = frames(near: edge.time).filter { !part.frames.contains($0) }
      tracking = tracking.rejecting(during, because: .trackingDuringSlip)
    }
    return (tracking, edges)
  }

  /// The motion that brings a part's views onto a surface.
  private func correction(
    of tracked: Tracking, _ frames: Range<Int>, onto chart: SurfaceChart, from start: RigidTransform
  ) -> RigidTransform? {
    let posed = frames.filter { tracked.scanFromCamera[$0] != nil }
    guard posed.count >= Self.fewestFrames else { return nil }
    let step = max(1, posed.count / Self.views)
    let chosen = stride(from: 0, to: posed.count, by: step).map { posed[$0] }
    // The region is wider than the surface; the chart alone decides what takes part.
    guard let region = FusionRegion.around(markerCentres: tracked.map.centres) else { return nil }
    let wide = FusionOptions(
      region: FusionRegion(centre: region.centre, radius: region.radius), rules: context.options.fusion)
    let clouds = context.workers.map(chosen.count) { k -> Cloud? in
      let frame = recording.frames[chosen[k]]
      guard let depth = try? recording.depth(frame), let pose = tracked.scanFromDepthCamera(frame.index) else {
        return nil
      }
      return FrameSample(
        frame,
        DepthView(
          depth: depth, camera: tracked.calibration.corrected(frame.cameras).depth, scanFromCamera: pose,
          correction: tracked.depthCorrection, options: wide)
      ).cloud
    }
    return chart.correction(of: clouds.compactMap { $0 }, from: start)
  }
}

extension RigidTransform {
  /// The rotation in degrees.
  fileprivate var angleDegrees: Double { rotation.rotationVector.length * 180 / .pi }
}
