import Geometry

/// Makes one vertex of several at the same place.
enum Welding {
  /// Vertices on open edges closer together than this are one, metres: what numbers of six digits, or the rounding of two
  /// programs, leave between the sides of a seam. No scanner sees anything that small.
  private static let seam = 1e-5
  /// The steps from a cell to itself and to those about it.
  private static let neighbours: [Vector3] = [0.0, -1, 1].flatMap { x in
    [0.0, -1, 1].flatMap { y in [0.0, -1, 1].map { z in Vector3(x, y, z) } }
  }

  /// For each vertex the first at exactly the same place: files without shared vertices (STL) get shared edges.
  static func equal(_ positions: [Vector3]) -> [Int32] {
    var first: [Vector3: Int32] = [:]
    first.reserveCapacity(positions.count)
    return positions.indices.map { i in
      if let known = first[positions[i]] { return known }
      first[positions[i]] = Int32(i)
      return Int32(i)
    }
  }

  /// For each vertex the one that it is joined to where the surface comes apart along a seam, itself elsewhere; nil where
  /// there is no such seam.
  static func seams(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) -> [Int32]? {
    var (index, isApart) = (positions.indices.map { Int32($0) }, false)
    let edges = OpenEdges(triangles, vertices: positions.count)
    // Those that others are joined to, by cells as wide as a seam: few fit into one.
    var cells: [Vector3: [Int32]] = [:]
    for v in positions.indices where !edges.isClosed(v) {
      let cell = (positions[v] / seam).rounded(.down)
      let known = neighbours.lazy.compactMap { step in
        cells[cell + step]?.first { (positions[Int($0)] - positions[v]).length <= seam }
      }.first
      if let known {
        (index[v], isApart) = (known, true)
      } else {
        cells[cell, default: []].append(Int32(v))
      }
    }
    return isApart ? index : nil
  }

  /// The triangles with their vertices joined, without those that have become edges.
  static func joined(_ triangles: [SIMD3<Int32>], _ index: [Int32]) -> [SIMD3<Int32>] {
    triangles.compactMap { t in
      let w = SIMD3<Int32>(index[Int(t.x)], index[Int(t.y)], index[Int(t.z)])
      return w.x == w.y || w.y == w.z || w.z == w.x ? nil : w
    }
  }

  /// The triangles, each once, whichever way it winds and with whichever corner it begins.
  static func distinct(_ triangles: [SIMD3<Int32>]) -> [SIMD3<Int32>] {
    var seen: Set<UInt64> = []
    seen.reserveCapacity(triangles.count)
    return triangles.filter { t in
      seen.insert(OpenEdges.mark(t.x) ^ OpenEdges.mark(t.y) ^ OpenEdges.mark(t.z)).inserted
    }
  }
}
