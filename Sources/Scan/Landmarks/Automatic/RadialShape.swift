import Geometry
import PointClouds

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
  private static func ball(_ positions: [Vector3]) -> Sphere? {
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

  private static func smooth(_ directions: [Vector3], _ radii: [Double]) -> [Double]? {
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
