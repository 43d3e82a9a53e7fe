import Platform

// What is called for every vertex or pixel is inlinable: across modules a call costs more than the sum itself.

/// A point or direction in a plane: pixels or metres, as the name of the variable says.
public typealias Vector2 = SIMD2<Double>
/// A point or direction in space, in metres unless a name says otherwise.
public typealias Vector3 = SIMD3<Double>

extension SIMD2 where Scalar == Double {
  /// The scalar product.
  @inlinable public func dot(_ other: Self) -> Double { (self * other).sum() }
  /// The Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }
  /// The z component of the cross product.
  @inlinable public func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}

extension SIMD3 where Scalar == Double {
  /// The scalar product.
  @inlinable public func dot(_ other: Self) -> Double { (self * other).sum() }
  /// The Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }
  /// The vector of length one; NaN for the zero vector.
  @inlinable public var normalized: Self { self / length }
  /// The cross product.
  @inlinable public func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
  /// True when no component is NaN or infinite.
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
  /// Some unit vector at a right angle to this one.
  public var anyOrthogonal: Self {
    let axis: Self =
      abs(x) < abs(y) ? (abs(x) < abs(z) ? [1, 0, 0] : [0, 0, 1]) : (abs(y) < abs(z) ? [0, 1, 0] : [0, 0, 1])
    return cross(axis).normalized
  }
}

/// A 3 × 3 matrix, stored as three columns.
public struct Matrix3: Equatable, Sendable {
  /// The columns.
  public var c0, c1, c2: Vector3

  /// A matrix from its columns.
  @inlinable public init(columns c0: Vector3, _ c1: Vector3, _ c2: Vector3) {
    (self.c0, self.c1, self.c2) = (c0, c1, c2)
  }

  /// A matrix from its rows.
  public init(rows r0: Vector3, _ r1: Vector3, _ r2: Vector3) {
    self.init(columns: [r0.x, r1.x, r2.x], [r0.y, r1.y, r2.y], [r0.z, r1.z, r2.z])
  }

  /// The identity.
  public static let identity = Matrix3(columns: [1, 0, 0], [0, 1, 0], [0, 0, 1])
  /// The matrix of zeros.
  public static let zero = Matrix3(columns: .zero, .zero, .zero)

  /// The transpose; for a rotation, the inverse.
  public var transpose: Matrix3 { Matrix3(rows: c0, c1, c2) }
  /// The determinant.
  public var determinant: Double { c0.dot(c1.cross(c2)) }
  /// The sum of the diagonal.
  public var trace: Double { c0.x + c1.y + c2.z }
  /// The rows.
  public var rows: (Vector3, Vector3, Vector3) { (transpose.c0, transpose.c1, transpose.c2) }

  /// Whether the columns are orthonormal and right-handed, each scalar product within a tolerance.
  public func isRotation(within tolerance: Double) -> Bool {
    let products = [c0.dot(c0) - 1, c1.dot(c1) - 1, c2.dot(c2) - 1, c0.dot(c1), c1.dot(c2), c2.dot(c0)]
    return determinant > 0 && products.allSatisfy { abs($0) < tolerance }
  }

  /// The product of a matrix and a column.
  @inlinable public static func * (m: Matrix3, v: Vector3) -> Vector3 { m.c0 * v.x + m.c1 * v.y + m.c2 * v.z }
  /// The product of two matrices.
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(columns: a * b.c0, a * b.c1, a * b.c2) }
  /// The sum of two matrices.
  public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2)
  }
  /// A matrix times a number.
  public static func * (m: Matrix3, s: Double) -> Matrix3 { Matrix3(columns: m.c0 * s, m.c1 * s, m.c2 * s) }

  /// The outer product a bᵀ.
  public static func outer(_ a: Vector3, _ b: Vector3) -> Matrix3 { Matrix3(columns: a * b.x, a * b.y, a * b.z) }
}

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

/// A rotation as three turns, each about an axis that the one before has moved: R = Rx(x) · Ry(y) · Rz(z).
public struct CardanAngles: Sendable, Equatable {
  /// The turns about x, y and z in radians; y lies between −π/2 and π/2, where x and z are not told apart at its ends.
  public var x, y, z: Double

  /// Angles from their parts.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// The angles of a rotation.
  public init(_ r: Matrix3) {
    x = atan2(-r.c2.y, r.c2.z)
    y = asin(min(1, max(-1, r.c2.x)))
    z = atan2(-r.c1.x, r.c0.x)
  }

  /// The rotation.
  public var rotation: Matrix3 { .rotation([x, 0, 0]) * .rotation([0, y, 0]) * .rotation([0, 0, z]) }
}
