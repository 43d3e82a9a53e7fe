import Analysis
public import Geometry
public import PointClouds
public import Workers

extension HeadMap {
  /// The ends of the scale of asymmetry, in millimetres; the same for all heads, so that pictures can be compared.
  static let asymmetryLimit = 6.0
  /// Farther from the mirror image than this, in millimetres, it is not the same part of the head.
  private static let farthest = 25.0

  /// Of a mesh with more triangles than this, the mirror image is reduced.
  private static let largestExact = 120_000

  /// The left–right difference: how far each vertex lies outside the surface's mirror image.
  ///
  /// The surface is mirrored in the sagittal plane of the head frame, x → −x; the value of a vertex is its signed distance
  /// from the nearest point of the mirror image, positive outside. Where that point lies on a rim, or farther off than
  /// 25 mm, the other side was not seen, and the value is not known.
  ///
  /// Of a mesh with more than 120,000 triangles the mirror image is that of the mesh reduced to 60,000, which lies within
  /// 0.1 mm of it: many triangles near a point make the search slow.
  ///
  /// - Parameter headFromMesh: the transform to the head frame.
  public static func asymmetry(
    of mesh: Mesh, headFromMesh: RigidTransform, workers: Workers = Workers(count: 1)
  ) -> HeadMap {
    let points = mesh.positions.map { headFromMesh * $0 }
    let whole = Mesh(positions: points, triangles: mesh.triangles)
    let image = whole.triangles.count > largestExact ? whole.reduced(to: largestExact / 2) : whole
    let matcher = SurfaceMatcher(HeadSurface(positions: image.positions, triangles: image.triangles))
    // The distance of p from the mirror image is that of p's own mirror image from the surface.
    let size = 2048
    let parts = workers.map((points.count + size - 1) / size) { part -> [Float] in
      points[(part * size)..<min(points.count, (part + 1) * size)].map { point in
        let millimetres = 1000 * (matcher.match([-point.x, point.y, point.z])?.signed ?? .nan)
        return abs(millimetres) <= farthest ? Float(millimetres) : .nan
      }
    }
    return HeadMap(.asymmetry, values: Array(parts.joined()), range: -asymmetryLimit...asymmetryLimit)
  }
}
