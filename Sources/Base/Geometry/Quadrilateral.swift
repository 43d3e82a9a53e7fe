/// A convex quadrilateral of pixels.
public struct Quadrilateral: Sendable {
  /// The corners, one after the other.
  public let corners: [Vector2]

  /// A quadrilateral from its corners.
  public init(_ corners: [Vector2]) { self.corners = corners }

  /// The pixels of an image whose centres lie inside: the columns of each row.
  public func rows(width: Int, height: Int) -> [(y: Int, columns: Range<Int>)] {
    let ys = corners.lazy.map { $0.y }
    guard let low = ys.min(), let high = ys.max(), low.isFinite, high.isFinite else { return [] }
    let first = Int(max(low, 0).rounded(.up))
    let last = min(height - 1, Int(min(high, Double(height)).rounded(.down)))
    return (first..<max(first, last + 1)).map { ($0, columns(at: $0, width: width)) }
  }

  /// The columns of an image whose centres lie inside, in a row.
  private func columns(at y: Int, width: Int) -> Range<Int> {
    guard let (left, right) = span(at: Double(y)) else { return 0..<0 }
    let from = Int(max(left, 0).rounded(.up))
    let to = Int(min(right, Double(width - 1)).rounded(.down))
    return from..<max(from, to + 1)
  }

  /// Where a row enters and leaves the quadrilateral.
  private func span(at y: Double) -> (Double, Double)? {
    var (left, right) = (Double.infinity, -Double.infinity)
    for i in 0..<4 {
      let (a, b) = (corners[i], corners[(i + 1) % 4])
      guard (a.y <= y) != (b.y <= y) else { continue }
      let x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
      (left, right) = (min(left, x), max(right, x))
    }
    return left <= right ? (left, right) : nil
  }
}

extension Quadrilateral {
  /// The quadrilateral with its sides moved outwards, the one from the first to the second corner first.
  public func grown(by distances: [Double]) -> Quadrilateral {
    let middle = corners.reduce(.zero, +) / 4
    let outward = corners.indices.map { side in
      let along = corners[(side + 1) % 4] - corners[side]
      let normal = Vector2(along.y, -along.x) / along.length
      return normal.dot(corners[side] - middle) < 0 ? -normal : normal
    }
    return Quadrilateral(
      corners.indices.map { corner in
        let before = (corner + 3) % 4
        let (a, b) = (outward[before], outward[corner])
        let determinant = a.cross(b)  // 0 where both sides run into each other
        guard abs(determinant) > 0.2 else { return corners[corner] }
        let (p, q) = (distances[before], distances[corner])
        return corners[corner] + Vector2(p * b.y - q * a.y, q * a.x - p * b.x) / determinant
      })
  }
}
