import Geometry
import Markers

extension SelfCalibration {
  /// The correction of depth that the adjustment found.
  var depthCorrection: DepthCorrection {
    DepthCorrection(scale: depthScale.value, field: DepthField(depthField.map(\.value)))
  }
}

extension Tracking {
  /// How far depth is off differently in different parts of the image: the standard deviation of the field over the
  /// places where markers were seen, in metres.
  public var depthFieldDeviation: Double {
    RobustStatistics.standardDeviation(markerPlaces.map { depthCorrection.field.value(at: $0) })
  }

  /// Where in the image markers were seen, −1 … 1, one place a sighting.
  var markerPlaces: [Vector2] {
    observations.flatMap { frame in frame.markers.map { $0.place(in: frame.camera) } }
  }

  /// The pose of the depth camera of a frame, which looks at another moment than the colour camera; nil without a pose.
  public func scanFromDepthCamera(_ frame: Int) -> RigidTransform? {
    if let recovered = recovered[frame] { return recovered.scanFromCamera }  // it comes from depth
    let delay = depthDelay(frame)
    guard let pose = scanFromCamera[frame], delay != 0 else { return scanFromCamera[frame] }
    let motion = Motion(around: frame, scanFromCamera, observations)
    return motion.map { $0.later(pose, by: delay) } ?? pose
  }

  /// How much later than its colour image the depth of a frame was taken, seconds: what the recording states, and what was
  /// found beyond that.
  public func depthDelay(_ frame: Int) -> Double { observations[frame].depthDelay + calibration.timeOffset.value }
}

extension MarkerObservation {
  /// Its middle across the image, −1 … 1.
  func place(in camera: PinholeCamera) -> Vector2 {
    DepthCorrection.normalized(corners.reduce(.zero, +) / 4, width: camera.width, height: camera.height)
  }
}
