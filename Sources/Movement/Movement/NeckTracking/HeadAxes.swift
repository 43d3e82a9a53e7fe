import Analysis
internal import Geometry
import Landmarks
import Reconstruction
internal import Recordings
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
    let needed = max(Self.fewestShared, shared.count - shared.count / 4)
    guard let rasFromHead = Self.fit(tracking.map, onto: layout, by: shared, fewest: needed) else {
      throw .otherCap(path: path, shared: shared.count, needed: needed)
    }
    (headFromRAS, source) = (rasFromHead.transpose, .reconstruction)
  }

  /// The rotation of markers onto where they lie in a reconstruction. A marker that was hardly seen may have been put anywhere,
  /// so the farthest are left out, one after the other, as long as the fewest are left; nil where these lie otherwise.
  private static func fit(
    _ map: MarkerMap, onto layout: [Int: [Vector3]], by shared: [Int], fewest: Int
  ) -> Matrix3? {
    var ids = shared
    while ids.count >= fewest {
      let pairs = ids.map { id in Array(zip(map.markers[id]!.corners, layout[id]!)) }
      let all = pairs.flatMap(\.self)
      guard let found = RigidTransform.fit(all.map(\.0), onto: all.map(\.1)) else { return nil }
      let misses = pairs.map { RobustStatistics.rms($0.map { (found * $0.0 - $0.1).length }) }
      if RobustStatistics.rms(misses) <= largestResidual { return found.rotation }
      ids.remove(at: misses.indices.max { misses[$0] < misses[$1] }!)
    }
    return nil
  }

  /// The axes of clicked landmarks; nil where these make no head frame.
  init?(_ clicks: [ReportedClick], _ recording: Recording, _ tracking: Tracking, workers: Workers) {
    let clicked = ClickedLandmarks(clicks, workers: workers) { recording.clickView($0, tracking) }
    guard let sellion = clicked.landmarks[.sellion], let left = clicked.landmarks[.tragionLeft],
      let right = clicked.landmarks[.tragionRight],
      let frame = try? HeadFrame(sellion: sellion, tragionLeft: left, tragionRight: right)
    else { return nil }
    (headFromRAS, source) = (frame.headFromScan.rotation.transpose, .landmarks)
  }
}
