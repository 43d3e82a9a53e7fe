import Geometry
import Markers

/// How the map moves in the camera's frame around a moment.
struct Motion {
  private let before, after: RigidTransform
  private let seconds: Double

  /// Poses farther from each other in time say nothing about the moment between them, in seconds.
  private static let longest = 0.35
  /// Over less time than this the poses' own noise would pass for speed, in seconds.
  private static let shortest = 0.005

  /// The motion between the posed frames on either side of a frame; nil where they are missing or far away.
  init?(around frame: Int, _ cameraFromMap: [RigidTransform?], _ frames: [FrameObservations]) {
    let first = frame > 0 && cameraFromMap[frame - 1] != nil ? frame - 1 : frame
    let last = frame + 1 < frames.count && cameraFromMap[frame + 1] != nil ? frame + 1 : frame
    guard let before = cameraFromMap[first], let after = cameraFromMap[last] else { return nil }
    seconds = frames[last].time - frames[first].time
    guard seconds > Self.shortest, seconds < Self.longest else { return nil }
    (self.before, self.after) = (before, after)
  }

  /// The velocity of a point of the map in the camera's frame, in m/s.
  func velocity(of point: Vector3) -> Vector3 { (after * point - before * point) / seconds }

  /// The pose a little later, in seconds: the same screw goes on.
  func later(_ pose: RigidTransform, by delay: Double) -> RigidTransform {
    (after * before.inverse).power(delay / seconds) * pose
  }
}

extension MarkerMap.Marker {
  /// By how much depth grows per second where a marker's corners are seen, in m/s: z of the moving surface at a pixel that
  /// stays, (v · n) / (r · n) with the corner's velocity v, the surface's normal n and the pixel's ray r.
  ///
  /// The normal is the map's, because on a round head depth that is late shows the normal of another place; and it is the
  /// corner's own, on a head of radius `radius` (metres): a marker spans 14°, over which slanting rates grow by a third.
  func depthRates(_ cameraFromMap: RigidTransform, motion: Motion?, radius: Double) -> [Double] {
    guard let motion else { return [0, 0, 0, 0] }
    let (centre, normal) = (centre, normal)
    return corners.map { corner in
      let seen = cameraFromMap * corner
      let outward = cameraFromMap.rotation * (normal + (corner - centre) / radius).normalized
      let facing = (seen / seen.z).dot(outward)
      return facing < -0.2 ? motion.velocity(of: corner).dot(outward) / facing : 0
    }
  }
}
