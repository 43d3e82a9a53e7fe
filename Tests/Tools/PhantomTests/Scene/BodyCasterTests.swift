import Geometry
import Testing

@testable import Phantom

@Suite struct BodyCasterTests {
  @Test func theNearestOfManyBodiesIsFound() {
    let seed: UInt64 = 61
    var generator = SeededGenerator(seed: seed)
    var hits = 0
    for _ in 0..<50 {
      let bodies = (0..<13).map { _ in
        let start = generator.normal3() * 0.08
        let capsule = Capsule(
          start: start, end: start + generator.normal3() * 0.03, radius: 0.005 + 0.03 * generator.uniform())
        return Surroundings.Body(capsule: capsule, material: .skin)
      }
      let eye = generator.normal3() * 0.25
      let caster = BodyCaster(bodies, from: eye)
      for _ in 0..<200 {
        let direction = (generator.normal3() * 0.1 - eye).normalized
        let limit = generator.uniform() < 0.5 ? .infinity : 0.5 * generator.uniform()
        var (nearest, body) = (limit, -1)
        for (index, candidate) in bodies.enumerated() {
          if let t = Self.hit(candidate.capsule, Ray(origin: eye, direction: direction)), t < nearest {
            (nearest, body) = (t, index)
          }
        }
        let found = caster.hit(direction, before: limit)
        #expect(found?.body ?? -1 == body, "seed \(seed), eye \(eye), direction \(direction)")
        #expect(found?.distance ?? limit == nearest, "seed \(seed), eye \(eye), direction \(direction)")
        hits += found == nil ? 0 : 1
      }
    }
    #expect(hits > 2000)
  }

  /// A ray and a capsule, nothing worked out beforehand.
  private static func hit(_ capsule: Capsule, _ ray: Ray) -> Double? {
    let axis = capsule.end - capsule.start
    let offset = ray.origin - capsule.start
    let (aa, ad, ao) = (axis.dot(axis), axis.dot(ray.direction), axis.dot(offset))
    let a = aa - ad * ad
    let b = aa * ray.direction.dot(offset) - ao * ad
    let c = aa * (offset.dot(offset) - capsule.radius * capsule.radius) - ao * ao
    let h = b * b - a * c
    guard h >= 0, a > 1e-12 else { return nil }
    let t = (-b - h.squareRoot()) / a
    let y = ao + t * ad
    if y > 0 && y < aa { return t > 0 ? t : nil }
    let end = y <= 0 ? offset : ray.origin - capsule.end
    let middle = ray.direction.dot(end)
    let rest = middle * middle - (end.dot(end) - capsule.radius * capsule.radius)
    guard rest >= 0 else { return nil }
    let entry = -middle - rest.squareRoot()
    return entry > 0 ? entry : nil
  }
}
