import Geometry
import PointClouds
import Tracking

extension SlipSplit {
  /// About as many views of a part are registered.
  private static let views = 60

  /// A slip at one end of the part that is kept, and whether what lies beyond it was joined to the part.
  struct JoinedEdge {
    var time: Double
    var angle: Double?
    var isJoined, isBeforeKept: Bool

    func slip(isCorrected: Bool) -> CapSlip {
      CapSlip(
        times: time...time, motion: .whole(angle: angle),
        treatment: isCorrected ? .corrected : .split(isBeforeKept: isBeforeKept))
    }
  }

  /// The tracking of a part with the poses of what lies beyond its ends, where those can be had.
  func joined(_ part: Part) -> (Tracking, [JoinedEdge]) {
    let map = part.reconstruction.tracking.map
    var (tracking, edges) = (part.reconstruction.tracking, [JoinedEdge]())
    let chart = SlipCheck(part.reconstruction.head, map)?.chart
    for (edge, isBeforeKept) in [(part.first, false), (part.last, true)] {
      guard let edge else { continue }
      let near = frame(before: edge.time - Self.margin)..<frame(before: edge.time + Self.margin)
      let beyond = isBeforeKept ? near.upperBound..<recording.frames.count : 0..<near.lowerBound
      // A slip that spoilt the whole was seen in a blurred surface, and its angle there is too small; that of a smaller one is
      // better than what the two parts' maps, which may share few markers, make of it.
      let isBlurred = part.calibration == nil
      var joined = JoinedEdge(
        time: edge.time, angle: isBlurred ? nil : edge.correction.angleDegrees, isJoined: false,
        isBeforeKept: isBeforeKept)
      if let chart, let tracked = track(beyond, calibration: part.reconstruction.tracking.calibration, like: map),
        let correction = correction(of: tracked, beyond, onto: chart, from: edge.correction)
      {
        joined.isJoined = true
        if isBlurred { joined.angle = correction.angleDegrees }
        tracking = tracking.joining(tracked, beyond, moved: correction)
      }
      edges.append(joined)
      tracking = tracking.rejecting(near.filter { !part.frames.contains($0) }, because: "while the cap slipped")
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
    let options = FusionOptions(region: FusionRegion(centre: region.centre, radius: region.radius))
    let clouds = workers.map(chosen.count) { k -> Cloud? in
      let frame = recording.frames[chosen[k]]
      guard let depth = try? recording.depth(frame), let pose = tracked.scanFromDepthCamera(frame.index) else {
        return nil
      }
      return FrameSample(
        frame.index,
        DepthView(
          depth: depth, camera: tracked.calibration.corrected(frame.camera), scanFromCamera: pose,
          correction: tracked.depthCorrection, options: options)
      ).cloud
    }
    return chart.correction(of: clouds.compactMap { $0 }, from: start)
  }
}

extension RigidTransform {
  /// The rotation in degrees.
  fileprivate var angleDegrees: Double { rotation.rotationVector.length * 180 / .pi }
}
