/// A plane: the points p with normal · p = offset; the normal has length one.
public struct Plane: Equatable, Sendable {
  /// The unit normal.
  public var normal: Vector3
  /// The distance of the plane from the origin along the normal, in metres.
  public var offset: Double

  /// A plane from its unit normal and offset.
  public init(normal: Vector3, offset: Double) {
    self.normal = normal
    self.offset = offset
  }

  /// The signed distance of a point from the plane.
  public func distance(to point: Vector3) -> Double { normal.dot(point) - offset }

  /// The plane moved by a rigid transform.
  public func moved(by transform: RigidTransform) -> Plane {
    let normal = transform.rotation * self.normal
    return Plane(normal: normal, offset: offset + normal.dot(transform.translation))
  }

  /// The plane of least squared orthogonal distances, or nil where the points don't determine one.
  public static func fit(_ points: [Vector3]) -> Plane? {
    guard points.count >= 3 else { return nil }
    let centre = points.reduce(.zero, +) / Double(points.count)
    var s = Matrix3.zero
    for p in points { s = s + .outer(p - centre, p - centre) }
    let eigen = SymmetricEigen([[s.c0.x, s.c1.x, s.c2.x], [s.c0.y, s.c1.y, s.c2.y], [s.c0.z, s.c1.z, s.c2.z]])
    guard eigen.values[1] > 1e-12 * max(eigen.values[2], 1e-300) else { return nil }
    let n = eigen.vectors[0]
    let normal = Vector3(n[0], n[1], n[2])
    return Plane(normal: normal, offset: normal.dot(centre))
  }
}
