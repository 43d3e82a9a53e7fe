import Geometry
import Platform
import PointClouds
import Workers

/// A rotation, a uniform scale and a translation: p ↦ scale · rotation · p + translation.
public struct Similarity: Sendable, Equatable {
  /// The factor of all lengths, above 0.
  public var scale: Double
  /// The rotation.
  public var rotation: Matrix3
  /// The translation in metres.
  public var translation: Vector3

  /// The map that changes nothing.
  public static let identity = Similarity(scale: 1, rotation: .identity, translation: .zero)

  /// The image of a point.
  public static func * (s: Similarity, point: Vector3) -> Vector3 { s.rotation * point * s.scale + s.translation }

  /// This map followed by a small one about `centre`: rotation vector (rad), translation (m), logarithm of the scale.
  func moved(rotation w: Vector3, translation t: Vector3, logScale: Double, about centre: Vector3) -> Similarity {
    let (turn, factor) = (Matrix3.rotation(w), exp(logScale))
    return Similarity(
      scale: scale * factor, rotation: turn * rotation,
      translation: turn * (translation - centre) * factor + centre + t)
  }

  /// The rigid transform with this rotation under which points keep their size about the target's origin.
  ///
  /// It carries the point that the similarity maps to the origin there too: what has grown has grown about the origin.
  public var withoutScale: RigidTransform { RigidTransform(rotation: rotation, translation: translation / scale) }
}

/// The similarity that best registers points to a surface, and how well it is known.
struct SimilarityFit {
  /// The map from the points' frame to the surface's.
  private(set) var surfaceFromPoints = Similarity.identity
  /// The weighted root mean square distance of the points from their tangent planes, metres.
  private(set) var rms = Double.nan
  /// The share of the points that have a counterpart and a weight.
  private(set) var inlierShare = 0.0
  /// The standard deviation of the scale's logarithm.
  private(set) var scaleDeviation = Double.infinity
  /// Whether the fit has come to rest.
  private(set) var hasConverged = false

  /// Points farther than this from the surface take no part, metres. See Docs/methods/comparison.md (What is refused,
  /// what is noted); the number itself is assumed.
  private static let reach = 0.04
  /// The least standard deviation of a place, metres: nothing is weighted down for less. See Docs/methods/comparison.md
  /// (Aligning B with A); the number itself is assumed.
  private static let noise = 0.00005
  /// The most steps. Assumed: far more than a fit takes.
  private static let iterations = 200
  /// The fewest points with a counterpart. Assumed: seven unknowns with room.
  private static let fewestPoints = 20
  /// The least share of the points that must find a counterpart. Assumed: a majority.
  private static let leastMatched = 0.5
  /// The largest turn of a step, radians. Assumed: 5°, within which counterparts mean something.
  private static let largestTurn = 0.09
  /// The largest shift of a step, metres. Assumed: as for the turn.
  private static let largestShift = 0.01
  /// The largest change of the scale in a step, as a share. Assumed: as for the turn.
  private static let largestGrowth = 0.05
  /// The number of directions from the middle of the ears in which a surface gives a point of a fit. Assumed.
  fileprivate static let directions = 4000
  /// The share of a sphere within which a change of shape is one. See Docs/methods/comparison.md (Aligning B with A): a
  /// cap of 30° about a direction; the number itself is assumed.
  private static let errorShare = (1 - 0.8660254) / 2

