public import Geometry
public import PointClouds

/// The motion that carries points onto a surface, for tests that compare a reconstruction with the truth: iterated closest
/// points, point to plane (Chen & Medioni 1992), Tukey-weighted with the scale of the residuals themselves.
public struct SurfaceAlignment {
  /// The motion `surfaceFromPoints`.
  public private(set) var transform: RigidTransform
  /// True when the last step moved less than a nanometre-sized amount.
  public private(set) var hasConverged = false

  /// Points farther from the surface take no part, metres.
  private static let farthest = 0.01

  /// Aligns points with a surface that stays.
  ///
  /// - Parameters:
  ///   - points: in metres.
  ///   - start: a first guess of the motion.
  /// - Returns: nil where fewer than six points are near the surface or they don't determine a motion.
  public init?(
    _ points: [Vector3], with surface: MeshDistance, from start: RigidTransform = .identity, iterations: Int = 50
  ) {
    transform = start
    for _ in 0..<iterations where !hasConverged {
      let pairs = points.compactMap { point -> (point: Vector3, normal: Vector3, residual: Double)? in
        let moved = transform * point
        guard let closest = surface.closest(to: moved), closest.distance <= Self.farthest, closest.normal.isFinite
        else { return nil }
        return (moved, closest.normal, (moved - closest.point).dot(closest.normal))
      }
      guard pairs.count >= 6 else { return nil }
      let centre = pairs.reduce(.zero) { $0 + $1.point } / Double(pairs.count)
      let scale = max(RobustStatistics.madToSigma * RobustStatistics.median(pairs.map { abs($0.residual) }), 1e-9)
      var equations = LeastSquares(unknowns: 6)
      for (point, normal, residual) in pairs {
        let turn = (point - centre).cross(normal)
        equations.add(
          [turn.x, turn.y, turn.z, normal.x, normal.y, normal.z], value: -residual,
          weight: RobustStatistics.tukeyWeight(residual / scale))
      }
      guard let step = equations.solved()?.solution else { return nil }
      let (turn, shift) = (Vector3(step[0], step[1], step[2]), Vector3(step[3], step[4], step[5]))
      let rotation = Matrix3.rotation(turn)
      transform =
        RigidTransform(rotation: rotation, translation: centre + shift - rotation * centre) * transform
      hasConverged = turn.length < 1e-9 && shift.length < 1e-9
    }
  }
}
