import Geometry
import PointClouds
package import Workers

/// Finds the nearest point of a surface, and says where there is none: over a hole or beyond the scan's end.
package struct SurfaceMatcher: Sendable {
  /// A point of the surface opposite a given one.
  package struct Match {
    /// The point in metres.
    package let point: Vector3
    /// The unit normal, away from the surface's centre.
    package let normal: Vector3
    /// The distance in metres of the given point, positive outside.
    package let signed: Double
  }

  private let mesh: Mesh
  private let distances: MeshDistance
  private let isRim: [Bool]

  /// - Parameter surface: in a frame whose origin lies within it, as the head frame's does.
  package init(_ surface: HeadSurface) {
    mesh = Mesh(positions: surface.positions, triangles: surface.triangles)
    distances = MeshDistance(mesh)
    isRim = MeshEdges.rim(surface.triangles, vertices: surface.positions.count)
  }

  /// The match of a point, or nil where the nearest point lies on a rim: what would be opposite was not seen. Nil, too, where
  /// nothing lies within `limit` metres.
  ///
  /// Normals are turned away from the origin, so that a mesh turned inside out, or in parts, gives the same signs.
  package func match(_ query: Vector3, within limit: Double = .infinity) -> Match? {
    guard let closest = distances.closest(to: query, within: limit), closest.normal.isFinite else { return nil }
    let triangle = mesh.triangles[closest.triangle]
    let isOnRim = (0..<3).allSatisfy { closest.barycentric[$0] < 1e-9 || isRim[Int(triangle[$0])] }
    guard !isOnRim else { return nil }
    let normal = closest.normal.dot(closest.point) < 0 ? -closest.normal : closest.normal
    let isOutside = (query - closest.point).dot(normal) >= 0
    return Match(point: closest.point, normal: normal, signed: isOutside ? closest.distance : -closest.distance)
  }

  /// The matches of points, in their order, each as ``match(_:within:)`` gives it; the result does not depend on `workers`.
  package func matches(_ queries: [Vector3], within limit: Double = .infinity, _ workers: Workers) -> [Match?] {
    workers.map(queries.count) { match(queries[$0], within: limit) }
  }
}
