import Geometry

/// A box along the axes; empty at first.
struct Box: Sendable {
  private(set) var low = Vector3(repeating: .infinity)
  private(set) var high = Vector3(repeating: -.infinity)

  mutating func include(_ point: Vector3) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  var longestAxis: Int {
    let size = high - low
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2
  }

  /// The squared distance of a point from the box; 0 inside.
  @inline(__always)
  func squaredDistance(to point: Vector3) -> Double {
    let outside = pointwiseMax(pointwiseMax(low - point, point - high), .zero)
    return (outside * outside).sum()
  }

  /// Where a ray enters the box, in lengths of its direction, or nil where it misses it within `limit` (Kay & Kajiya 1986).
  @inline(__always)
  func entry(_ origin: Vector3, inverseDirection: Vector3, limit: Double) -> Double? {
    var (near, far) = (0.0, limit)
    for axis in 0..<3 {
      if inverseDirection[axis].isInfinite {
        guard origin[axis] >= low[axis], origin[axis] <= high[axis] else { return nil }
        continue
      }
      let a = (low[axis] - origin[axis]) * inverseDirection[axis]
      let b = (high[axis] - origin[axis]) * inverseDirection[axis]
      near = max(near, min(a, b))
      far = min(far, max(a, b))
    }
    return near <= far ? near : nil
  }
}
