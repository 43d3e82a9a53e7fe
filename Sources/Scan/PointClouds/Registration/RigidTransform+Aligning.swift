import Geometry

/// How a surface alignment ended.
public struct AlignmentResult: Sendable {
  /// The motion that carries the points onto the surface.
  public var transform: RigidTransform
  /// Root of the mean squared distance of the points used from their tangent planes, metres.
  public var rms: Double
  /// How many points were used in the last step.
  public var inliers: Int
  /// True when the last step moved less than a nanometre-sized amount.
  public var hasConverged: Bool
}

extension RigidTransform {
  /// Aligns points with a surface by iterated closest points, point to plane (Chen & Medioni 1992), Tukey-weighted with the
  /// scale of the residuals themselves.
  ///
  /// - Parameters:
  ///   - points: in metres.
  ///   - surface: the surface that stays.
  ///   - start: a first guess of `surfaceFromPoints`.
  ///   - maximumDistance: farther points take no part, metres.
  /// - Returns: nil where fewer than six points are near the surface or they don't determine a motion.
  public static func aligning(
    _ points: [Vector3], with surface: MeshDistance, from start: RigidTransform = .identity,
    maximumDistance: Double = 0.01, iterations: Int = 50
  ) -> AlignmentResult? {
    var result = AlignmentResult(transform: start, rms: .nan, inliers: 0, hasConverged: false)
    for _ in 0..<iterations {
      let pairs = points.compactMap { point -> PlanePair? in
        let moved = result.transform * point
        guard let closest = surface.closest(to: moved), closest.distance <= maximumDistance, closest.normal.isFinite
        else { return nil }
        return PlanePair(point: moved, normal: closest.normal, residual: (moved - closest.point).dot(closest.normal))
      }
      guard pairs.count >= 6 else { return nil }
      let centre = pairs.reduce(.zero) { $0 + $1.point } / Double(pairs.count)
      let scale = max(
        RobustStatistics.madToSigma * RobustStatistics.median(pairs.map { abs($0.residual) }), 1e-9)
      var equations = MotionEquations()
      for pair in pairs {
        equations.add(
          at: pair.point - centre, along: pair.normal, residual: pair.residual,
          weight: RobustStatistics.tukeyWeight(pair.residual / scale))
      }
      guard let step = equations.solution else { return nil }
      result.transform = result.transform.moved(by: step, about: centre)
      result.rms = RobustStatistics.rms(pairs.map(\.residual))
      result.inliers = pairs.count
      if Vector3(step[0], step[1], step[2]).length < 1e-9, Vector3(step[3], step[4], step[5]).length < 1e-9 {
        result.hasConverged = true
        break
      }
    }
    return result
  }
}

/// A point and the tangent plane nearest to it.
private struct PlanePair {
  var point, normal: Vector3
  /// The point's signed distance from the plane.
  var residual: Double
}
