import Geometry
import Testing
import Workers

@testable import Phantom

@Suite struct PhantomSurfaceTests {
  @Test func raysEndOnTheHead() throws {
    let head = try PhantomHead(HeadShape())
    let surface = PhantomSurface(head, cells: 320, workers: Workers(count: 2))
    var generator = SeededGenerator(seed: 21)
    var hits = 0
    for _ in 0..<2000 {
      let eye = generator.direction() * 0.35
      let target = generator.direction() * (0.09 * generator.uniform())
      let ray = Ray(origin: eye, direction: (target - eye).normalized)
      guard let distance = surface.distance(along: ray) else { continue }
      hits += 1
      let p = ray.at(distance)
      #expect(abs(p.length - head.radius(toward: p.normalized)) < 0.000_03, "seed 21, eye \(eye)")
      let exact = head.normal(toward: p.normalized)
      if p.z > 0.03 { #expect(surface.normal(at: p).dot(exact) > 0.999) }
    }
    #expect(hits > 1500)
  }

  @Test func theFirstIntersectionIsFound() throws {
    let head = try PhantomHead(HeadShape())
    let surface = PhantomSurface(head, cells: 192, workers: Workers(count: 2))
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<300 {
      let eye = generator.direction() * 0.3
      let ray = Ray(origin: eye, direction: (generator.direction() * 0.06 - eye).normalized)
      let distance = surface.distance(along: ray)
      let marched = stride(from: 0.15, to: 0.45, by: 0.0001).first { t in
        ray.at(t).length < head.radius(toward: ray.at(t).normalized) - 0.0002
      }
      if let marched {
        let found = try #require(distance, "seed 22, eye \(eye)")
        #expect(found < marched + 0.0005, "seed 22, eye \(eye)")
      }
    }
  }

  @Test func aRayPastTheHeadMisses() throws {
    let surface = PhantomSurface(try PhantomHead(HeadShape()), cells: 64, workers: Workers(count: 1))
    #expect(surface.distance(along: Ray(origin: [0, 0.3, 0.3], direction: [0, -1, 0])) == nil)
    #expect(surface.distance(along: Ray(origin: [0, 0.3, 0], direction: [0, 1, 0])) == nil)
    #expect(surface.distance(along: Ray(origin: .zero, direction: [0, 1, 0])) == nil)
  }
}

extension PhantomSurface {
  /// The distance along one ray to the surface, nil where it misses.
  func distance(along ray: Ray) -> Double? {
    distances(RayFan(origin: ray.origin, directions: [ray.direction])).first { $0.isFinite }
  }
}
