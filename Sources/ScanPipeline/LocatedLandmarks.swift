import Analysis
import Geometry
import PointClouds
import Recordings
import Tracking
import Workers

/// The clicked landmarks in the scan frame, and the clicks that say nothing about them.
struct ClickedLandmarks {
  /// Where each click's ray meets the surface, and before there is one, the ray at the frame's own depth.
  ///
  /// The surface is the mean of many frames and belongs to no moment, so neither one frame's noise nor a delay of its
  /// depth against its colour gets into the landmark. Clicks in frames without a pose say nothing; a landmark with no
  /// other click is rejected.
  let landmarks: HeadLandmarks
  /// The clicks that were left out of landmarks that are used, in words.
  let discarded: [String]

  /// Combines the clicks on each landmark.
  init(
    _ sightings: [LandmarkSighting], _ recording: Recording, _ tracking: Tracking, on mesh: Mesh? = nil,
    workers: Workers = Workers(count: 1)
  ) {
    let positions = workers.map(sightings.count) { sightings[$0].position(recording, tracking, on: mesh) }
    var (estimates, discarded): ([Landmark: LandmarkEstimate], [String]) = ([:], [])
    let groups = Dictionary(grouping: sightings.indices, by: { sightings[$0].landmark })
    for (landmark, clicks) in groups.sorted(by: { $0.key < $1.key }) {
      let source = sightings[clicks[0]].source
      let posed = clicks.filter { positions[$0] != nil }
      let points = posed.compactMap { positions[$0] }
      guard let estimate = LandmarkEstimate.combining(points, source: source) else {
        estimates[landmark] = LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: source,
          rejection: "none of the frames it was clicked in has a pose")
        continue
      }
      estimates[landmark] = estimate
      guard estimate.rejection == nil else { continue }
      let name = { recording.frames[sightings[$0].frame].name }
      let poseless = clicks.filter { positions[$0] == nil }.map(name)
      discarded += Self.note(landmark, poseless, because: "no pose there").map { [$0] } ?? []
      let apart = LandmarkEstimate.outliers(points, source: source).map { index in
        "\(name(posed[index])) (\(Words.millimetres((points[index] - estimate.position).length)))"
      }
      discarded += Self.note(landmark, apart, because: "too far from where the others agree").map { [$0] } ?? []
    }
    (landmarks, self.discarded) = (HeadLandmarks(estimates), discarded)
  }

  /// Clicks that were left out, by their frames; nil where there are none.
  private static func note(_ landmark: Landmark, _ frames: [String], because reason: String) -> String? {
    guard !frames.isEmpty else { return nil }
    let names = frames.prefix(6).joined(separator: ", ") + (frames.count > 6 ? ", …" : "")
    let clicks = frames.count == 1 ? "the click in frame" : "\(frames.count) clicks in frames"
    return "\(landmark.title): \(clicks) \(names) left out: \(reason)"
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
