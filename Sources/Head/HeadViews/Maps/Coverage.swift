import Geometry
import PointClouds

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
