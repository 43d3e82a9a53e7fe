import Geometry
import Platform
import PointClouds
import Workers

/// Finds the reflection that maps a region of a head onto itself, landmarks being a prior.
///
/// Iterated closest points, point to plane: each place is reflected, its counterpart is the nearest point of the surface, and
/// a Gauss–Newton step with Tukey's weights moves plane and direction (Zhang et al. 2006, *Vis. Comput.* 22:43; De Momi et al.
/// 2006, *Int. J. Oral Maxillofac. Surg.* 35:636; Combès et al. 2008, CVPR). The five unknowns of a step: the plane's offset in
/// metres, its turn about the upright axis and about the forward one in radians, and the change of the slant forward and up.
/// Distances are from the origin, the middle of the ears.
struct MirrorFit: Sendable {
  /// A point that should lie on the plane.
  struct Anchor: Sendable {
    /// The point, and its standard deviation across the plane, metres.
    let point: Vector3
    let deviation: Double
  }

  /// A place and the surface opposite it.
  struct Pair: Sendable {
    /// The place, and the normal of the surface where its image should lie.
    let place, normal: Vector3
    /// The distance of its image from that surface's tangent plane, metres.
    let residual: Double
    /// How much it counts in the region, and in which part it lies.
    let regionWeight: Double
    let part: SymmetryRegion.Part
    /// How much it counts in the fit: ``regionWeight`` times Tukey's weight of the residual.
    var weight = 0.0
  }

  let matcher: SurfaceMatcher
  let anchors: [Anchor]
  let options: SymmetryOptions
  /// The threads that share the places; the result does not depend on them.
  var workers = Workers(count: 1)
  /// The upward axis of the head.
  let up = Vector3(0, 0, 1)

  /// The cosine of the largest angle between the normals of a point's mirror image and of its counterpart. Assumed: with
  /// 26° the plane is the same to 0.1° on eleven simulated heads.
  private static let leastCosine = cos(37 * Double.pi / 180)
  /// The least scale of the residuals beyond which they count less, metres. Assumed: the noise of a fused surface, so
  /// that a perfect face does not call noise an outlier.
  private static let leastScale = 0.0002

  /// The reflection after at most so many steps, and whether it has settled; nil where too little has a counterpart.
  ///
  /// - Parameter tolerance: the step in metres that ends the search.
  func settled(
    from start: ObliqueReflection, _ places: [SymmetryRegion.Place], steps: Int,
    tolerance: Double = SettlingSteps.tolerance
  ) -> (reflection: ObliqueReflection, hasSettled: Bool)? {
    var (reflection, isNear, settling) = (start, false, SettlingSteps())
    for _ in 0..<steps {
      let (pairs, scale) = pairs(places, reflection)
      guard let step = equations(pairs, scale, reflection).solved()?.solution else { return nil }
      // A larger step, of 5 mm or a tenth of a radian, leaves what the pairs are good for.
      let excess = max(1, abs(step[0]) / 0.005, step[1...].map { abs($0) / 0.1 }.max() ?? 0)
      // A radian acts on a tenth of a metre.
      let lengths = [step[0]] + step[1...].map { 0.1 * $0 }
      let share = settling.share(of: lengths)
      reflection = reflection.moved(by: step.map { $0 * share / excess }, axes: reflection.axes(up: up))
      let size = share * (lengths.map { abs($0) }.max() ?? 0)
      if size < tolerance { return (reflection, true) }
      isNear = size < 1e-5
    }
    return (reflection, isNear)
  }

  /// The pairs under a reflection with their weights, and the scale of their residuals in metres.
  func pairs(_ places: [SymmetryRegion.Place], _ reflection: ObliqueReflection) -> (pairs: [Pair], scale: Double) {
    let images = places.map { reflection.image(of: $0.position) }
    let matches = matcher.matches(images, within: SymmetryRegion.reach, workers)
    var pairs = places.indices.compactMap { i in
      matches[i].flatMap { pair(places[i], image: images[i], $0, reflection) }
    }
    let spread = RobustStatistics.madToSigma * RobustStatistics.median(pairs.map { abs($0.residual) })
    let scale = max(Self.leastScale, spread.isFinite ? spread : 0)
    for i in pairs.indices {
      pairs[i].weight = pairs[i].regionWeight * RobustStatistics.tukeyWeight(pairs[i].residual / scale)
    }
    return (pairs, scale)
  }

  /// A place and its counterpart; nil where that faces elsewhere.
  private func pair(
    _ place: SymmetryRegion.Place, image: Vector3, _ match: SurfaceMatcher.Match, _ reflection: ObliqueReflection
  ) -> Pair? {
    guard reflection.image(ofNormal: place.normal).dot(match.normal) > Self.leastCosine else { return nil }
    return Pair(
      place: place.position, normal: match.normal, residual: (image - match.point).dot(match.normal),
      regionWeight: place.weight, part: place.part)
  }

  /// The equations of a step. Neighbours share their errors, so a pair counts as a share of an observation.
  ///
  /// - Parameter withAnchors: false for what the surface alone says.
  func equations(
    _ pairs: [Pair], _ scale: Double, _ reflection: ObliqueReflection, withAnchors: Bool = true
  ) -> LeastSquares {
    let axes = reflection.axes(up: up)
    var equations = LeastSquares(unknowns: 5)
    let information = SymmetryRegion.pointArea / options.errorArea / (scale * scale)
    for pair in pairs where pair.weight > 0 {
      equations.add(
        Self.row(pair, reflection, axes), value: -pair.residual, weight: pair.weight * information)
    }
    let hold = 1 / (options.slant * options.slant)
    equations.add([0, 0, 0, 1, 0], value: -reflection.slant.dot(axes.forward), weight: hold)
    equations.add([0, 0, 0, 0, 1], value: -reflection.slant.dot(axes.up), weight: hold)
    for anchor in anchors where withAnchors {
      equations.add(
        Self.row(anchor, axes), value: -reflection.plane.distance(to: anchor.point),
        weight: 1 / (anchor.deviation * anchor.deviation))
    }
    return equations
  }

  /// How the residual of a pair changes with each unknown.
  static func row(
    _ pair: Pair, _ reflection: ObliqueReflection, _ axes: (forward: Vector3, up: Vector3)
  ) -> [Double] {
    let (height, along) = (reflection.plane.distance(to: pair.place), pair.normal.dot(reflection.direction))
    let (forward, up) = (pair.normal.dot(axes.forward), pair.normal.dot(axes.up))
    return [
      2 * along, -2 * (axes.forward.dot(pair.place) * along + height * forward),
      -2 * (axes.up.dot(pair.place) * along + height * up), -2 * height * forward, -2 * height * up,
    ]
  }

  /// How the distance of an anchor from the plane changes with each unknown.
  static func row(_ anchor: Anchor, _ axes: (forward: Vector3, up: Vector3)) -> [Double] {
    [-1, axes.forward.dot(anchor.point), axes.up.dot(anchor.point), 0, 0]
  }
}
