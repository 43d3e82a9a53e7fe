import Geometry
public import PointClouds

extension PhantomHead {
  /// The outer surface, cap included, as a closed mesh from below the chin to the crown; the neck is no part of it.
  ///
  /// - Parameter subdivisions: of an icosahedron, 0 … 8: 10 · 4ⁿ + 2 vertices; 6 gives edges of about 1.3 mm.
  /// - Returns: metres, head frame, triangles anticlockwise seen from outside, unit normals at the vertices.
  public func mesh(subdivisions: Int) -> Mesh {
    let sphere = Icosphere(subdivisions: min(max(subdivisions, 0), 8))
    let positions = sphere.directions.map { $0 * radius(toward: $0) }
    return Mesh(
      positions: positions, triangles: sphere.triangles,
      normals: sphere.directions.map { SIMD3<Float>(normal(toward: $0)) })
  }

  /// The unit outward normal of the surface towards a unit direction: of r(u)·u by differences of ±0.05 mm.
  func normal(toward u: Vector3) -> Vector3 {
    let e1 = u.anyOrthogonal
    let e2 = u.cross(e1)
    let h = 7.5e-4
    let along1 = point(toward: u + e1 * h) - point(toward: u - e1 * h)
    let along2 = point(toward: u + e2 * h) - point(toward: u - e2 * h)
    return along1.cross(along2).normalized
  }
}
