internal import Geometry
internal import Platform

/// Angles in a picture, in degrees between −180 and 180.
enum FlatAngles {
  /// The angle by which a direction is turned from another one, clockwise in a picture with y down.
  static func turn(from a: Vector3, to b: Vector3) -> Double {
    guard a.length > 0, b.length > 0 else { return .nan }
    return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) * 180 / .pi
  }

  /// The angle of a task in each frame; NaN where a point is missing.
  static func series(_ sequence: LandmarkSequence, _ task: MotionTask, _ direction: TurnDirection) -> [Double] {
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (hip, knee) = (at(.hip(task.side)), at(.knee(task.side)))
    switch (task.joint, task.movement) {
    case (.knee, _):
      let ankle = at(.ankle(task.side))
      return hip.indices.map { direction.sign * turn(from: knee[$0] - hip[$0], to: ankle[$0] - knee[$0]) }
    case (.hip, .flexion):
      let shoulder = at(.shoulder(task.side))
      return hip.indices.map { direction.sign * turn(from: hip[$0] - shoulder[$0], to: knee[$0] - hip[$0]) }
    default:
      let (shoulders, hips) = ((at(.leftShoulder), at(.rightShoulder)), (at(.leftHip), at(.rightHip)))
      return hip.indices.map { i in
        let trunk = (hips.0[i] + hips.1[i] - shoulders.0[i] - shoulders.1[i]) / 2
        return direction.sign * turn(from: trunk, to: knee[i] - hip[i])
      }
    }
  }
}
