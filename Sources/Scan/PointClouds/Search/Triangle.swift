import Geometry

/// Three corners in space.
struct Triangle: Sendable {
  let a, b, c: Vector3

  /// The point at barycentric coordinates (weights of a, b and c).
  func point(_ weights: Vector3) -> Vector3 { a * weights.x + b * weights.y + c * weights.z }

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
  func hit(_ origin: Vector3, _ direction: Vector3) -> (distance: Double, weights: Vector3)? {
    let (ab, ac) = (b - a, c - a)
    let across = direction.cross(ac)
    let determinant = ab.dot(across)
    guard determinant != 0 else { return nil }
    let offset = origin - a
    let v = offset.dot(across) / determinant
    let turned = offset.cross(ab)
    let w = direction.dot(turned) / determinant
    let distance = ac.dot(turned) / determinant
    guard v >= 0, w >= 0, v + w <= 1, distance >= 0 else { return nil }
    return (distance, [1 - v - w, v, w])
  }
}

/// Questions about single triangles.
package enum TriangleGeometry {
  /// The point of a triangle nearest to `p` (Ericson, Real-Time Collision Detection, 5.1.5).
  package static func closestPoint(to p: Vector3, _ a: Vector3, _ b: Vector3, _ c: Vector3) -> Vector3 {
    let (ab, ac, ap) = (b - a, c - a, p - a)
    let (d1, d2) = (ab.dot(ap), ac.dot(ap))
    if d1 <= 0 && d2 <= 0 { return a }
    let bp = p - b
    let (d3, d4) = (ab.dot(bp), ac.dot(bp))
    if d3 >= 0 && d4 <= d3 { return b }
    let vc = d1 * d4 - d3 * d2
    if vc <= 0 && d1 >= 0 && d3 <= 0 { return a + ab * (d1 / max(d1 - d3, .leastNormalMagnitude)) }
    let cp = p - c
    let (d5, d6) = (ab.dot(cp), ac.dot(cp))
    if d6 >= 0 && d5 <= d6 { return c }
    let vb = d5 * d2 - d1 * d6
    if vb <= 0 && d2 >= 0 && d6 <= 0 { return a + ac * (d2 / max(d2 - d6, .leastNormalMagnitude)) }
    let va = d3 * d6 - d5 * d4
    let (e, f) = (d4 - d3, d5 - d6)
    if va <= 0 && e >= 0 && f >= 0 { return b + (c - b) * (e / max(e + f, .leastNormalMagnitude)) }
    let total = va + vb + vc
    return total > 0 ? a + ab * (vb / total) + ac * (vc / total) : a
  }

  /// The distance along a ray from `origin` in `direction` at which it meets a triangle, from either side, or nil
  /// (Möller & Trumbore 1997). Edges count, with a margin against cracks between neighbours.
  package static func hit(
    origin: Vector3, direction: Vector3, _ a: Vector3, _ b: Vector3, _ c: Vector3
  ) -> Double? {
    let (e1, e2) = (b - a, c - a)
    let p = direction.cross(e2)
    let determinant = e1.dot(p)
    guard abs(determinant) > 1e-18 else { return nil }
    let s = origin - a
    let u = s.dot(p) / determinant
    let q = s.cross(e1)
    let v = direction.dot(q) / determinant
    guard u >= -1e-9, v >= -1e-9, u + v <= 1 + 1e-9 else { return nil }
    let t = e2.dot(q) / determinant
    return t > 0 ? t : nil
  }
}
