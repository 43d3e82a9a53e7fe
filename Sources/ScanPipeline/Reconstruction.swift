import Analysis
import Geometry
import PointClouds
import Tracking
import Workers

/// The poses of a recording and the surface that follows from them.
struct Reconstruction {
  let tracking: Tracking
  let head: FusedHead
  /// Where the head was fused.
  let region: FusionRegion

  /// Carries the poses over to frames that lack one, but for those left out on purpose, and fuses.
  init(
    _ tracked: Tracking, _ inputs: ScanInputs, leaving out: Set<Int> = [], voxelSize: Double, workers: Workers,
    step: @Sendable (Int) -> Void = { _ in }
  ) throws {
    let recording = inputs.recording
    tracking = try DenseCarrying(recording, tracked, inputs.clicks, leaving: out, workers: workers).carried()
    region = try FusionRegion.around(tracking.map, ClickedLandmarks(inputs.clicks, recording, tracking).landmarks)
    head = try FusedHead.fuse(
      recording, tracking, region: region, voxelSize: voxelSize, workers: workers, step: step)
  }
}
