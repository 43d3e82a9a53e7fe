import Analysis
import Geometry
import PointClouds
import Recordings
import Tracking
import Workers

extension HeadLandmarks {
  /// The clicked landmarks in the scan frame: where each click's ray meets the surface, and before there is one, the ray at
  /// the frame's own depth.
  ///
  /// The surface is the mean of many frames and belongs to no moment, so neither one frame's noise nor a delay of its
  /// depth against its colour gets into the landmark. Clicks in frames without a pose say nothing; a landmark with no
  /// other click is rejected.
  init(
    _ sightings: [LandmarkSighting], _ recording: Recording, _ tracking: Tracking, on mesh: Mesh? = nil,
    workers: Workers = Workers(count: 1)
  ) {
    let positions = workers.map(sightings.count) { sightings[$0].position(recording, tracking, on: mesh) }
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for (landmark, clicks) in Dictionary(grouping: sightings.indices, by: { sightings[$0].landmark }) {
      let (points, source) = (clicks.compactMap { positions[$0] }, sightings[clicks[0]].source)
      estimates[landmark] =
        LandmarkEstimate.combining(points, source: source)
        ?? LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: source,
          rejection: "none of the frames it was clicked in has a pose")
    }
    self.init(estimates)
  }
}

extension LandmarkSighting {
  /// A surface farther from the frame's own depth than this, in metres, is not what was clicked on.
  private static let reach = 0.008

  /// The click in the scan frame, or nil where its frame has no pose.
  fileprivate func position(
    _ recording: Recording, _ tracking: Tracking, on surface: Mesh?
  ) -> Vector3? {
    guard let scanFromCamera = tracking.scanFromCamera[frame] else { return nil }
    let camera = tracking.calibration.corrected(recording.frames[frame].camera)
    let corrected = tracking.depthCorrection.corrected(
      depth, at: pixel, width: camera.width, height: camera.height)
    let measured = scanFromCamera * (camera.ray(pixel) * corrected)
    let eye = scanFromCamera.translation
    let direction = (measured - eye).normalized
    guard let hit = surface?.firstHit(origin: eye, direction: direction),
      abs(hit - (measured - eye).length) < Self.reach
    else { return measured }
    return eye + direction * hit
  }
}
