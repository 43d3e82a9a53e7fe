import Geometry

/// A sphere of triangles: an icosahedron whose triangles are split in four again and again.
struct Icosphere {
  /// Unit vectors, 10 · 4ⁿ + 2 of them.
  private(set) var directions: [Vector3]
  /// Triangles, anticlockwise seen from outside.
  private(set) var triangles: [SIMD3<Int32>]

  /// The sphere after n subdivisions, 0 … 8.
  init(subdivisions: Int) {
    (directions, triangles) = (Self.corners, Self.faces)
    for _ in 0..<subdivisions { subdivide() }
  }

  private mutating func subdivide() {
    var middles: [UInt64: Int32] = [:]
    middles.reserveCapacity(triangles.count * 3 / 2)
    var finer: [SIMD3<Int32>] = []
    finer.reserveCapacity(triangles.count * 4)
    for t in triangles {
      let m = SIMD3(middle(t.x, t.y, &middles), middle(t.y, t.z, &middles), middle(t.z, t.x, &middles))
      finer += [[t.x, m.x, m.z], [t.y, m.y, m.x], [t.z, m.z, m.y], m]
    }
    triangles = finer
  }

  private mutating func middle(_ a: Int32, _ b: Int32, _ known: inout [UInt64: Int32]) -> Int32 {
    let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
    if let index = known[key] { return index }
    let index = Int32(directions.count)
    directions.append((directions[Int(a)] + directions[Int(b)]).normalized)
    known[key] = index
    return index
  }

  private static let corners: [Vector3] = {
    let g = (1 + 5.0.squareRoot()) / 2
    let points: [Vector3] = [
      [-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
      [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1],
    ]
    return points.map(\.normalized)
  }()

  private static let faces: [SIMD3<Int32>] = [
    [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6],
    [7, 1, 8], [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7],
    [9, 8, 1],
  ]
}
