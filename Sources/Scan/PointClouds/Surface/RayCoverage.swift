package import Geometry

/// How far a surface lies from a centre, in each of a set of directions.
package struct RayCoverage {
  package let directions: [Vector3]
  /// The greatest distance in metres at which a direction meets the surface; nil where it doesn't.
  package private(set) var distances: [Double?]

  /// - Parameter directions: the points of a ``FibonacciSphere``, whose order makes them quick to find.
  package init(_ surface: HeadSurface, centre: Vector3, directions: [Vector3]) {
    self.directions = directions
    distances = [Double?](repeating: nil, count: directions.count)
    for triangle in surface.triangles {
      let (a, b, c) = surface.corners(triangle)
      mark(a - centre, b - centre, c - centre)
    }
  }

  private mutating func mark(_ a: Vector3, _ b: Vector3, _ c: Vector3) {
    let middle = (a + b + c) / 3
    // Directions to the triangle lie within a cone about its middle; seen from within it, that is every direction.
    let reach = max((a - middle).length, (b - middle).length, (c - middle).length)
    let distance = middle.length
    let sine = distance > 0 ? min(1, reach / distance) : 1
    let axis = distance > 0 ? middle / distance : [0, 0, 1]
    let cosine = sine < 1 ? (1 - sine * sine).squareRoot() : -1
    for i in indices(axis.z, sine, cosine) where directions[i].dot(axis) >= cosine - 1e-9 {
      guard let hit = TriangleGeometry.hit(origin: .zero, direction: directions[i], a, b, c) else { continue }
      distances[i] = max(distances[i] ?? 0, hit)
    }
  }

  /// Directions whose height can be that of a cone about an axis of height z.
  private func indices(_ z: Double, _ sine: Double, _ cosine: Double) -> Range<Int> {
    guard sine < 1 else { return directions.indices }
    // The cosines of the axis's angle from the pole less and plus the cone's; 1 and −1 where a pole lies in the cone.
    let (along, across) = (z * cosine, max(0, 1 - z * z).squareRoot() * sine)
    let high = z >= cosine ? 1 : min(1, along + across + 1e-9)
    let low = z <= -cosine ? -1 : max(-1, along - across - 1e-9)
    let n = Double(directions.count)
    let first = max(0, Int(((1 - high) * n / 2 - 0.5).rounded(.up)))
    let last = min(directions.count - 1, Int(((1 - low) * n / 2 - 0.5).rounded(.down)))
    return first..<max(first, last + 1)
  }
}
