import Geometry

@testable import PointClouds

/// Meshes and points for the search structures, and their brute-force oracles.
enum SearchSamples {
  /// Triangles without any order; some share corners, some have no area.
  static func soup(_ count: Int, _ random: inout SeededGenerator) -> Mesh {
    var mesh = Mesh(positions: (0..<max(3, count)).map { _ in random.normal3() * 0.1 })
    let n = Int32(mesh.positions.count)
    for _ in 0..<count {
      mesh.triangles.append([
        Int32.random(in: 0..<n, using: &random), Int32.random(in: 0..<n, using: &random),
        Int32.random(in: 0..<n, using: &random),
      ])
    }
    return mesh
  }

  /// A height field over the unit square's tenth, smooth but without symmetry.
  static func bumps(_ n: Int = 40) -> Mesh {
    var mesh = Mesh()
    for i in 0..<(n * n) {
      let (x, y) = (Double(i % n) / Double(n - 1), Double(i / n) / Double(n - 1))
      let z = 0.3 * x * x - 0.5 * y * y * x + 0.2 * (5 * x * y - y * y * y)
      mesh.positions.append(Vector3(x, y, z) * 0.1)
    }
    for y in 0..<(n - 1) {
      for x in 0..<(n - 1) {
        let a = Int32(y * n + x)
        mesh.triangles += [[a, a + 1, a + Int32(n)], [a + 1, a + 1 + Int32(n), a + Int32(n)]]
      }
    }
    return mesh
  }

  static func triangles(_ mesh: Mesh) -> [Triangle] {
    mesh.triangles.map {
      Triangle(a: mesh.positions[Int($0.x)], b: mesh.positions[Int($0.y)], c: mesh.positions[Int($0.z)])
    }
  }
}
