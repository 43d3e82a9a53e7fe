import Geometry
import PointClouds
import Testing

@Suite struct TriangleTests {
  /// Against the plane where its foot lies inside, and else the nearest of three edges: every region about the triangle occurs.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func closestPointsAreThoseOfPlaneAndEdges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let shift = 3 * random.normal3()
    let corners = (0..<3).map { _ in shift + random.normal3() }
    for _ in 0..<200 {
      let p = shift + 2 * random.normal3()
      let found = Triangle(a: corners[0], b: corners[1], c: corners[2]).closestPoint(to: p)
      #expect((found - nearest(to: p, corners)).length < 1e-9, "seed \(seed), \(p)")
    }
  }

  @Test func closestPointsOfTrianglesWithoutArea() {
    let (a, b): (Vector3, Vector3) = ([0, 0, 0], [4, 2, 0])
    #expect(Triangle(a: a, b: b, c: b).closestPoint(to: [1, 3, 1]) == [2, 1, 0])
    #expect(Triangle(a: a, b: (a + b) / 2, c: b).closestPoint(to: [9, 9, 1]) == b)
    #expect(Triangle(a: b, b: b, c: b).closestPoint(to: [9, 9, 1]) == b)
  }

  /// Three corners on a line are the stretch between the outer two.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func aTriangleThatIsALineHasItsNearestPointOnIt(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Whole numbers, so that the corners lie on the line exactly.
    let whole = { (range: ClosedRange<Int>) in Double(Int.random(in: range, using: &random)) }
    let (start, along) = (Vector3(whole(-9...9), whole(-9...9), whole(-9...9)), Vector3(whole(1...5), whole(-5...5), 2))
    for _ in 0..<100 {
      let places = [whole(-4...4), whole(-4...4), whole(-4...4)]
      let p = start + 12 * random.normal3()
      let foot = (p - start).dot(along) / along.dot(along)
      let expected = start + along * min(max(foot, places.min()!), places.max()!)
      let corners = places.map { start + along * $0 }
      let found = Triangle(a: corners[0], b: corners[1], c: corners[2]).closestPoint(to: p)
      #expect((found - expected).length < 1e-9, "seed \(seed), \(places), \(p)")
    }
  }

  /// A ray that is aimed at a point of the triangle meets it there, one that is aimed beside it does not, and none behind it does.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func raysMeetWhatTheyAreAimedAt(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let corners = (0..<3).map { _ in random.normal3() }
      let origin = 4 * random.normal3()
      let weights = Vector3(random.uniform(), random.uniform(), random.uniform())
      let shares = weights / weights.sum()
      let target = corners[0] * shares.x + corners[1] * shares.y + corners[2] * shares.z
      let direction = (target - origin).normalized
      let aimed = { (direction: Vector3) in
        Triangle(a: corners[0], b: corners[1], c: corners[2]).hit(origin, direction)?.distance
      }
      let distance = try #require(aimed(direction), "seed \(seed)")
      #expect(abs(distance - (target - origin).length) < 1e-7, "seed \(seed)")
      #expect(aimed(-direction) == nil, "seed \(seed)")
      // Beyond one corner, seen from the others.
      let k = Int(random.next() % 3)
      let outside = corners[k] + 0.5 * (2 * corners[k] - corners[(k + 1) % 3] - corners[(k + 2) % 3])
      #expect(aimed((outside - origin).normalized) == nil, "seed \(seed)")
    }
  }

  private func nearest(to p: Vector3, _ corners: [Vector3]) -> Vector3 {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized
    let foot = p - normal * normal.dot(p - corners[0])
    let sides = (0..<3).map { k in (corners[(k + 1) % 3] - corners[k]).cross(foot - corners[k]).dot(normal) }
    if sides.allSatisfy({ $0 >= 0 }) { return foot }
    let feet = (0..<3).map { k -> Vector3 in
      let (a, along) = (corners[k], corners[(k + 1) % 3] - corners[k])
      return a + along * min(1, max(0, (p - a).dot(along) / along.dot(along)))
    }
    return feet.min { ($0 - p).length < ($1 - p).length }!
  }
}
