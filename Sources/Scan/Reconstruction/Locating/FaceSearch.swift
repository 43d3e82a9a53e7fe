import Geometry
import Landmarks
import PointClouds
import Recordings
import Tracking
import Workers

/// Looks for sellion and tragions on a surface made for the purpose.
///
/// The surface that is measured ends where the neck may begin, and it has holes where few pixels saw it: under ears and
/// nose, which are seen from below only briefly. An outline needs less evidence, but its lower end: this surface
/// reaches farther down and needs a tenth of the weight.
struct FaceSearch {
  private let context: ReconstructionContext
  /// The most frames that are fused: of more, every second, third, …. Chosen for speed.
  private static let mostFrames = 400

  init(_ context: ReconstructionContext) { self.context = context }

  /// The landmarks on a tracked head; nil where nothing could be fused.
  ///
  /// The surface is fused again only where landmarks were given, so that no face was to be looked for, and then
  /// rejected.
  func landmarks(on head: TrackedHead) throws -> AutomaticLandmarks? {
    let (options, tracking) = (context.options, head.tracking)
    let beyond =
      try head.surface.beyond
      ?? FusedHead.fuse(
        context.recording, tracking, region: head.region, beyond: head.region.deepened(), options,
        mostFrames: Self.mostFrames, workers: context.workers
      ).beyond
    guard let beyond, let surface = try? HeadSurface(beyond.face) else { return nil }
    return AutomaticLandmarks.find(
      on: surface, up: tracking.map.up(),
      options: options.landmarks.automatic)
  }
}

extension MarkerMap {
  /// Roughly the direction of the crown: the markers' mean direction from the middle of the ball they lie on; nil
  /// without one.
  package func up() -> Vector3? {
    guard ids.count >= Self.fewestForUp, let ball = FusionRegion.around(markerCentres: centres) else {
      return nil
    }
    let direction = (centres.reduce(.zero, +) / Double(ids.count) - ball.centre).normalized
    return direction.isFinite ? direction : nil
  }

  /// Fewer markers do not tell where the crown is. Assumed.
  private static let fewestForUp = 8
}
