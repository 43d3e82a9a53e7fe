import Geometry

/// The places of a marker's cells in an image, by the projective map of a square onto its corners (Heckbert 1989).
struct CellGrid {
  private let origin, gx, gy: Vector3

  /// The grid of a marker from its corners in pixels, `cells` a side with the border; nil where they are no
  /// quadrilateral.
  init?(corners: [Vector2], cells: Int) {
    let (p, q, r, s) = (corners[0], corners[1], corners[2], corners[3])
    let (d1, d2, sum) = (q - r, s - r, p - q + r - s)
    let determinant = d1.cross(d2)
    guard abs(determinant) > 1e-9 else { return nil }
    let g = sum.cross(d2) / determinant
    let h = d1.cross(sum) / determinant
    let side = Double(cells)
    origin = Vector3(p.x, p.y, 1)
    gx = Vector3(q.x - p.x + g * q.x, q.y - p.y + g * q.y, g) / side
    gy = Vector3(s.x - p.x + h * s.x, s.y - p.y + h * s.y, h) / side
  }

  /// The pixel of a place in cells from the first corner, x towards the second one and y towards the fourth.
  func pixel(_ place: Vector2) -> Vector2 {
    let p = origin + gx * place.x + gy * place.y
    return Vector2(p.x / p.z, p.y / p.z)
  }

  /// How the pixel moves with a step of one cell along x and along y.
  func steps(at place: Vector2) -> (x: Vector2, y: Vector2) {
    let p = origin + gx * place.x + gy * place.y
    let at = Vector2(p.x / p.z, p.y / p.z)
    return (
      (Vector2(gx.x, gx.y) - at * gx.z) / p.z,
      (Vector2(gy.x, gy.y) - at * gy.z) / p.z
    )
  }
}
