import Platform

/// A rotation followed by a translation. Named destination first: `headFromCamera * pointInCamera` is in the head frame.
public struct RigidTransform: Equatable, Sendable {
  /// The rotation, orthonormal with determinant +1.
  public var rotation: Matrix3
  /// The translation in metres.
  public var translation: Vector3

  /// A transform from its parts.
  public init(rotation: Matrix3, translation: Vector3) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The transform that moves nothing.
  public static let identity = RigidTransform(rotation: .identity, translation: .zero)

  /// The inverse transform.
  public var inverse: RigidTransform {
    let r = rotation.transpose
    return RigidTransform(rotation: r, translation: -(r * translation))
  }

  /// The image of a point.
  public static func * (t: RigidTransform, point: Vector3) -> Vector3 { t.rotation * point + t.translation }

  /// The composition: first b, then a.
  public static func * (a: RigidTransform, b: RigidTransform) -> RigidTransform {
    RigidTransform(rotation: a.rotation * b.rotation, translation: a * b.translation)
  }

  /// This transform followed by a small motion: rotation vector (rad) and translation (m) applied on the left.
  public func retracted(rotation w: Vector3, translation t: Vector3) -> RigidTransform {
    RigidTransform(rotation: .rotation(w) * rotation, translation: .rotation(w) * translation + t)
  }
}

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
