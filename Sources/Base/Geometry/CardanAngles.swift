import Platform

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
