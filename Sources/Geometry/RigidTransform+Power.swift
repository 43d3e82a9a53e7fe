import Platform

extension RigidTransform {
  /// The motion carried on to a share of itself along its screw: `power(1)` is the motion, `power(-1)` its inverse.
  ///
  /// With the rotation vector w and t = V(w) u, it is the rotation s w and the translation V(s w) s u
  /// (Sola, Deray & Atchuthan 2018, eq. 174).
  public func power(_ share: Double) -> RigidTransform {
    let w = rotation.rotationVector
    let columns = Self.leftJacobian(w)
    // V is a rotation's mean and never singular below half a turn, so Cramer's rule is safe.
    let u =
      Vector3(
        translation.dot(columns.c1.cross(columns.c2)), columns.c0.dot(translation.cross(columns.c2)),
        columns.c0.dot(columns.c1.cross(translation))) / columns.determinant
    return RigidTransform(
      rotation: .rotation(w * share), translation: Self.leftJacobian(w * share) * (u * share))
  }

  /// V(w) = I + (1 − cos θ)/θ² [w] + (θ − sin θ)/θ³ [w]², θ = |w|.
  private static func leftJacobian(_ w: Vector3) -> Matrix3 {
    let angle = w.length
    let skew = Matrix3(rows: [0, -w.z, w.y], [w.z, 0, -w.x], [-w.y, w.x, 0])
    let (a, b) =
      angle < 1e-3
      ? (0.5 - angle * angle / 24, 1.0 / 6 - angle * angle / 120)
      : ((1 - cos(angle)) / (angle * angle), (angle - sin(angle)) / (angle * angle * angle))
    return .identity + skew * a + (skew * skew) * b
  }
}
