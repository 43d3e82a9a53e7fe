import Platform

// Rotations are orthonormal `Matrix3` values of determinant +1; tangent vectors are rotation vectors in radians.
extension Matrix3 {
  /// The rotation by |w| radians about w (Rodrigues' formula).
  public static func rotation(_ w: Vector3) -> Matrix3 {
    let angle = w.length
    let skew = Matrix3(rows: [0, -w.z, w.y], [w.z, 0, -w.x], [-w.y, w.x, 0])
    let (a, b) =
      angle < 1e-4
      ? (1 - angle * angle / 6, 0.5 - angle * angle / 24)
      : (sin(angle) / angle, (1 - cos(angle)) / (angle * angle))
    return .identity + skew * a + (skew * skew) * b
  }

  /// The rotation vector of a rotation, |w| in [0, π]; inverse of ``rotation(_:)``.
  public var rotationVector: Vector3 {
    let q = quaternion
    let sine = Vector3(q.x, q.y, q.z)
    let length = sine.length
    if length < 1e-12 { return sine * 2 }
    return sine * (2 * atan2(length, q.w) / length)
  }

  /// The unit quaternion (x, y, z, w) of a rotation, w ≥ 0 (Shepperd 1978).
  public var quaternion: SIMD4<Double> {
    let t = trace
    var q: SIMD4<Double>
    if t > max(c0.x, c1.y, c2.z) {
      q = [c1.z - c2.y, c2.x - c0.z, c0.y - c1.x, 1 + t]
    } else if c0.x >= c1.y && c0.x >= c2.z {
      q = [1 + c0.x - c1.y - c2.z, c1.x + c0.y, c2.x + c0.z, c1.z - c2.y]
    } else if c1.y >= c2.z {
      q = [c1.x + c0.y, 1 - c0.x + c1.y - c2.z, c2.y + c1.z, c2.x - c0.z]
    } else {
      q = [c2.x + c0.z, c2.y + c1.z, 1 - c0.x - c1.y + c2.z, c0.y - c1.x]
    }
    q /= (q * q).sum().squareRoot()
    return q.w < 0 ? -q : q
  }

  /// The rotation of a quaternion (x, y, z, w), which need not have length one.
  public init(quaternion raw: SIMD4<Double>) {
    let q = raw / (raw * raw).sum().squareRoot()
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    self.init(
      rows: [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)])
  }
}
