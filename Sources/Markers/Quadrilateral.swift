import Geometry

/// A convex quadrilateral of pixels.
struct Quadrilateral {
  let corners: [Vector2]

  init(_ corners: [Vector2]) { self.corners = corners }

  /// The pixels of an image whose centres lie inside, row by row.
  func pixels(width: Int, height: Int) -> [(x: Int, y: Int)] {
    let ys = corners.map(\.y)
    guard let low = ys.min(), let high = ys.max(), low.isFinite, high.isFinite else { return [] }
    var inside: [(Int, Int)] = []
    let first = max(0, Int(max(low, 0).rounded(.up)))
    let last = min(height - 1, Int(min(high, Double(height)).rounded(.down)))
    for y in first..<max(first, last + 1) {
      guard let (left, right) = span(at: Double(y)) else { continue }
      let from = Int(max(left, 0).rounded(.up))
      let to = Int(min(right, Double(width - 1)).rounded(.down))
      for x in from..<max(from, to + 1) { inside.append((x, y)) }
    }
    return inside
  }

  /// Where a row enters and leaves the quadrilateral.
  private func span(at y: Double) -> (Double, Double)? {
    var crossings: [Double] = []
    for i in 0..<4 {
      let (a, b) = (corners[i], corners[(i + 1) % 4])
      if (a.y <= y) != (b.y <= y) { crossings.append(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) }
    }
    guard let left = crossings.min(), let right = crossings.max() else { return nil }
    return (left, right)
  }
}
