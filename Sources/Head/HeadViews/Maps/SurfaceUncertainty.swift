import Geometry
public import PointClouds

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
