import Geometry
import Platform

/// The projective map from a plane to an image, by the direct linear transform (Hartley & Zisserman 2004, 4.1).
struct Homography {
  private let columns: Matrix3

  /// The map that takes places to what is seen of them, in the focal length's unit; nil where they lie on a line.
  init?(_ seen: [(place: Vector2, pixel: Vector2)]) {
    let scale = seen.map { max(abs($0.place.x), abs($0.place.y)) }.max() ?? 0
    guard seen.count >= 4, scale > 0 else { return nil }
    var equations = LeastSquares(unknowns: 8)
    for (place, pixel) in seen {
      let (x, y) = (place.x / scale, place.y / scale)
      equations.add([x, y, 1, 0, 0, 0, -pixel.x * x, -pixel.x * y], value: pixel.x)
      equations.add([0, 0, 0, x, y, 1, -pixel.y * x, -pixel.y * y], value: pixel.y)
    }
    guard let h = equations.solved()?.solution else { return nil }
    columns = Matrix3(
      columns: Vector3(h[0], h[3], h[6]) / scale, Vector3(h[1], h[4], h[7]) / scale, Vector3(h[2], h[5], 1))
  }

  /// The camera's view of the plane (Zhang 2000); nil where it is degenerate.
  var pose: RigidTransform? {
    let length = (columns.c0.length + columns.c1.length) / 2
    guard length > 1e-12 else { return nil }
    let x = columns.c0.normalized
    let y = (columns.c1 - x * x.dot(columns.c1)).normalized
    guard x.isFinite, y.isFinite else { return nil }
    return RigidTransform(
      rotation: Matrix3(columns: x, y, x.cross(y)), translation: columns.c2 / length)
  }
}
