/// Edges of triangle lists.
package enum MeshEdges {
  /// The directed edges that no other triangle shares, in the order of their lower ends, then of their higher ones.
  package static func open(_ triangles: [SIMD3<Int32>]) -> [SIMD2<Int32>] {
    let vertices = Int(triangles.lazy.map { $0.max() }.max() ?? -1) + 1
    var starts = [Int](repeating: 0, count: vertices + 1)
    forEach(triangles) { starts[Int(min($0, $1)) + 1] += 1 }
    for vertex in 0..<vertices { starts[vertex + 1] += starts[vertex] }
    // The edges of each lower end stand together: their higher ends, with the direction in the lowest bit, which is left out
    // where edges are compared.
    var (next, edges) = (starts, [UInt32](repeating: 0, count: 3 * triangles.count))
    forEach(triangles) { from, to in
      let low = Int(min(from, to))
      edges[next[low]] = UInt32(max(from, to)) << 1 | (from < to ? 0 : 1)
      next[low] += 1
    }
    var open: [SIMD2<Int32>] = []
    edges.withUnsafeMutableBufferPointer { edges in
      for vertex in 0..<vertices {
        var group = UnsafeMutableBufferPointer(rebasing: edges[starts[vertex]..<starts[vertex + 1]])
        group.sort()
        for i in group.indices {
          let isShared =
            i > 0 && group[i - 1] >> 1 == group[i] >> 1 || i + 1 < group.count && group[i + 1] >> 1 == group[i] >> 1
          if isShared { continue }
          let (low, high) = (Int32(vertex), Int32(group[i] >> 1))
          open.append(group[i] & 1 == 0 ? SIMD2(low, high) : SIMD2(high, low))
        }
      }
    }
    return open
  }

  /// Which of so many vertices lie on open edges.
  package static func rim(_ triangles: [SIMD3<Int32>], vertices: Int) -> [Bool] {
    var isRim = [Bool](repeating: false, count: vertices)
    for edge in open(triangles) { (isRim[Int(edge.x)], isRim[Int(edge.y)]) = (true, true) }
    return isRim
  }

  private static func forEach(_ triangles: [SIMD3<Int32>], _ body: (Int32, Int32) -> Void) {
    for t in triangles {
      body(t.x, t.y)
      body(t.y, t.z)
      body(t.z, t.x)
    }
  }
}
