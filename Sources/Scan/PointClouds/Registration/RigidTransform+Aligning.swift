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
      guard let step = PlanePair.step(pairs, about: centre) else { return nil }
      let about = RigidTransform(rotation: .identity, translation: centre)
      result.transform =
        about * RigidTransform.identity.retracted(rotation: step.rotation, translation: step.translation)
        * about.inverse * result.transform
      result.rms = RobustStatistics.rms(pairs.map(\.residual))
      result.inliers = pairs.count
      if step.rotation.length < 1e-9, step.translation.length < 1e-9 {
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

  /// The small motion about `centre` of least weighted squares of the distances, or nil where it is not determined.
  static func step(_ pairs: [PlanePair], about centre: Vector3) -> (rotation: Vector3, translation: Vector3)? {
    let scale = max(RobustStatistics.madToSigma * RobustStatistics.median(pairs.map { abs($0.residual) }), 1e-9)
    var system = NormalEquations()
    for pair in pairs {
      let turn = (pair.point - centre).cross(pair.normal)
      let row = [turn.x, turn.y, turn.z, pair.normal.x, pair.normal.y, pair.normal.z]
      system.add(row, -pair.residual, weight: RobustStatistics.tukeyWeight(pair.residual / scale))
    }
    return system.solution.map { ([$0[0], $0[1], $0[2]], [$0[3], $0[4], $0[5]]) }
  }
}

/// A least-squares problem of six unknowns.
private struct NormalEquations {
  private var matrix = Array(repeating: Array(repeating: 0.0, count: 6), count: 6)
  private var right = Array(repeating: 0.0, count: 6)

  mutating func add(_ row: [Double], _ value: Double, weight: Double) {
    for i in 0..<6 {
      for j in 0..<6 { matrix[i][j] += weight * row[i] * row[j] }
      right[i] += weight * row[i] * value
    }
  }

  /// The solution through eigenvectors; directions that the data don't determine (a sphere turning) are left at rest.
  var solution: [Double]? {
    let eigen = SymmetricEigen(matrix)
    guard let largest = eigen.values.last, largest > 0 else { return nil }
    var x = Array(repeating: 0.0, count: 6)
    for (value, vector) in zip(eigen.values, eigen.vectors) where value > 1e-9 * largest {
      let part = zip(vector, right).reduce(0) { $0 + $1.0 * $1.1 } / value
      for i in 0..<6 { x[i] += part * vector[i] }
    }
    return x
  }
}
