import Geometry
import Testing

@testable import PointClouds

@Suite struct MeshDistanceTests {
  @Test(arguments: [1, 4, 5, 300], [1, 2, 3] as [UInt64])
  func agreesWithBruteForce(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mesh = SearchSamples.soup(count, &random)
    let triangles = SearchSamples.triangles(mesh)
    let distance = MeshDistance(mesh)
    for _ in 0..<200 {
      let query = random.normal3() * 0.2
      let best = triangles.map { ($0.point($0.closest(to: query)) - query).length }.min()!
      let found = try #require(distance.closest(to: query))
      #expect(abs(found.distance - best) < 1e-15)
      #expect((triangles[found.triangle].point(found.barycentric) - found.point).length < 1e-12)
      // Within a limit it is the same point, or none.
      let near = distance.closest(to: query, within: best * 1.0001)
      #expect(near?.point == found.point)
      #expect(best == 0 || distance.closest(to: query, within: best * 0.9999) == nil)
    }
  }

  /// No sampled point of a triangle is nearer than the one that is returned.
  @Test(arguments: 0..<50 as Range<UInt64>) func findsTheNearestPointOfATriangle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let triangle = Triangle(a: random.normal3(), b: random.normal3(), c: random.normal3())
    let query = random.normal3() * 2
    let weights = triangle.closest(to: query)
    #expect(abs(weights.sum() - 1) < 1e-12)
    #expect(weights.min() >= 0)
    let best = (triangle.point(weights) - query).length
    for i in 0...40 {
      for j in 0...(40 - i) {
        let sample = triangle.point([Double(i) / 40, Double(j) / 40, Double(40 - i - j) / 40])
        #expect((sample - query).length >= best - 1e-12)
      }
    }
  }

  @Test func hasNothingToFindInNothing() {
    #expect(MeshDistance(Mesh()).closest(to: .zero) == nil)
  }
}