  /// Fits by iterated closest points, point to plane (Chen & Medioni 1992), with a scale (Zinßer et al. 2005) and Tukey's
  /// weights, whose scale is that of the distances themselves: places that have changed shape do not pull. Anchors join in
  /// with their own errors, since a vault alone is too round to hold a head that has changed shape.
  ///
  /// - Parameters:
  ///   - points: metres, near the surface, as evenly spread as ``HeadSurface/evenPoints``; neighbours share their errors.
  ///   - anchors: points whose counterparts are known.
  /// - Returns: nil where too few of the points find a counterpart.
  init?(_ points: [Vector3], onto surface: SurfaceMatcher, anchors: [Anchor], _ workers: Workers = Workers(count: 1)) {
    // The independent errors per point.
    let share = 1 / (Double(Self.directions) * Self.errorShare)
    var steps = SettlingSteps()
    for _ in 0..<Self.iterations {
      let moved = points.map { surfaceFromPoints * $0 }
      let pairs = zip(moved, surface.matches(moved, within: Self.reach, workers)).compactMap { point, match in
        match.map { Pair(point: point, match: $0) }
      }
      guard pairs.count >= Self.fewestPoints,
        Double(pairs.count) >= Self.leastMatched * Double(points.count)
      else { return nil }
      let weighted = Self.weighted(pairs)
      let total = weighted.reduce(0) { $0 + $1.weight }
      rms = (weighted.reduce(0) { $0 + $1.weight * $1.pair.residual * $1.pair.residual } / total).squareRoot()
      inlierShare = total / Double(points.count)
      let variance = max(rms, Self.noise) * max(rms, Self.noise)
      let centre = pairs.reduce(.zero) { $0 + $1.point } / Double(pairs.count)
      var equations = Self.equations(weighted, about: centre, weight: share / variance)
      for anchor in anchors { anchor.add(to: &equations, moved: surfaceFromPoints * anchor.point, about: centre) }
      guard let step = equations.solved() else { return nil }
      let whole = Self.limited(step.solution)
      let share = steps.share(of: Self.lengths(whole))
      let x = whole.map { $0 * share }
      surfaceFromPoints = surfaceFromPoints.moved(
        rotation: [x[0], x[1], x[2]], translation: [x[3], x[4], x[5]], logScale: x[6], about: centre)
      scaleDeviation = step.inverse[6][6].squareRoot()
      hasConverged = Self.lengths(x).allSatisfy { abs($0) < SettlingSteps.tolerance }
      if hasConverged { break }
    }
  }

  private static func weighted(_ pairs: [Pair]) -> [(pair: Pair, weight: Double)] {
    let scale = max(RobustStatistics.madToSigma * RobustStatistics.median(pairs.map { abs($0.residual) }), noise)
    return pairs.map { ($0, RobustStatistics.tukeyWeight($0.residual / scale)) }
  }

  /// The equations of a Gauss–Newton step: rotation, translation, logarithm of the scale.
  private static func equations(
    _ pairs: [(pair: Pair, weight: Double)], about centre: Vector3, weight share: Double
  ) -> LeastSquares {
    var equations = LeastSquares(unknowns: 7)
    for (pair, weight) in pairs where weight > 0 {
      let arm = pair.point - centre
      let (turn, n) = (arm.cross(pair.match.normal), pair.match.normal)
      equations.add(
        [turn.x, turn.y, turn.z, n.x, n.y, n.z, arm.dot(n)], value: -pair.residual, weight: weight * share)
    }
    return equations
  }

  /// The step, shortened where it would leave the neighbourhood in which counterparts mean something.
  private static func limited(_ x: [Double]) -> [Double] {
    let turn = Vector3(x[0], x[1], x[2]).length / largestTurn
    let shift = Vector3(x[3], x[4], x[5]).length / largestShift
    let factor = max(1, turn, shift, abs(x[6]) / largestGrowth)
    return x.map { $0 / factor }
  }

  /// A step in metres: rotation and scale act on lengths of a tenth of a metre.
  private static func lengths(_ x: [Double]) -> [Double] {
    x.enumerated().map { 3...5 ~= $0 ? $1 : 0.1 * $1 }
  }

  /// A point and its counterpart.
  private struct Pair {
    let point: Vector3
    let match: SurfaceMatcher.Match
    /// The signed distance of the point from the tangent plane.
    var residual: Double { (point - match.point).dot(match.normal) }
  }
}

/// A point whose counterpart is known, with an isotropic error.
struct Anchor {
  /// The point in its own frame and its counterpart, metres.
  let point, target: Vector3
  /// The variance of their difference along each axis, square metres.
  let variance: Double

  /// Adds its three equations to those of a step about `centre`; `moved` is where the point lies by now.
  fileprivate func add(to equations: inout LeastSquares, moved: Vector3, about centre: Vector3) {
    let (arm, error) = (moved - centre, moved - target)
    for (k, axis) in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].enumerated() {
      let turn = arm.cross(axis)
      equations.add(
        [turn.x, turn.y, turn.z, axis.x, axis.y, axis.z, arm[k]], value: -error[k], weight: 1 / variance)
    }
  }
}

extension HeadSurface {
  /// Where evenly spread directions from the origin, the middle of the ears, meet the surface last: every part of a head
  /// counts alike.
  var evenPoints: [Vector3] {
    let hits = RayCoverage(self, centre: .zero, directions: FibonacciSphere(count: SimilarityFit.directions).points)
    return zip(hits.directions, hits.distances).compactMap { direction, distance in distance.map { direction * $0 } }
  }
}
