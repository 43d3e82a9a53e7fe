import Geometry
import Platform
import PointClouds

/// Three protrusions that are arranged like a nose and two ears.
struct FaceCandidate {
  /// The highest points of the three, metres, frame of the mesh.
  let nose, earLeft, earRight: Vector3
  /// How far the lowest of the three rises over the smooth head or the ring about it, metres.
  let height: Double

  /// How high a protrusion must rise over the smooth head, metres. Chosen on the heads of Docs/evaluation/README.md
  /// (Which recordings the constants were chosen on).
  static let leastProtrusion = 0.0025
  /// The angles between the ears, seen from the middle of the vault, degrees. Chosen on the heads of
  /// Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let earAngles = 90.0...180.0
  /// The angles between nose and ear, degrees. Chosen on the heads of Docs/evaluation/README.md (Which recordings the
  /// constants were chosen on).
  private static let noseAngles = 55.0...125.0
  /// How much nearer the nose may lie to one ear, degrees. Chosen on the heads of Docs/evaluation/README.md (Which
  /// recordings the constants were chosen on).
  private static let mostSkew = 30.0
  /// The height up to which a protrusion counts, metres; it counts the less the higher it is above that: a hand or a
  /// shoulder must not outvote an ear. Assumed.
  private static let mostHeight = 0.012
  /// What a degree of difference between the two angles from nose to ear takes off the sum of the heights, metres.
  /// Assumed.
  private static let skewCost = 1e-4
  /// The most candidates that are looked at closely. Chosen for speed: the face was the likeliest on all
  /// heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let mostFaces = 16
  /// The most protrusions, the highest first. Chosen for speed.
  private static let mostPeaks = 24
  /// Heights are averaged within this angle, degrees. Assumed.
  private static let smoothing = 4.0
  /// Between these angles lies the ring about a place over which it may rise, degrees: outside a nose or an ear of 25 mm.
  /// Assumed.
  private static let ring = 10.0...18.0
  /// A ring of which less was seen lies on the rim of a scan, and says what only one side of a place is like. Assumed.
  private static let leastOfRing = 0.75
  /// The least angle between two protrusions, degrees. Assumed.
  private static let separation = 14.0
  /// The least cosine between the crown's rough direction and the normal of nose and ears. Assumed: 73°.
  private static let leastUp = 0.3

  /// The likeliest faces, best first.
  ///
  /// - Parameter up: roughly the direction of the crown, where it is known; else the side of the three that is the
  ///   vault's is up.
  static func all(on shape: RadialShape, up: Vector3?) -> [FaceCandidate] {
    let peaks = peaks(shape)
    var found: [(score: Double, face: FaceCandidate)] = []
    for nose in peaks {
      for a in peaks where a.index != nose.index {
        for b in peaks where b.index > a.index && b.index != nose.index {
          let (n, p, q) = (shape.directions[nose.index], shape.directions[a.index], shape.directions[b.index])
          let angles = (degrees(p, q), degrees(n, p), degrees(n, q))
          guard earAngles.contains(angles.0), noseAngles.contains(angles.1),
            noseAngles.contains(angles.2),
            skew(angles.1, angles.2, ears: angles.0) < mostSkew
          else { continue }
          let score = score([nose.prominence, a.prominence, b.prominence], angles.1, angles.2)
          guard let face = face(shape, nose, a, b, up: up) else { continue }
          found.append((score, face))
        }
      }
    }
    let best = found.sorted { $0.score > $1.score }.prefix(mostFaces).map(\.face)
    return up == nil ? best.map { $0.upright(on: shape.surface) } : best
  }

  /// How likely three protrusions of those heights (metres) are a face, the nose so many degrees from either ear.
  static func score(_ heights: [Double], _ a: Double, _ b: Double) -> Double {
    heights.reduce(0) { $0 + max(0, min($1, 2 * mostHeight - $1)) } - skewCost * abs(a - b)
  }

  /// How much nearer a nose lies to one ear than to the other, degrees; infinite where an ear lies more evenly between
  /// the other two than the nose does: the parts of a face, but exchanged.
  static func skew(_ a: Double, _ b: Double, ears: Double) -> Double {
    let (skew, others) = (abs(a - b), min(abs(ears - a), abs(ears - b)))
    return skew <= others ? skew : .infinity
  }

