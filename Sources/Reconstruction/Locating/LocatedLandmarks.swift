import Diagnostics
import Geometry
public import Landmarks
import PointClouds
import Tracking

/// The landmarks of a reconstructed head.
public struct LocatedLandmarks: Sendable {
  /// Those that are used, scan frame.
  public let used: HeadLandmarks
  /// What the surface shows, used or not; nil where it was not looked for or nothing could be fused.
  public let found: AutomaticLandmarks?
  /// The clicks that were left out, in words.
  public let discarded: [Finding]
  /// True where some of those that are used were found on the surface, which did not end by them yet.
  let areFromSurface: Bool
}

extension MarkerMap {
  /// Roughly where the crown is: the markers' mean direction from the middle of the ball that they lie on; nil without.
  package func up(_ options: RegionOptions = RegionOptions()) -> Vector3? {
    guard ids.count >= 8, let ball = FusionRegion.around(markerCentres: centres, options: options) else { return nil }
    let direction = (centres.reduce(.zero, +) / Double(ids.count) - ball.centre).normalized
    return direction.isFinite ? direction : nil
  }
}
