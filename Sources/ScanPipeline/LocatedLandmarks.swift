import Analysis
import Geometry
import Recordings
import Tracking

extension HeadLandmarks {
  /// The clicked landmarks in the scan frame: each click's ray at the corrected depth, moved by its frame's pose.
  ///
  /// Clicks in frames without a pose say nothing; a landmark with no other click is rejected.
  init(_ sightings: [LandmarkSighting], _ recording: Recording, _ tracking: Tracking) {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for (landmark, clicks) in Dictionary(grouping: sightings, by: \.landmark) {
      let points = clicks.compactMap { $0.position(recording, tracking) }
      estimates[landmark] =
        LandmarkEstimate.combining(points)
        ?? LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: .picked,
          rejection: "none of the frames it was clicked in has a pose")
    }
    self.init(estimates)
  }
}

extension LandmarkSighting {
  /// The click in the scan frame, or nil where its frame has no pose.
  fileprivate func position(_ recording: Recording, _ tracking: Tracking) -> Vector3? {
    guard let scanFromCamera = tracking.scanFromCamera[frame] else { return nil }
    let camera = tracking.calibration.corrected(recording.frames[frame].camera)
    let corrected = tracking.depthCorrection.corrected(
      depth, at: pixel, width: camera.width, height: camera.height)
    return scanFromCamera * (camera.ray(pixel) * corrected)
  }
}
