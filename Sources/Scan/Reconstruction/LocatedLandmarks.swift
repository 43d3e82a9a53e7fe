import Geometry
public import Landmarks
import PointClouds
import Tracking

/// The landmarks of a reconstructed head.
public struct LocatedLandmarks: Sendable {
  /// Those that are used, scan frame: picked before the cap's before those that the surface shows.
  public let used: HeadLandmarks
  /// Those found on the surface, used or not; nil where none were looked for or nothing could be fused.
  public let found: AutomaticLandmarks?
  /// What all clicks agree on, and what became of each.
  public let clicked: ClickedLandmarks
  /// True where some of those used were found on the surface, so that its floor does not follow from them yet.
  let areFromSurface: Bool

  /// Locates the landmarks on a tracked head; they are looked for on its surface where the options ask for that.
  init(on head: TrackedHead, in context: ReconstructionContext) throws {
    let (map, mesh, finding) = (head.tracking.map, head.surface.mesh, context.options.landmarkFinding)
    clicked = context.clicked(head.tracking, on: mesh)
    let onCap = HeadLandmarks(context.input.cap, map, on: mesh)
    let given = HeadLandmarks.byPrecedence(picked: clicked.landmarks, cap: onCap)
    let isMissing = !given.areSufficient
    let isSearched =
      finding == .always || finding == .whereMissing && (isMissing || given.restOnOneObservation)
    found = isSearched ? try FaceSearch(context).landmarks(on: head) : nil
    guard isMissing, let found else {
      (used, areFromSurface) = (found.map { given.confirmed(by: $0.landmarks) } ?? given, false)
      return
    }
    let all = HeadLandmarks.byPrecedence(picked: clicked.landmarks, cap: onCap, automatic: found.landmarks)
    (used, areFromSurface) = (all.confirmed(by: found.landmarks), true)
  }
}

/// Looks for sellion and tragions on a surface made for the purpose.
///
/// The surface that is measured ends where the neck may begin, and it has holes under ears and nose, which few pixels saw.
/// To find a face, an outline is enough: this surface reaches farther down and needs a tenth of the weight.
private struct FaceSearch {
  private let context: ReconstructionContext

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
        workers: context.workers
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
