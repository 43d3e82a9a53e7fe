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
  @inlinable public static func * (t: RigidTransform, point: Vector3) -> Vector3 { t.rotation * point + t.translation }

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

extension RigidTransform {
  /// The rigid transform that moves `source` onto `target` with the least weighted squares (Horn 1987, unit quaternions).
  ///
  /// - Parameters:
  ///   - source: points, at least three that are not on one line.
  ///   - target: their counterparts, as many.
  ///   - weights: weights ≥ 0, one a pair, or nil for equal ones.
  /// - Returns: `targetFromSource`, or nil where the points don't determine it.
  public static func fit(_ source: [Vector3], onto target: [Vector3], weights: [Double]? = nil) -> RigidTransform? {
    guard source.count == target.count, source.count >= 3 else { return nil }
    let weight = { (i: Int) in weights?[i] ?? 1 }
    let total = source.indices.reduce(0.0) { $0 + weight($1) }
    guard total > 0 else { return nil }
    let centreA = source.indices.reduce(Vector3.zero) { $0 + source[$1] * weight($1) } / total
    let centreB = target.indices.reduce(Vector3.zero) { $0 + target[$1] * weight($1) } / total
    var s = Matrix3.zero  // s = Σ w a bᵀ
    for i in source.indices {
      s = s + .outer((source[i] - centreA) * weight(i), target[i] - centreB)
    }
    let (xx, xy, xz) = (s.c0.x, s.c1.x, s.c2.x)
    let (yx, yy, yz) = (s.c0.y, s.c1.y, s.c2.y)
    let (zx, zy, zz) = (s.c0.z, s.c1.z, s.c2.z)
    let eigen = SymmetricEigen([
      [xx + yy + zz, yz - zy, zx - xz, xy - yx],
      [yz - zy, xx - yy - zz, xy + yx, zx + xz],
      [zx - xz, xy + yx, yy - xx - zz, yz + zy],
      [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ])
    let gap = eigen.values[3] - eigen.values[2]
    guard gap > 1e-9 * max(abs(eigen.values[3]), 1e-300) else { return nil }
    let q = eigen.vectors[3]
    let rotation = Matrix3(quaternion: [q[1], q[2], q[3], q[0]])
    return RigidTransform(rotation: rotation, translation: centreB - rotation * centreA)
  }
}
