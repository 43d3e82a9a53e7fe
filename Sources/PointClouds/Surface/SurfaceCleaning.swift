import Geometry

/// What is left of a mesh once equal vertices are one, and specks and unused vertices are gone.
package struct CleanSurface {
  /// Vertices in metres, and their indices, three a triangle.
  package var positions: [Vector3], triangles: [SIMD3<Int32>]
  /// How many large parts were left out because they lie apart from the largest.
  var partsLeftOut = 0
}

/// Makes the surface that is measured out of a checked mesh: equal vertices are one, specks and unused vertices go.
package enum SurfaceCleaning {
  /// Connected parts with less than this share of the largest part's area are specks.
  private static let speck = 0.05

  /// The most large parts that the surface of a head can have.
  private static let mostParts = 200

  /// - Throws: ``SurfaceError/shattered(parts:)``.
  static func clean(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) throws(SurfaceError) -> CleanSurface {
    let parts = largestParts(positions, weld(positions, triangles))
    guard parts.count <= mostParts else { throw .shattered(parts: parts.count) }
    guard let largest = parts.first else { return CleanSurface(positions: [], triangles: []) }
    let tree = parts.count > 1 ? KDTree(largest.map { positions[Int($0.x)] }) : nil
    let near = parts.dropFirst().filter { part in tree.map { isNear(part, $0, positions) } ?? false }
    var surface = compact(positions, Array(([largest] + near).joined()))
    surface.partsLeftOut = max(0, parts.count - 1 - near.count)
    return surface
  }

  /// Parts farther than this from the largest, in metres, are not of the head: a second head, a lamp, a couch.
  private static let farthest = 0.02

  private static func isNear(
    _ part: [SIMD3<Int32>], _ largest: KDTree, _ positions: [Vector3]
  ) -> Bool {
    part.contains { (largest.nearest(to: positions[Int($0.x)])?.distance ?? .infinity) <= farthest }
  }

  /// Vertices at the same place become the first of them: files without shared vertices (STL) get shared edges.
  private static func weld(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) -> [SIMD3<Int32>] {
    var first: [Vector3: Int32] = [:]
    first.reserveCapacity(positions.count)
    var index = [Int32](repeating: 0, count: positions.count)
    for (i, p) in positions.enumerated() {
      index[i] = Int32(i)
      if let known = first[p] { index[i] = known } else { first[p] = Int32(i) }
    }
    return triangles.compactMap { t in
      let w = SIMD3<Int32>(index[Int(t.x)], index[Int(t.y)], index[Int(t.z)])
      return w.x == w.y || w.y == w.z || w.z == w.x ? nil : w
    }
  }

  /// The connected parts without specks, the largest first.
  private static func largestParts(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) -> [[SIMD3<Int32>]] {
    var parts = DisjointSets(count: positions.count)
    for t in triangles {
      parts.join(Int(t.x), Int(t.y))
      parts.join(Int(t.x), Int(t.z))
    }
    var area = [Double](repeating: 0, count: positions.count)
    for t in triangles {
      let a = positions[Int(t.x)]
      area[parts.root(Int(t.x))] += (positions[Int(t.y)] - a).cross(positions[Int(t.z)] - a).length / 2
    }
    let limit = speck * (area.max() ?? 0)
    let kept = Dictionary(grouping: triangles) { parts.root(Int($0.x)) }.filter { area[$0.key] >= limit }
    return kept.sorted { (area[$0.key], $1.key) > (area[$1.key], $0.key) }.map(\.value)
  }

  /// The surface without the vertices that no triangle uses.
  package static func compact(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) -> CleanSurface {
    var new = [Int32](repeating: -1, count: positions.count)
    for t in triangles { for k in 0..<3 { new[Int(t[k])] = 0 } }
    var kept: [Vector3] = []
    for i in new.indices where new[i] == 0 {
      new[i] = Int32(kept.count)
      kept.append(positions[i])
    }
    let moved = triangles.map { SIMD3<Int32>(new[Int($0.x)], new[Int($0.y)], new[Int($0.z)]) }
    return CleanSurface(positions: kept, triangles: moved)
  }
}

/// Sets of indices that can be united (Tarjan 1975, path halving).
package struct DisjointSets {
  private var parent: [Int32]

  package init(count: Int) { parent = (0..<Int32(clamping: count)).map { $0 } }

  package mutating func root(_ index: Int) -> Int {
    var i = Int32(index)
    while parent[Int(i)] != i {
      parent[Int(i)] = parent[Int(parent[Int(i)])]
      i = parent[Int(i)]
    }
    return Int(i)
  }

  package mutating func join(_ a: Int, _ b: Int) {
    let (ra, rb) = (root(a), root(b))
    if ra != rb { parent[max(ra, rb)] = Int32(min(ra, rb)) }
  }
}
