import Geometry
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

  init(_ context: ReconstructionContext) { self.context = context }

  /// What a tracked head shows; nil where nothing could be fused.
  ///
  /// The surface is fused anew only where landmarks were given, so that nobody looked for a face, and were then rejected.
  func landmarks(on head: TrackedHead) throws -> AutomaticLandmarks? {
    let (options, tracking) = (context.options, head.tracking)
    let beyond =
      try head.surface.beyond
      ?? FusedHead.fuse(
        context.recording, tracking, region: head.region, beyond: head.region.deepened(options.region), options,
        mostFrames: options.faceSearch.mostFrames, workers: context.workers
      ).beyond
    guard let beyond, let surface = try? HeadSurface(beyond.face) else { return nil }
    return AutomaticLandmarks.find(
      on: surface, up: tracking.map.up(options.region, fewest: options.faceSearch.fewestMarkers),
      options: options.landmarks.automatic)
  }
}

extension MarkerMap {
  /// Roughly where the crown is: the markers' mean direction from the middle of the ball that they lie on; nil without.
  package func up(
    _ options: RegionOptions = RegionOptions(), fewest: Int = FaceSearchOptions().fewestMarkers
  ) -> Vector3? {
    guard ids.count >= fewest, let ball = FusionRegion.around(markerCentres: centres, options: options) else {
      return nil
    }
    let direction = (centres.reduce(.zero, +) / Double(ids.count) - ball.centre).normalized
    return direction.isFinite ? direction : nil
  }
}
