import Diagnostics
import Geometry
import Markers
import Workers

extension Tracker {
  /// Tracks a part of a recording on its own; the other frames get no pose.
  ///
  /// - Parameter calibration: the sensor's, where it is known from elsewhere.
  public func track(
    _ observations: [FrameObservations], only frames: Range<Int>, cap: Cap, calibration: SelfCalibration?,
    workers: Workers = Workers(count: 1)
  ) throws(TrackingError) -> Tracking {
    var part = observations
    for index in part.indices where !frames.contains(index) { part[index].markers = [] }
    return try track(part, cap: cap, calibration: calibration, workers: workers)
  }
}

extension Tracking {
  /// The same tracking in the frame of another map of the cap; nil where the two share fewer than four markers.
  public func aligned(to other: MarkerMap, _ options: TrackingOptions = TrackingOptions()) -> Tracking? {
    let shared = map.ids.filter { other.markers[$0] != nil }
    guard shared.count >= options.fewestClosureMarkers else { return nil }
    let (own, places) = (
      shared.flatMap { map.markers[$0]!.corners }, shared.flatMap { other.markers[$0]!.corners }
    )
    return RigidTransform.fit(own, onto: places).map(moved)
  }

  /// The same tracking in another frame.
  func moved(by motion: RigidTransform) -> Tracking {
    var tracking = self
    tracking.scanFromCamera = scanFromCamera.map { pose in pose.map { motion * $0 } }
    tracking.map = map.transformed(by: motion)
    return tracking
  }

  /// The same tracking with the poses of some frames from another one, moved.
  public func joining(_ other: Tracking, _ frames: Range<Int>, moved motion: RigidTransform) -> Tracking {
    var tracking = self
    for frame in frames {
      guard let pose = other.scanFromCamera[frame] else { continue }
      (tracking.scanFromCamera[frame], tracking.rejections[frame]) = (motion * pose, [])
    }
    return tracking
  }

  /// The same tracking without the poses of some frames, for a reason.
  public func rejecting(_ frames: some Sequence<Int>, because reason: FindingCode) -> Tracking {
    var tracking = self
    for frame in frames { (tracking.scanFromCamera[frame], tracking.rejections[frame]) = (nil, [Finding(reason)]) }
    return tracking
  }
}
