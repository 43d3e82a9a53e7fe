/// Which vertices of a surface lie on edges that have one triangle, or three.
struct OpenEdges {
  /// For each vertex the sum without carry of its neighbours' marks, each as often as triangles show it: 0 where every
  /// edge has two triangles.
  let sums: [UInt64]

  init(_ triangles: [SIMD3<Int32>], vertices: Int) {
    var sums = [UInt64](repeating: 0, count: vertices)
    for t in triangles {
      let marks = (Self.mark(t.x), Self.mark(t.y), Self.mark(t.z))
      sums[Int(t.x)] ^= marks.1 ^ marks.2
      sums[Int(t.y)] ^= marks.2 ^ marks.0
      sums[Int(t.z)] ^= marks.0 ^ marks.1
    }
    self.sums = sums
  }

  /// True where the triangles about a vertex close a ring.
  func isClosed(_ vertex: Int) -> Bool { sums[vertex] == 0 }

  /// 64 bits that stand for a vertex (SplitMix64's finish): sums of different sets of them differ.
  static func mark(_ vertex: Int32) -> UInt64 {
    var z = (UInt64(UInt32(bitPattern: vertex)) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
