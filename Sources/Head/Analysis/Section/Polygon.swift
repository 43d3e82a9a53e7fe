import Geometry

/// Properties of closed polygons in a plane.
enum Polygon {
  /// The perimeter of a polygon.
  static func perimeter(_ points: [Vector2]) -> Double {
    points.indices.reduce(0.0) { $0 + (points[($1 + 1) % points.count] - points[$1]).length }
  }

  /// The signed area, positive anticlockwise.
  static func area(_ points: [Vector2]) -> Double {
    points.indices.reduce(0.0) { $0 + points[$1].cross(points[($1 + 1) % points.count]) } / 2
  }

  /// True when a polygon winds around a point.
  static func encloses(_ points: [Vector2], _ point: Vector2) -> Bool {
    var winding = 0
    for i in points.indices {
      let (a, b) = (points[i] - point, points[(i + 1) % points.count] - point)
      if a.y <= 0 && b.y > 0 && a.cross(b) > 0 { winding += 1 }
      if a.y > 0 && b.y <= 0 && a.cross(b) < 0 { winding -= 1 }
    }
    return winding != 0
  }

  /// The convex hull, anticlockwise (Andrew 1979).
  static func hull(_ points: [Vector2]) -> [Vector2] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: some Sequence<Vector2>) -> [Vector2] {
      var chain: [Vector2] = []
      for p in points {
        while chain.count > 1, (chain.last! - chain[chain.count - 2]).cross(p - chain.last!) <= 0 { chain.removeLast() }
        chain.append(p)
      }
      return chain.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }
}
