import Analysis
import Geometry
import Landmarks
import Motion
import Reconstruction
import Recordings
import Tracking
import Workers

/// Right, anterior and superior of a head whose cap's markers are known.
struct HeadAxes {
  /// As columns in the frame of the markers.
  let headFromRAS: Matrix3
  /// Where they come from.
  let source: NeckAxes.Source

  /// The fewest markers that a cap must share with its reconstruction.
  static let fewestShared = 4
  /// How far markers may lie from their place in the reconstruction, root mean square, in metres: cloth is soft.
  private static let largestResidual = 0.006

  /// The axes of an earlier reconstruction.
  ///
  /// - Parameters:
  ///   - layout: four corners of each marker in the head frame, by id.
  ///   - path: what it is called in errors.
  init(_ layout: [Int: [Vector3]], _ tracking: Tracking, path: String) throws(NeckMotionError) {
    let shared = tracking.map.ids.filter { layout[$0] != nil }
    let pairs = shared.flatMap { id in zip(tracking.map.markers[id]!.corners, layout[id]!) }
    guard shared.count >= Self.fewestShared,
      let rasFromHead = RigidTransform.fit(pairs.map(\.0), onto: pairs.map(\.1)),
      RobustStatistics.rms(pairs.map { (rasFromHead * $0.0 - $0.1).length }) <= Self.largestResidual
    else { throw .otherCap(path: path, shared: shared.count, needed: Self.fewestShared) }
    (headFromRAS, source) = (rasFromHead.rotation.transpose, .reconstruction)
  }

  /// The axes of clicked landmarks; nil where these make no head frame.
  init?(_ clicks: [ClickSighting], _ recording: Recording, _ tracking: Tracking, workers: Workers) {
    let clicked = ClickedLandmarks(clicks, workers: workers) { recording.clickView($0, tracking) }
    guard let sellion = clicked.landmarks[.sellion], let left = clicked.landmarks[.tragionLeft],
      let right = clicked.landmarks[.tragionRight],
      let frame = try? HeadFrame(sellion: sellion, tragionLeft: left, tragionRight: right)
    else { return nil }
    (headFromRAS, source) = (frame.headFromScan.rotation.transpose, .landmarks)
  }
}
