import Analysis
import Geometry
import Landmarks
import PointClouds
import Tracking

extension ScanPipeline {
  /// The landmarks of a scan: picked before the cap's before those that the surface shows.
  ///
  /// - Parameter picked: the clicks on the surface, scan frame.
  func landmarks(
    _ picked: HeadLandmarks, _ inputs: ScanInputs, _ tracking: Tracking, _ head: FusedHead, _ surface: HeadSurface?
  ) -> HeadLandmarks {
    let onCap = HeadLandmarks(inputs.cap, tracking.map, on: head.mesh)
    let given = HeadLandmarks.byPrecedence(picked: picked, cap: onCap)
    guard options.findsLandmarks, given.insufficiency != nil, let surface else { return given }
    let found = AutomaticLandmarks.find(on: surface, up: tracking.map.up).landmarks
    return .byPrecedence(picked: picked, cap: onCap, automatic: found)
  }
}

extension MarkerMap {
  /// Roughly where the crown is: the markers' mean direction from the middle of the ball that they lie on; nil without.
  var up: Vector3? {
    guard ids.count >= 8, let ball = FusionRegion.around(markerCentres: centres) else { return nil }
    let direction = (centres.reduce(.zero, +) / Double(ids.count) - ball.centre).normalized
    return direction.isFinite ? direction : nil
  }
}
