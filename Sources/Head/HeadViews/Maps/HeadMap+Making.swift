import Analysis
public import Geometry
public import PointClouds
public import Workers

extension HeadMap {
  /// The ends of the scale of asymmetry, in millimetres; the same for all heads, so that pictures can be compared.
  static let asymmetryLimit = 6.0
  /// Farther from the mirror image than this, in metres, it is not the same part of the head.
  private static let farthest = 0.025

  /// Meshes of more triangles than this have their mirror image reduced.
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
    let image = mirrored(whole)
    let matcher = SurfaceMatcher(HeadSurface(positions: image.positions, triangles: image.triangles))
    // The distance of p from the mirror image is that of p's own mirror image from the surface.
    let values = matcher.matches(points.map { [-$0.x, $0.y, $0.z] }, within: farthest, workers)
      .map { $0.map { Float(1000 * $0.signed) } ?? .nan }
    return HeadMap(.asymmetry, values: values, range: -asymmetryLimit...asymmetryLimit)
  }

  /// What is mirrored in place of a mesh.
  static func mirrored(_ mesh: Mesh) -> Mesh {
    mesh.triangles.count > largestExact ? mesh.reduced(to: largestExact / 2) : mesh
  }
}

extension HeadMap {
  /// The ends of the scale of coverage: fusion makes no surface of fewer pixels than the lower one (Docs/methods/fusion.md),
  /// and a slow scan of a minute does not reach the upper one.
  static let coverageRange = 3.0...300.0

  /// How well each vertex was seen: its fusion weight, the number of depth pixels behind it, each counted as one that looks
  /// at the surface from 30 cm (Docs/methods/fusion.md). Nil for a mesh without weights.
  public static func coverage(of mesh: Mesh) -> HeadMap? {
    guard mesh.weights.count == mesh.positions.count, mesh.weights.contains(where: { $0 > 0 }) else { return nil }
    return HeadMap(.coverage, values: mesh.weights.map { $0 >= 0 ? $0 : .nan }, range: coverageRange)
  }
}

extension HeadMap {
  /// The standard deviation of depth at one pixel that looks at the surface from 30 cm, millimetres: the noise model of
  /// fusion, σ(z) = 0.26 mm + 1.75 mm (z/1 m)², at the distance to which its weights refer (Docs/methods/fusion.md).
  private static let pixelNoise: Float = 0.4175
  /// The share of the scatter between views that more views do not average away.
  ///
  /// Evidence: Docs/methods/maps.md (How well it is calibrated).
  private static let lastingShare: Float = 0.3
  /// The upper end of the scale in millimetres.
  private static let uncertaintyLimit = 0.5

  /// The standard deviation of the surface along its normal: √(σ²/W + (0.3 s)²), with the noise σ of one pixel from 30 cm,
  /// the fusion weight W and the scatter s of single measurements. Nil for a mesh without either.
  public static func uncertainty(of mesh: Mesh) -> HeadMap? {
    guard mesh.weights.count == mesh.positions.count, mesh.deviations.count == mesh.positions.count else { return nil }
    let values = zip(mesh.weights, mesh.deviations).map { weight, deviation -> Float in
      let lasting = lastingShare * 1000 * deviation
      return weight > 0 ? (pixelNoise * pixelNoise / weight + lasting * lasting).squareRoot() : .nan
    }
    return HeadMap(.uncertainty, values: values, range: 0...uncertaintyLimit)
  }
}
