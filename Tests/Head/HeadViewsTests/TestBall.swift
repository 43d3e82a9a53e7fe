import Geometry
import Platform
import PointClouds

/// A closed ball.
enum TestBall {
  /// - Parameter rings: from pole to pole; both of these have a vertex for each spoke.
  static func mesh(centre: Vector3 = .zero, radius: Double, rings: Int, spokes: Int) -> Mesh {
    var mesh = Mesh()
    for ring in 0...rings {
      for spoke in 0..<spokes {
        let (polar, azimuth) = (Double.pi * Double(ring) / Double(rings), 2 * .pi * Double(spoke) / Double(spokes))
        mesh.positions.append(
          centre + Vector3(sin(polar) * cos(azimuth), sin(polar) * sin(azimuth), cos(polar)) * radius)
      }
    }
    let at = { (ring: Int, spoke: Int) in Int32(ring * spokes + spoke % spokes) }
    for ring in 0..<rings {
      for spoke in 0..<spokes {
        mesh.triangles.append([at(ring, spoke), at(ring + 1, spoke), at(ring + 1, spoke + 1)])
        mesh.triangles.append([at(ring, spoke), at(ring + 1, spoke + 1), at(ring, spoke + 1)])
      }
    }
    return mesh
  }
}
