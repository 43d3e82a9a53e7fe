import Foundation
package import Geometry
package import PointClouds

extension Mesh {
  /// The image of the unit sphere under `shape`: rings from the upper pole to the lower one, with a vertex a spoke on each,
  /// those at the poles too.
  package static func globe(rings: Int, spokes: Int, _ shape: (Vector3) -> Vector3) -> Mesh {
    let positions = (0...rings).flatMap { ring -> [Vector3] in
      let angle = .pi * Double(ring) / Double(rings)
      // The vertices of a pole lie at one place to the last bit.
      let radius = ring == 0 || ring == rings ? 0 : sin(angle)
      return (0..<spokes).map { spoke in
        let azimuth = 2 * Double.pi * Double(spoke) / Double(spokes)
        return shape([radius * cos(azimuth), radius * sin(azimuth), cos(angle)])
      }
    }
    return Mesh(positions: positions, triangles: bands(rings: rings, spokes: spokes))
  }

  /// The triangles between rings of vertices, counter-clockwise seen from outside.
  package static func bands(rings: Int, spokes: Int) -> [SIMD3<Int32>] {
    let at = { (ring: Int, spoke: Int) in Int32(ring * spokes + spoke % spokes) }
    return (0..<rings).flatMap { i in
      (0..<spokes).flatMap { j -> [SIMD3<Int32>] in
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
      }
    }
  }
}
