/// A point or direction in a plane: pixels or metres, as the name of the variable says.
public typealias Vector2 = SIMD2<Double>
/// A point or direction in space, in metres unless a name says otherwise.
public typealias Vector3 = SIMD3<Double>

extension SIMD2 where Scalar == Double {
  /// The scalar product.
  public func dot(_ other: Self) -> Double { (self * other).sum() }
  /// The Euclidean length.
  public var length: Double { dot(self).squareRoot() }
  /// The z component of the cross product.
  public func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}

extension SIMD3 where Scalar == Double {
  /// The scalar product.
  public func dot(_ other: Self) -> Double { (self * other).sum() }
  /// The Euclidean length.
  public var length: Double { dot(self).squareRoot() }
  /// The vector of length one; NaN for the zero vector.
  public var normalized: Self { self / length }
  /// The cross product.
  public func cross(_ other: Self) -> Self {
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
