internal import Geometry
internal import Platform

/// Angles in space, in degrees. All axes are the subject's own, so those of the file don't matter, as long as they are
/// right-handed.
enum SpaceAngles {
  /// The angle of a task in each frame; NaN where a point is missing or an axis has no direction.
  static func series(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    task.joint == .knee ? KneeHinge(sequence, task.side).degrees : hip(sequence, task)
  }

  /// The thigh in the trunk's axes: right from hip to hip, down from the shoulders to the hips.
  private static func hip(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (shoulders, hips) = ((at(.leftShoulder), at(.rightShoulder)), (at(.leftHip), at(.rightHip)))
    let (hip, knee) = (at(.hip(task.side)), at(.knee(task.side)))
    return hip.indices.map { i in
      let down = ((hips.0[i] + hips.1[i] - shoulders.0[i] - shoulders.1[i]) / 2).normalized
      let across = hips.1[i] - hips.0[i]
      let right = (across - down * across.dot(down)).normalized
      let forward = right.cross(down)
      let thigh = (knee[i] - hip[i]).normalized
      let (d, f) = (thigh.dot(down), thigh.dot(forward))
      switch task.movement {
      case .flexion: return atan2(f, d) * 180 / .pi
      default:
        let outward = task.side == .right ? right : -right
        return atan2(thigh.dot(outward), (d * d + f * f).squareRoot()) * 180 / .pi
      }
    }
  }
}
