import Analysis
import Geometry
import Landmarks
import PointClouds
import Tracking
import Workers

/// A head with its landmarks.
struct LocatedHead {
  /// The landmarks that are used, scan frame.
  var landmarks: HeadLandmarks
  /// The surface, down to where the landmarks say that the head ends.
  var head: FusedHead
  /// What the surface shows, used or not; nil where it was not looked for or nothing could be fused.
  var found: AutomaticLandmarks?
  /// The clicks that were left out, in words.
  var discarded: [String]
}

extension ScanPipeline {
  /// The landmarks of a scan: picked before the cap's before those that the surface shows.
  ///
  /// - Parameters:
  ///   - clicked: the clicks on the surface, scan frame.
  ///   - head: the surface, fused in `region`.
  func located(
    _ clicked: ClickedLandmarks, _ inputs: ScanInputs, _ tracking: Tracking, _ head: FusedHead, in region: FusionRegion,
    workers: Workers
  ) throws -> LocatedHead {
    let (picked, discarded) = (clicked.landmarks, clicked.discarded)
    let onCap = HeadLandmarks(inputs.cap, tracking.map, on: head.mesh)
    let given = HeadLandmarks.byPrecedence(picked: picked, cap: onCap)
    let isMissing = given.insufficiency != nil
    guard options.landmarkFinding == .always || options.landmarkFinding == .whereMissing && isMissing,
      let found = try FaceSearch(
        recording: inputs.recording, tracking: tracking, voxelSize: options.voxelSize, workers: workers
      ).landmarks(in: region.deepened())
    else { return LocatedHead(landmarks: given, head: head, discarded: discarded) }
    guard isMissing else { return LocatedHead(landmarks: given, head: head, found: found, discarded: discarded) }
    let landmarks = HeadLandmarks.byPrecedence(picked: picked, cap: onCap, automatic: found.landmarks)
    guard landmarks.insufficiency == nil else {
      return LocatedHead(landmarks: landmarks, head: head, found: found, discarded: discarded)
    }
    let whole = try FusedHead.fuse(
      inputs.recording, tracking, region: region.withFloor(landmarks), voxelSize: options.voxelSize, workers: workers,
      step: steps(.fusion, of: inputs.recording))
    return LocatedHead(landmarks: landmarks, head: whole, found: found, discarded: discarded)
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
