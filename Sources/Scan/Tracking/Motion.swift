import Geometry
import Markers

/// The motion of the map in the camera's frame around a moment.
struct Motion {
  private let before, after: RigidTransform
  private let seconds: Double

  /// The longest time between two poses from which a velocity is taken, in seconds.
  private static let longest = 0.35
  /// The shortest such time, in seconds: over less, the noise of the poses would pass for motion.
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

  /// The pose `delay` seconds later, with the same screw motion continued.
  func later(_ pose: RigidTransform, by delay: Double) -> RigidTransform {
    (after * before.inverse).power(delay / seconds) * pose
  }
}

extension MarkerMap.Marker {
  /// How fast depth grows where a marker's corners are seen, in m/s: z of the moving surface at a fixed pixel,
  /// (v · n) / (r · n) with the corner's velocity v, the surface's normal n and the pixel's ray r.
  ///
  /// The normal is the map's, because on a round head late depth shows the normal of another place. It is taken at the
  /// corner itself, on a head of radius `radius` (metres): a marker spans 14°, over which rates at a slant grow by a
  /// third.
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
