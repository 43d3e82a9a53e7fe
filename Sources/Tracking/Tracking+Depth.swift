import Geometry
import Markers

extension SelfCalibration {
  /// The correction of depth images; beyond where markers were seen its field goes on as it is at the border.
  func depthCorrection(_ observations: [FrameObservations]) -> DepthCorrection {
    var correction = depthCorrection
    let seen = DepthCorrection.places(observations)
    if let columns = reach(seen.map(\.x)), let rows = reach(seen.map(\.y)) {
      (correction.columns, correction.rows) = (columns, rows)
    }
    return correction
  }

  /// The correction where markers are.
  var depthCorrection: DepthCorrection {
    DepthCorrection(scale: depthScale.value, field: depthField.map(\.value))
  }

  /// The range of all but a few stragglers.
  private func reach(_ values: [Double]) -> ClosedRange<Double>? {
    let (low, high) = (RobustStatistics.quantile(values, 0.01), RobustStatistics.quantile(values, 0.99))
    return low <= high ? low...high : nil
  }
}

extension Tracking {
  /// How far depth is off differently in different parts of the image: the standard deviation of the field over the
  /// places where markers were seen, in metres.
  public var depthFieldDeviation: Double {
    RobustStatistics.standardDeviation(
      DepthCorrection.places(observations).map {
        depthCorrection.corrected(0, at: ($0 + 1) * 500 - 0.5, width: 1000, height: 1000)
      })
  }

  /// The pose of the depth camera of a frame, which looks at another moment than the colour camera; nil without a pose.
  public func scanFromDepthCamera(_ frame: Int) -> RigidTransform? {
    if let carried = carried[frame] { return carried.scanFromCamera }  // it comes from depth
    let delay = depthDelay(frame)
    guard let pose = scanFromCamera[frame], delay != 0 else { return scanFromCamera[frame] }
    let motion = Motion(around: frame, scanFromCamera, observations)
    return motion.map { $0.later(pose, by: delay) } ?? pose
  }

  /// How much later than its colour image the depth of a frame was taken, seconds: what the recording states, and what was
  /// found beyond that.
  public func depthDelay(_ frame: Int) -> Double { observations[frame].depthDelay + calibration.timeOffset.value }
}

extension DepthCorrection {
  /// The middles of all sightings across their images, −1 … 1.
  fileprivate static func places(_ observations: [FrameObservations]) -> [Vector2] {
    observations.flatMap { frame in
      frame.markers.map { marker in
        let middle = marker.corners.reduce(.zero, +) / 4
        return Vector2(
          DepthCorrection.normalized(middle.x, frame.camera.width),
          DepthCorrection.normalized(middle.y, frame.camera.height))
      }
    }
  }
}
