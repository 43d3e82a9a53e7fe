import Diagnostics
import Geometry
import Markers

extension Tracking {
  /// A tracking that no marker takes part in: every pose comes from the surface.
  ///
  /// - Parameters:
  ///   - poses, refusals: by frame, in the frames' order; a frame has either.
  ///   - closure: what the end of the recording says of the surface of its beginning.
  public static func withoutMarkers(
    _ observations: [FrameObservations], poses: [Int: RecoveredPose], refusals: [Int: Finding],
    closure: SplitHalfClosure?
  ) -> Tracking {
    let empty = Tracking(
      scanFromCamera: observations.map { _ in nil }, rejections: observations.map { _ in [] },
      observations: observations, map: MarkerMap(markers: [:]), calibration: .none, depthCorrection: .none,
      reprojectionRMS: .nan, depthRMS: .nan, closure: closure)
    return empty.recovering(poses, refusals: refusals)
  }
}

extension SplitHalfClosure {
  /// A closure that surfaces show, not markers: metres and degrees.
  public init(distance: Double, angleDegrees: Double) {
    self.init(distance: distance, angleDegrees: angleDegrees, markers: 0)
  }
}