  private static func face(
    _ shape: RadialShape, _ nose: Peak, _ a: Peak, _ b: Peak, up: Vector3?
  ) -> FaceCandidate? {
    let (n, p, q) = (shape.point(nose.index), shape.point(a.index), shape.point(b.index))
    var normal = (p - q).cross(n - (p + q) / 2).normalized
    guard normal.isFinite else { return nil }
    if let up {
      guard abs(normal.dot(up)) > leastUp else { return nil }
      if normal.dot(up) < 0 { normal = -normal }
    }
    // Right is forward × up.
    let isFirstRight = (p - q).dot((n - (p + q) / 2).cross(normal)) > 0
    return FaceCandidate(
      nose: n, earLeft: isFirstRight ? q : p, earRight: isFirstRight ? p : q,
      height: min(nose.prominence, a.prominence, b.prominence))
  }

  /// The candidate as it is, or with its ears exchanged where that puts the vault above them.
  private func upright(on surface: HeadSurface) -> FaceCandidate {
    let between = (earLeft + earRight) / 2
    let up = (earRight - earLeft).cross(nose - between).normalized
    let side = VaultSide(surface, origin: between, up: up, reach: VaultSide.usualReach)
    guard side.both > 0 ? side.ratio < 1 : side.above < side.below else { return self }
    return FaceCandidate(nose: nose, earLeft: earRight, earRight: earLeft, height: height)
  }

  /// A place that rises over the smooth head.
  struct Peak {
    let index: Int
    /// Over the smooth head, averaged.
    let height: Double
    /// That, or over the ring about it, where it is more: the smooth head follows the hands that hold a head, and a nose between
    /// them loses half its height.
    var prominence = 0.0
  }

  /// The places that rise higher than all others about them, by averaged heights, most prominent first.
  static func peaks(_ shape: RadialShape) -> [Peak] {
    let (near, wide) = (cosine(smoothing), cosine(separation))
    let valid = shape.directions.indices.filter { shape.residuals[$0].isFinite }
    let places = valid.filter { shape.residuals[$0] > 0 }.map { place in
      let around = valid.filter { shape.directions[$0].dot(shape.directions[place]) > near }
      return Peak(index: place, height: RobustStatistics.mean(around.map { shape.residuals[$0] }))
    }
    var peaks = places.filter { peak in
      places.allSatisfy {
        $0.height <= peak.height || shape.directions[$0.index].dot(shape.directions[peak.index]) < wide
      }
    }
    for k in peaks.indices { peaks[k].prominence = peaks[k].height - min(0, ringHeight(shape, peaks[k].index)) }
    let high = peaks.filter { $0.prominence > leastProtrusion }.sorted { $0.prominence > $1.prominence }
    return Array(high.prefix(mostPeaks))
  }

  /// The median height of the ring about a place over the smooth head; 0 where not enough of it was seen.
  static func ringHeight(_ shape: RadialShape, _ index: Int) -> Double {
    let (inner, outer) = (cosine(ring.lowerBound), cosine(ring.upperBound))
    let around = shape.directions.indices.filter {
      let cosine = shape.directions[$0].dot(shape.directions[index])
      return cosine > outer && cosine < inner
    }
    let seen = around.map { shape.residuals[$0] }.filter(\.isFinite)
    return Double(seen.count) > leastOfRing * Double(around.count) ? RobustStatistics.median(seen) : 0
  }

  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

  private static func degrees(_ a: Vector3, _ b: Vector3) -> Double { acos(min(max(a.dot(b), -1), 1)) * 180 / .pi }
}

/// A head seen from inside: how far its outermost surface lies in every direction, and how far above a smooth head.
///
/// The smooth head is the polynomial of degree 4 on the sphere that fits the radii best, with Tukey's weights so that
/// protrusions count little; polynomials homogeneous of degree 4 and of degree 3 together span all spherical harmonics
/// up to degree 4.
struct RadialShape {
  /// What is seen, frame of the mesh.
  let surface: HeadSurface
  /// The middle of the vault, metres, frame of the mesh.
  let centre: Vector3
  /// Unit directions, spread evenly.
  let directions: [Vector3]
  /// The distance to the outermost surface in metres; NaN where nothing was scanned.
  let radii: [Double]
  /// The height over the smooth head in metres; NaN where nothing was scanned.
  let residuals: [Double]

