import Diagnostics
public import Geometry
import Recordings
import Reports
import Tracking

/// The poses that a recorder wrote down, set against those that were found: never an input, and no truth either, since a
/// recorder follows the room and the head moves in it.
struct RecordedPoses {
  /// The frames that have both.
  let frames: Int
  /// The root mean square distances of the camera's places (metres) and of its directions (radians) after the rigid motion
  /// that brings the places closest.
  let position, angle: Double
  /// How much larger the recorder's path is than the one that was found: the ratio of their extents.
  let scale: Double

  /// The fewest frames that are compared, and the smallest extent of a path, metres: less determines no motion.
  private static let (fewest, shortest) = (10, 0.02)

  /// Compares poses, `worldFromCamera` of the recorder and `scanFromCamera` that was found; nil where there is too little
  /// of them.
  init?(_ pairs: [(recorded: RigidTransform, found: RigidTransform)]) {
    guard pairs.count >= Self.fewest else { return nil }
    let (theirs, ours) = (pairs.map(\.recorded.translation), pairs.map(\.found.translation))
    let (extent, ownExtent) = (Self.extent(theirs), Self.extent(ours))
    guard extent > Self.shortest, ownExtent > Self.shortest, let motion = RigidTransform.fit(theirs, onto: ours) else {
      return nil
    }
    frames = pairs.count
    scale = extent / ownExtent
    position = RobustStatistics.rms(zip(theirs, ours).map { (motion * $0 - $1).length })
    angle = RobustStatistics.rms(
      pairs.map { ($0.found.rotation.transpose * motion.rotation * $0.recorded.rotation).rotationVector.length })
    // Places so far away that their squares overflow.
    guard position.isFinite, angle.isFinite, scale.isFinite else { return nil }
  }

  /// The root mean square distance of points from their mean.
  private static func extent(_ points: [Vector3]) -> Double {
    let mean = points.reduce(Vector3.zero, +) / Double(points.count)
    return RobustStatistics.rms(points.map { ($0 - mean).length })
  }
}

extension Scan {
  /// What the recorder's poses say of those that were found; nil where it wrote none down.
  func recordedPoses() -> ScanResult.RecordedPoses? {
    let pairs = zip(recording.frames, tracking.scanFromCamera).compactMap { frame, found in
      frame.recordedPose.flatMap { recorded in found.map { (recorded: recorded, found: $0) } }
    }
    return RecordedPoses(pairs).map {
      .init(
        frames: $0.frames, positionRmsMm: rounded($0.position * 1000, 3),
        angleRmsDegrees: rounded($0.angle * 180 / .pi, 3),
        scale: rounded($0.scale, 4))
    }
  }

  /// Where up is by the recorder's sense of gravity, in the frame of the mesh; nil where it has none.
  func up() -> [Double]? {
    upInScan().map { up in
      let moved = outputFromScan.rotation * up
      return [moved.x, moved.y, moved.z].map { rounded($0, 6) }
    }
  }

  /// Where up is by the recorder's sense of gravity, a unit vector in the scan's frame; nil where it has none.
  ///
  /// The mean over the frames: the head may be held in several ways in the course of a scan.
  public func upInScan() -> Vector3? {
    Self.up(
      from: zip(recording.frames, tracking.scanFromCamera).compactMap { frame, found in
        frame.down.flatMap { down in found.map { $0.rotation * down } }
      })
  }

  /// What unit vectors that point down tell of where up is.
  static func up(from downs: [Vector3]) -> Vector3? {
    let sum = downs.reduce(Vector3.zero, +)
    // Directions that cancel each other say nothing.
    guard !downs.isEmpty, sum.length > 0.5 * Double(downs.count) else { return nil }
    return sum / -sum.length
  }
}
