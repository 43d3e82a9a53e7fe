import Geometry

/// Three corners in space.
package struct Triangle: Sendable {
  let a, b, c: Vector3

  /// A triangle from its corners.
  package init(a: Vector3, b: Vector3, c: Vector3) { (self.a, self.b, self.c) = (a, b, c) }

  /// The margin of ``hit(_:_:margin:)`` that closes the cracks between neighbours of one surface.
  package static let crack = 1e-9

  /// The point at barycentric coordinates (weights of a, b and c).
  func point(_ weights: Vector3) -> Vector3 { a * weights.x + b * weights.y + c * weights.z }

  /// The triangle's point nearest to p.
  package func closestPoint(to p: Vector3) -> Vector3 { point(closest(to: p)) }

  /// The barycentric coordinates of the triangle's point nearest to p (Ericson, Real-Time Collision Detection, 5.1.5).
  func closest(to p: Vector3) -> Vector3 {
    let (ab, ac, ap) = (b - a, c - a, p - a)
    guard ab.cross(ac) != .zero else { return closestOnEdges(to: p) }
    let (d1, d2) = (ab.dot(ap), ac.dot(ap))
    if d1 <= 0, d2 <= 0 { return [1, 0, 0] }
    let bp = p - b
    let (d3, d4) = (ab.dot(bp), ac.dot(bp))
    if d3 >= 0, d4 <= d3 { return [0, 1, 0] }
    let vc = d1 * d4 - d3 * d2
    if vc <= 0, d1 >= 0, d3 <= 0 {
      let v = d1 / (d1 - d3)
      return [1 - v, v, 0]
    }
    let cp = p - c
    let (d5, d6) = (ab.dot(cp), ac.dot(cp))
    if d6 >= 0, d5 <= d6 { return [0, 0, 1] }
    let vb = d5 * d2 - d1 * d6
    if vb <= 0, d2 >= 0, d6 <= 0 {
      let w = d2 / (d2 - d6)
      return [1 - w, 0, w]
    }
    let va = d3 * d6 - d5 * d4
    if va <= 0, d4 - d3 >= 0, d5 - d6 >= 0 {
      let w = (d4 - d3) / ((d4 - d3) + (d5 - d6))
      return [0, 1 - w, w]
    }
    let sum = va + vb + vc
    return [va / sum, vb / sum, vc / sum]
  }

  /// The closest point of a triangle without area, where the regions of the general case are not defined.
  private func closestOnEdges(to p: Vector3) -> Vector3 {
    let corners = [a, b, c]
    let candidates = (0..<3).map { i -> Vector3 in
      let (from, to) = (corners[i], corners[(i + 1) % 3])
      let length = (to - from).squaredLength
      let t = length > 0 ? min(1, max(0, (p - from).dot(to - from) / length)) : 0
      var weights = Vector3.zero
      weights[i] = 1 - t
      weights[(i + 1) % 3] = t
      return weights
    }
    return candidates.min { (point($0) - p).squaredLength < (point($1) - p).squaredLength }!
  }

  /// Where a ray meets the triangle from either side: lengths of the direction and barycentric coordinates
  /// (Möller & Trumbore 1997).
  ///
  /// - Parameter margin: how far beyond its edges it still counts, in barycentric coordinates: against cracks between neighbours.
  package func hit(
    _ origin: Vector3, _ direction: Vector3, margin: Double = 0
  ) -> (distance: Double, weights: Vector3)? {
    let (ab, ac) = (b - a, c - a)
    let across = direction.cross(ac)
    let determinant = ab.dot(across)
    guard determinant != 0 else { return nil }
    let offset = origin - a
    let v = offset.dot(across) / determinant
    let turned = offset.cross(ab)
    let w = direction.dot(turned) / determinant
    let distance = ac.dot(turned) / determinant
    guard v >= -margin, w >= -margin, v + w <= 1 + margin, distance >= 0 else { return nil }
    return (distance, [1 - v - w, v, w])
  }
}
