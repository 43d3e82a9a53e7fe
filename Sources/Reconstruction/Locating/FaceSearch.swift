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
  private let context: ReconstructionContext
  private let tracking: Tracking

  init(_ context: ReconstructionContext, _ tracking: Tracking) {
    (self.context, self.tracking) = (context, tracking)
  }

  /// What is found in a region (of the scan frame); nil where nothing can be fused.
  func landmarks(in region: FusionRegion) throws -> AutomaticLandmarks? {
    let options = context.options
    var extraction = options.meshing
    extraction.minimumSight = options.faceSearch.leastSight
    let face = try context.fused(
      tracking, in: region, extraction: extraction, mostFrames: options.faceSearch.mostFrames)
    guard let surface = try? HeadSurface(face.mesh) else { return nil }
    return AutomaticLandmarks.find(
      on: surface, up: tracking.map.up(options.region), options: options.landmarks.automatic)
  }
}
