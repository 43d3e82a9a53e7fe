import Geometry

/// A half-line with a unit direction.
struct Ray: Sendable {
  let origin, direction: Vector3

  func at(_ distance: Double) -> Vector3 { origin + direction * distance }
}

extension SIMD3 where Scalar == Double {
  /// The scalar product, inlined: a call across modules costs more than the product, and ray casting makes millions.
  @inline(__always)
  func inner(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}
