import Geometry

/// A reflection across a plane along a direction that need not be perpendicular to it (skewed symmetry; Kanade 1981,
/// *Artif. Intell.* 17:409): the middles of points and their images lie on the plane.
///
/// A head that has become a parallelogram is no mirror image of itself, but it is one along a slanted direction.
struct ObliqueReflection: Sendable {
  /// The plane of the middles.
  private(set) var plane: Plane
  /// The direction along which points cross the plane; its component along the normal is 1.
  private(set) var direction: Vector3

  /// The mirror image across a plane.
  init(across plane: Plane) { self.init(plane: plane, direction: plane.normal) }

  init(plane: Plane, direction: Vector3) { (self.plane, self.direction) = (plane, direction) }

  /// The image of a point.
  func image(of point: Vector3) -> Vector3 { point - direction * (2 * plane.distance(to: point)) }

  /// The image of a surface's unit normal.
  func image(ofNormal normal: Vector3) -> Vector3 {
    (normal - plane.normal * (2 * normal.dot(direction))).normalized
  }

  /// The part of the direction that lies in the plane: a tangent.
  var slant: Vector3 { direction - plane.normal }

  /// The directions within the plane along which it is turned: forward, in the plane with height 0, and up.
  ///
  /// - Parameter up: not along the normal.
  func axes(up: Vector3) -> (forward: Vector3, up: Vector3) {
    let forward = up.cross(plane.normal).normalized
    return (forward, plane.normal.cross(forward))
  }

  /// The reflection after a small step; see ``MirrorFit``.
  func moved(by step: [Double], axes: (forward: Vector3, up: Vector3)) -> ObliqueReflection {
    let turn = axes.forward * step[1] + axes.up * step[2]
    let tilted = plane.normal + turn
    var moved = self
    moved.plane = Plane(normal: tilted.normalized, offset: (plane.offset + step[0]) / tilted.length)
    let slanted = direction + turn + axes.forward * step[3] + axes.up * step[4]
    moved.direction = slanted / slanted.dot(moved.plane.normal)
    return moved
  }
}
