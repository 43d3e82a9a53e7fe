package import Geometry

extension HeadSurface {
  /// The point of a surface nearest to another one, and what the mesh is like there.
  package struct Nearest {
    /// Metres from the other point.
    package let distance: Double
    /// The longest edge of the triangle that it lies on, metres.
    package let spacing: Double
    /// True where the surface ends.
    package let isRim: Bool
  }

  /// The nearest point of the surface.
  package func nearest(to point: Vector3) -> Nearest {
    var (least, found) = (Double.infinity, (triangle: SIMD3<Int32>(), weights: Vector3()))
    for triangle in triangles {
      let (a, b, c) = corners(triangle)
      // Cheap bound: the triangle lies within a ball about its first corner.
      let reach = max((b - a).length, (c - a).length)
      if (point - a).length - reach > least { continue }
      let shape = Triangle(a: a, b: b, c: c)
      let weights = shape.closest(to: point)
      let distance = (point - shape.point(weights)).length
      if distance < least { (least, found) = (distance, (triangle, weights)) }
    }
    guard least.isFinite else { return Nearest(distance: least, spacing: 0, isRim: false) }
    let (a, b, c) = corners(found.triangle)
    let corners = Set((0..<3).filter { found.weights[$0] > 0 }.map { found.triangle[$0] })
    return Nearest(
      distance: least, spacing: max((b - a).length, (c - b).length, (a - c).length), isRim: isRim(corners))
  }

  /// True for a vertex, or both ends of an edge, beside which a triangle is missing.
  private func isRim(_ corners: Set<Int32>) -> Bool {
    guard corners.count < 3 else { return false }
    var sides: [Set<Int32>: Int] = [:]
    for triangle in triangles where corners.isSubset(of: [triangle.x, triangle.y, triangle.z]) {
      for i in 0..<3 {
        let side: Set = [triangle[i], triangle[(i + 1) % 3]]
        if corners.isSubset(of: side) { sides[side, default: 0] += 1 }
      }
    }
    return sides.values.contains(1)
  }
}
