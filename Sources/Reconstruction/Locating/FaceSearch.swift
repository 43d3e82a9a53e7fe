import Landmarks
import PointClouds
import Recordings
import Tracking
import Workers

/// Looks for sellion and tragions on a surface made for the purpose.
///
/// The surface that is measured ends where the neck may begin, and it has holes where few pixels saw it: under ears and
/// nose, which are seen from below for moments only. An outline is told by less evidence, but needs its lower end: this
/// surface reaches farther down and takes part with a tenth of the weight.
struct FaceSearch {
  private let reconstruction: Reconstruction
  private let tracking: Tracking

  init(_ reconstruction: Reconstruction, _ tracking: Tracking) {
    (self.reconstruction, self.tracking) = (reconstruction, tracking)
  }

  /// The least sum of weights of a voxel: one view from 0.36 m under 50° has as much.
  private static let leastSight = 0.3
  /// Surface that is hardly seen in so many frames is not seen in more.
  private static let mostFrames = 400

  /// What is found in a region (of the scan frame); nil where nothing can be fused.
  func landmarks(in region: FusionRegion) throws -> AutomaticLandmarks? {
    var extraction = MeshExtraction()
    extraction.minimumSight = Self.leastSight
    let face = try FusedHead.fuse(
      reconstruction.recording, tracking, region: region, voxelSize: reconstruction.options.voxelSize,
      extraction: extraction, mostFrames: Self.mostFrames, workers: reconstruction.workers)
    guard let surface = try? HeadSurface(face.mesh) else { return nil }
    return AutomaticLandmarks.find(on: surface, up: tracking.map.up)
  }
}
