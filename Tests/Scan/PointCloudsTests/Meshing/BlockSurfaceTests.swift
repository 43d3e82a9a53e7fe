import Geometry
import Testing

@testable import PointClouds

@Suite struct CubeTableTests {
  @Test func everyPatternUsesItsCrossedEdgesOnly() {
    let table = CubeTable.shared
    for pattern in 0..<256 {
      let crossed = (0..<12).filter { edge in
        let base = CubeTable.base(edge)
        return pattern >> base & 1 != pattern >> (base | 1 << (edge / 4)) & 1
      }
      let used = Set(table.corners[table.start[pattern]..<table.start[pattern + 1]].map(Int.init))
      #expect(used == Set(crossed), "pattern \(pattern)")
    }
  }

  @Test func oneCornerGivesATriangleThatFacesAway() {
    let table = CubeTable.shared
    let edges = table.corners[table.start[1]..<table.start[2]].map(Int.init)
    #expect(edges.count == 3)
    let p = edges.map { edge -> Vector3 in
      var point = Vector3.zero
      point[edge / 4] = 0.5
      return point
    }
    #expect((p[1] - p[0]).cross(p[2] - p[0]).dot([1, 1, 1]) > 0)
  }

  /// Random fields reach every pattern with every neighbour; each edge must be used once in either direction.
  @Test(arguments: 0..<30 as Range<UInt64>) func randomFieldsGiveClosedManifolds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var uses: [SIMD2<Int>: Int] = [:]
    let n = 12
    let density = 0.2 + 0.6 * random.uniform()
    let field = (0..<(n * n * n)).map { i -> Bool in
      let inner = [i % n, i / n % n, i / n / n].allSatisfy { $0 > 0 && $0 < n - 1 }
      return inner && random.uniform() < density
    }
    for cube in 0..<(n * n * n) where [cube % n, cube / n % n, cube / n / n].allSatisfy({ $0 < n - 1 }) {
      let corner = { (c: Int) in cube + (c & 1) + (c >> 1 & 1) * n + (c >> 2) * n * n }
      let pattern = (0..<8).reduce(0) { $0 | (field[corner($1)] ? 1 << $1 : 0) }
      let table = CubeTable.shared
      let vertices = table.corners[table.start[pattern]..<table.start[pattern + 1]].map { edge in
        3 * corner(CubeTable.base(Int(edge))) + Int(edge) / 4
      }
      for t in stride(from: 0, to: vertices.count, by: 3) {
        for k in 0..<3 { uses[[vertices[t + k], vertices[t + (k + 1) % 3]], default: 0] += 1 }
      }
    }
    let isManifold = uses.allSatisfy { $0.value == 1 && uses[[$0.key.y, $0.key.x]] == 1 }
    #expect(isManifold)
    #expect(!uses.isEmpty)
  }
}
