import Geometry

/// The inside of a box: walls, floor and ceiling, at rest in the world.
struct Room: Sendable {
  private let low: Vector3 = [-1.3, -1.2, -0.55]
  private let high: Vector3 = [1.1, 1.4, 1.3]

  /// The distance to the wall that a ray from inside meets, and the wall's inward normal; world frame.
  func hit(_ ray: Ray) -> (distance: Double, normal: Vector3) {
    var best = (distance: Double.infinity, normal: Vector3(0, 0, 1))
    for axis in 0..<3 {
      let d = ray.direction[axis]
      guard abs(d) > 1e-12 else { continue }
      let t = ((d > 0 ? high[axis] : low[axis]) - ray.origin[axis]) / d
      if t < best.distance {
        var normal = Vector3.zero
        normal[axis] = d > 0 ? -1 : 1
        best = (max(t, 0), normal)
      }
    }
    return best
  }
}
