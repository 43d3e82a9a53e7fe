import Geometry
import Testing

@testable import PointClouds

/// Sets that are united, against labels that are painted over.
@Suite struct DisjointSetsTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func unitedSetsHaveOneRoot(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 60
    var (sets, labels) = (DisjointSets(count: count), Array(0..<count))
    for _ in 0..<50 {
      let (a, b) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      sets.join(a, b)
      let (old, new) = (max(labels[a], labels[b]), min(labels[a], labels[b]))
      for i in labels.indices where labels[i] == old { labels[i] = new }
      for i in labels.indices { #expect(sets.root(i) == labels[i], "seed \(seed)") }
    }
  }

  @Test func allOrNoneMayBeUnited() {
    var sets = DisjointSets(count: 1000)
    for i in 0..<1000 { #expect(sets.root(i) == i) }
    for i in stride(from: 998, through: 0, by: -1) { sets.join(i + 1, i) }
    for i in 0..<1000 { #expect(sets.root(i) == 0) }
  }

  /// Two cubes without shared vertices, one a speck; welded, each is one part.
  @Test func aSurfaceIsWeldedAndItsSpecksGo() throws {
    let (large, speck, near) = (
      Self.cube([0, 0, 0], 0.1), Self.cube([0.3, 0, 0], 0.005), Self.cube([0.11, 0, 0], 0.05)
    )
    let soup = large + speck + near
    let surface = try HeadSurface.cleaned(soup, Self.triangles(soup.count))
    #expect(surface.positions.count == 16)
    #expect(surface.triangles.count == 24)
    #expect(Set(surface.positions) == Set(large + near))
    // A part that is no speck but far from the head goes too, and is counted.
    let far = soup + Self.cube([0.4, 0, 0], 0.08)
    let other = try HeadSurface.cleaned(far, Self.triangles(far.count))
    #expect(other.positions.count == 16)
    #expect(other.partsLeftOut == surface.partsLeftOut + 1)
  }

  /// Triangles of which none shares a vertex.
  private static func triangles(_ vertices: Int) -> [SIMD3<Int32>] {
    stride(from: Int32(0), to: Int32(vertices), by: 3).map { first -> SIMD3<Int32> in
      SIMD3(first, first + 1, first + 2)
    }
  }

  /// The corners of twelve triangles around a cube, each on its own.
  private static func cube(_ low: Vector3, _ size: Double) -> [Vector3] {
    var corners: [Vector3] = []
    for axis in 0..<3 {
      for side in [0.0, 1] {
        var (a, b, c, d) = (Vector3.zero, Vector3.zero, Vector3.zero, Vector3.zero)
        (a[axis], b[axis], c[axis], d[axis]) = (side, side, side, side)
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3)
        (b[u], c[u], c[v], d[v]) = (1, 1, 1, 1)
        for corner in [a, b, c, a, c, d] { corners.append(low + corner * size) }
      }
    }
    return corners
  }
}
