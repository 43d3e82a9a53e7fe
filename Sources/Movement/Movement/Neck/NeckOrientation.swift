internal import Feedback
internal import Geometry
internal import Platform

/// A head's angles against its neutral orientation, and the axes that they are about.
struct NeckOrientation: Sendable {
  /// The angles in each frame; nil where there is no pose.
  let angles: [HeadAngles?]
  /// Right, anterior and superior of the neutral head, as columns in the torso's axes.
  let torsoFromRAS: Matrix3
  /// Where they come from.
  let source: NeckAxes.Source

  /// The angles of a series; nil where no axes are known.
  ///
  /// - Parameter isSquare: zero is where the head's axes are square to the patch; else it is the neutral orientation.
  init?(_ series: NeckSeries, _ neutral: NeckNeutral, _ movement: JointMovement, isSquare: Bool) {
    let start = neutral.torsoFromHead
    if isSquare {
      guard let head = series.axes.headFromRAS, let patch = series.axes.torsoFromRAS else { return nil }
      // A patch lies on the slope of the breastbone: its tilt about right is taken from the rest. The other two angles do
      // not depend on it, since flexion comes first.
      let tilt = HeadAngles(patch.transpose * start * head).flexion * .pi / 180
      let axes = patch * .rotation([-tilt, 0, 0])
      angles = series.poses.map { pose in pose.map { HeadAngles(axes.transpose * $0.torsoFromHead * head) } }
      (torsoFromRAS, source) = (axes, series.axes.source)
      return
    }
    if let head = series.axes.headFromRAS {
      (torsoFromRAS, source) = (start * head, series.axes.source)
    } else if let patch = series.axes.torsoFromRAS {
      let moved = Self.byMovement(series, start, patch, movement)
      (torsoFromRAS, source) = (moved ?? patch, moved == nil ? .patch : .movement)
    } else {
      return nil
    }
    let (axes, back) = (torsoFromRAS, start.transpose * torsoFromRAS)
    angles = series.poses.map { pose in pose.map { HeadAngles(axes.transpose * $0.torsoFromHead * back) } }
  }

  /// The standard deviation of a movement's angle in a frame by its pose, in degrees.
  ///
  /// - Parameter angles: those of the frame: the axes of the later angles go along with the earlier ones.
  func deviation(_ pose: NeckSeries.Pose, at angles: HeadAngles, about movement: JointMovement) -> Double {
    let gradient = torsoFromRAS * Self.gradient(of: movement, at: angles)
    return max(0, gradient.dot(pose.covariance * gradient)).squareRoot() * 180 / .pi
  }

  /// By how much a movement's angle changes with a small turn on the left, about the axes of the neutral head; without its
  /// sign. With R = Rx(x) · Ry(y) · Rz(z) the turn is ω = dx · eₓ + dy · Rx e_y + dz · Rx Ry e_z, so that dz = ω′_z / cos y,
  /// dy = ω′_y and dx = ωₓ − tan y · ω′_z, where ω′ = Rxᵀ ω.
  private static func gradient(of movement: JointMovement, at angles: HeadAngles) -> Vector3 {
    let lateral = angles.lateral * .pi / 180
    let flexed = Matrix3.rotation([-angles.flexion * .pi / 180, 0, 0])
    switch movement {
    case .rotation: return flexed.c2 / cos(lateral)
    case .lateral: return flexed.c1
    case .flexion, .abduction, .projection: return Vector3(1, 0, 0) - flexed.c2 * tan(lateral)
    }
  }

  /// The part of a turn about the torso's axes that is about the movement's axis, with the sign of its angle.
  func part(of turn: Vector3, about movement: JointMovement) -> Double {
    movement.neckAxis.sign * column(movement.neckAxis.index).dot(turn)
  }

  /// The length of a vector of deviations along the movement's axis.
  func deviation(_ deviations: Vector3, about movement: JointMovement) -> Double {
    let scaled = column(movement.neckAxis.index) * deviations
    return scaled.length
  }

  private func column(_ index: Int) -> Vector3 {
    index == 0 ? torsoFromRAS.c0 : index == 1 ? torsoFromRAS.c1 : torsoFromRAS.c2
  }

  /// The patch's right, with the axis of the movement in place of its top or its normal: those lie on the slope of the
  /// breastbone. Nil where no movement tells it.
  private static func byMovement(
    _ series: NeckSeries, _ start: Matrix3, _ patch: Matrix3, _ movement: JointMovement
  ) -> Matrix3? {
    guard movement != .flexion else { return nil }
    let turns = series.poses.compactMap { pose -> (y: Double, z: Double)? in
      guard let pose else { return nil }
      let turn = patch.transpose * (pose.torsoFromHead * start.transpose).rotationVector
      // Frames in which the head moved mainly so: within 45° of the patch's own axis.
      let (own, other) = movement == .rotation ? (turn.z, turn.y) : (turn.y, turn.z)
      let isLarge = turn.length > Self.leastTurn
      return isLarge && abs(own) > abs(other) && abs(own) > abs(turn.x) ? (turn.y, turn.z) : nil
    }
    guard !turns.isEmpty else { return nil }
    let (yy, yz, zz) = turns.reduce((0.0, 0.0, 0.0)) {
      ($0.0 + $1.y * $1.y, $0.1 + $1.y * $1.z, $0.2 + $1.z * $1.z)
    }
    // The direction of the axis from y towards z, −90 to 90°.
    let direction = 0.5 * atan2(2 * yz, yy - zz)
    let tilt = movement == .rotation ? direction - (direction > 0 ? 1 : -1) * .pi / 2 : direction
    return patch * .rotation([tilt, 0, 0])
  }

  /// The least turn from which an axis is taken, in radians.
  private static let leastTurn = 15 * Double.pi / 180
}

extension JointMovement {
  /// The place of a neck movement's axis among x, y and z; the sign of its angle about it.
  var neckAxis: (index: Int, sign: Double) {
    switch self {
    case .flexion, .abduction, .projection: (0, -1)
    case .lateral: (1, 1)
    case .rotation: (2, -1)
    }
  }
}
