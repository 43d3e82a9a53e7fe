import Geometry
import Testing
import Workers

@testable import Phantom

@Suite struct SurfaceMarchTests {
  /// Heads with and without folds, on fine and coarse tables.
  @Test(arguments: [(320, 0.0, UInt64(1)), (97, 0.002, 31)])
  func raysTogetherEndWhereEachAloneDoes(cells: Int, folds: Double, faceSeed: UInt64) throws {
    let shape = HeadShape(flattening: 0.012, roughness: 0.002, capFolds: folds, faceSeed: faceSeed)
    let surface = PhantomSurface(try PhantomHead(shape), cells: cells, workers: Workers(count: 2))
    let seed: UInt64 = 41
    var generator = SeededGenerator(seed: seed)
    var (hits, misses) = (0, 0)
    for _ in 0..<60 {
      let eye = generator.direction() * (0.07 + 0.4 * generator.uniform())
      let directions = (0..<200).map { _ in
        (generator.direction() * (0.12 * generator.uniform()) - eye).normalized
      }
      let distances = surface.distances(RayFan(origin: eye, directions: directions))
      for (direction, distance) in zip(directions, distances) {
        let alone = surface.marched(Ray(origin: eye, direction: direction)) ?? .infinity
        #expect(distance == alone, "seed \(seed), eye \(eye), direction \(direction)")
        if alone.isFinite { hits += 1 } else { misses += 1 }
      }
    }
    #expect(hits > 4000 && misses > 2000)
  }

  /// Nearly all rays farther than 2 mm from a convex head are told without a march.
  @Test func theSilhouetteTellsWhatPassesBy() throws {
    let surface = PhantomSurface(try PhantomHead(HeadShape()), cells: 320, workers: Workers(count: 2))
    let seed: UInt64 = 42
    var generator = SeededGenerator(seed: seed)
    var (near, far, told) = (0, 0, 0)
    surface.silhouette.withTest { isPassed in
      for _ in 0..<600 {
        let p = generator.direction() * (0.05 + 0.06 * generator.uniform())
        let reach = surface.reach(toward: p.normalized)
        if isPassed(p) { #expect(p.length > reach, "seed \(seed), \(p)") }
        if p.length < reach { near += 1 }
        if p.length > reach + 0.002 { far += 1 }
        if p.length > reach + 0.002, isPassed(p) { told += 1 }
      }
    }
    #expect(near > 100 && far > 100)
    #expect(told == far)
  }

  @Test func aDirectionThatIsNoNumberMeetsNothing() throws {
    let surface = PhantomSurface(try PhantomHead(HeadShape()), cells: 64, workers: Workers(count: 1))
    let rays = RayFan(origin: [0, 0.3, 0], directions: [[.nan, .nan, .nan], [0, -1, 0]])
    let distances = surface.distances(rays)
    #expect(distances[0] == .infinity && distances[1].isFinite)
  }
}

extension PhantomSurface {
  /// How far the tabulated surface reaches along a unit vector, from its points 0.3° apart, some 0.1 mm too little.
  fileprivate func reach(toward direction: Vector3) -> Double {
    var farthest = 0.0
    for face in 0..<6 {
      for row in stride(from: 0, through: radius.cells, by: 4) {
        for column in stride(from: 0, through: radius.cells, by: 4) {
          let u = radius.direction(face: face, column: column, row: row)
          farthest = max(farthest, radius.sample(u) * u.dot(direction))
        }
      }
    }
    return farthest
  }

  /// The march of one ray, step by step, without a silhouette: what ``distances(_:)`` does for many.
  fileprivate func marched(_ ray: Ray) -> Double? {
    let height = { (t: Double) -> Double in
      let p = ray.at(t)
      return p.dot(p).squareRoot() - radius.sample(p)
    }
    let middle = -ray.origin.dot(ray.direction)
    let reach = bound * bound - (ray.origin.dot(ray.origin) - middle * middle)
    guard reach > 0 else { return nil }
    let end = middle + reach.squareRoot()
    var t = max(middle - reach.squareRoot(), 0)
    var last = height(t)
    guard last > 0 else { return nil }
    var step = max(0.45 * last, 0.0004)
    while t < end {
      let next = height(t + step)
      if next <= 0 { return root(height, (t, last), (t + step, next)) }
      let secant = last > next ? 0.95 * step * next / (last - next) : .infinity
      (t, last) = (t + step, next)
      step = max(0.45 * next, min(secant, 1.2 * next), 0.0004)
    }
    return nil
  }

  private func root(_ height: (Double) -> Double, _ outside: (Double, Double), _ inside: (Double, Double)) -> Double {
    var (a, b, kept) = (outside, inside, 0)
    for _ in 0..<30 {
      let t = a.0 + (b.0 - a.0) * a.1 / (a.1 - b.1)
      let h = height(t)
      if abs(h) < 1e-6 { return t }
      if h > 0 {
        a = (t, h)
        if kept == 1 { b.1 /= 2 }
        kept = 1
      } else {
        b = (t, h)
        if kept == -1 { a.1 /= 2 }
        kept = -1
      }
    }
    return a.0
  }
}
