import Geometry
import Testing

@testable import PointClouds

@Suite struct MeshEdgesTests {
  @Test func openEdgesHaveATriangleOnOneSide() {
    #expect(Set(MeshEdges.open([[5, 2, 9]])) == [[5, 2], [2, 9], [9, 5]])
    #expect(Set(MeshEdges.open([[5, 2, 9], [2, 5, 7]])) == [[2, 9], [9, 5], [5, 7], [7, 2]])
    // Two that run through an edge the same way, or three, leave it none that is open.
    #expect(MeshEdges.open([[5, 2, 9], [5, 2, 7], [2, 5, 8]]).count == 6)
    #expect(MeshEdges.open([]).isEmpty)
  }

  /// Against counting both ways of every edge: in order, whatever triangles meet in an edge.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func openEdgesAreThoseThatStandAlone(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let triangles = (0..<30).map { _ in
      let corners = Array(0..<12 as Range<Int32>).shuffled(using: &random)
      return SIMD3(corners[0], corners[1], corners[2])
    }
    let edges = triangles.flatMap { t in [SIMD2(t.x, t.y), SIMD2(t.y, t.z), SIMD2(t.z, t.x)] }
    let lone = edges.filter { edge in
      edges.count { $0 == edge || $0 == SIMD2(edge.y, edge.x) } == 1
    }
    let ordered = lone.sorted { ($0.min(), $0.max()) < ($1.min(), $1.max()) }
    #expect(!lone.isEmpty && MeshEdges.open(triangles) == ordered, "seed \(seed)")
  }
}