  /// Radii of the vault's ball that a head can have, metres. Assumed.
  private static let headRadii = 0.04...0.13
  /// The number of median radii beyond which the surface is a shoulder or a hand. Assumed.
  private static let reach = 1.6
  /// The number of directions, spread evenly. Chosen for speed: 6000 are some 2.5° apart.
  private static let directionCount = 6000
  /// No more points than about this tell where the middle of the vault is. Chosen for speed.
  private static let mostPoints = 5000
  /// Distances from the ball through the vault are never taken to scatter by less than this, metres: no head is a ball.
  /// Assumed.
  private static let leastBallScale = 0.004
  /// Surface in no more directions than this shows no head. Assumed.
  private static let fewestDirections = 500
  /// Heights over the smooth head are never taken to scatter by less than this, metres. Assumed.
  private static let leastScale = 0.001
  /// Reweighted fits settle long before this many steps.
  private static let (ballSteps, surfaceSteps) = (12, 8)

  /// - Returns: nil for a surface that is not a large part of a ball of a head's size.
  init?(_ surface: HeadSurface, _ caster: MeshRaycaster) {
    guard let ball = Self.ball(surface.positions), Self.headRadii.contains(ball.radius) else {
      return nil
    }
    self.surface = surface
    centre = ball.centre
    directions = FibonacciSphere(count: Self.directionCount).points
    let far = 3 * ball.radius
    var radii = directions.map { direction in
      let hit = caster.firstHit(origin: ball.centre + direction * far, direction: -direction, limit: far)
      return hit.map { far - $0.distance } ?? .nan
    }
    let middle = RobustStatistics.median(radii.filter(\.isFinite))
    for i in radii.indices where radii[i] > Self.reach * middle { radii[i] = .nan }
    self.radii = radii
    guard let smooth = Self.smooth(directions, radii) else { return nil }
    residuals = zip(radii, smooth).map { $0 - $1 }
  }

  /// The point of the surface in a direction of the list.
  func point(_ index: Int) -> Vector3 { centre + directions[index] * radii[index] }

  /// The ball that most of the surface lies on: least squares of |p|² = 2 p·c + k, weighted again by the distance from
  /// it.
  static func ball(_ positions: [Vector3]) -> Sphere? {
    let points = stride(from: 0, to: positions.count, by: max(1, positions.count / mostPoints)).map {
      positions[$0]
    }
    var weights = points.map { _ in 1.0 }
    var found: Sphere?
    for _ in 0..<ballSteps {
      guard let ball = Sphere.through(points, weights: weights) else { return nil }
      let offsets = points.map { ($0 - ball.centre).length - ball.radius }
      let scale = max(leastBallScale, RobustStatistics.median(offsets.map(abs)))
      weights = offsets.map { RobustStatistics.tukeyWeight($0 / scale) + 1e-6 }  // never without any weight
      found = ball
    }
    return found
  }

  /// The distances to a smooth head in all directions; nil where hardly any was seen.
  static func smooth(_ directions: [Vector3], _ radii: [Double]) -> [Double]? {
    let terms = directions.map(polynomials)
    var weights = radii.map { $0.isFinite ? 1.0 : 0.0 }
    guard weights.reduce(0, +) > Double(fewestDirections) else { return nil }
    var heights: [Double] = []
    for _ in 0..<surfaceSteps {
      var equations = LeastSquares(unknowns: 25)
      for i in radii.indices where weights[i] > 0 {
        equations.add(terms[i], value: radii[i], weight: weights[i])
      }
      // Holds what a part of a head leaves open.
      for k in 0..<25 { equations.add((0..<25).map { $0 == k ? 1 : 0 }, value: 0, weight: 1e-3) }
      guard let x = equations.solved()?.solution else { return nil }
      heights = terms.map { zip($0, x).reduce(0) { $0 + $1.0 * $1.1 } }
      let left = zip(radii, heights).map { $0 - $1 }
      let scale = max(leastScale, RobustStatistics.sigma(left.filter(\.isFinite)))
      weights = left.map { $0.isFinite ? RobustStatistics.tukeyWeight($0 / scale) : 0 }
    }
    return heights
  }

  private static func polynomials(_ u: Vector3) -> [Double] {
    let powers = { (x: Double) in [1, x, x * x, x * x * x, x * x * x * x] }
    let (px, py, pz) = (powers(u.x), powers(u.y), powers(u.z))
    var all: [Double] = []
    for degree in [4, 3] {
      for i in 0...degree { for j in 0...(degree - i) { all.append(px[i] * py[j] * pz[degree - i - j]) } }
    }
    return all
  }
}
