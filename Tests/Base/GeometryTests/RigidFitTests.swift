import Geometry
import Testing

@Suite struct RigidFitTests {
  @Test(arguments: 0..<20 as Range<UInt64>) func recoversAKnownMotion(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let points = (0..<12).map { _ in random.normal3() }
    let fitted = try #require(RigidTransform.fit(points, onto: points.map { motion * $0 }))
    for p in points { #expect((fitted * p - motion * p).length < 1e-9) }
  }

  @Test func refusesPointsOnALine() {
    let points = (0..<5).map { Vector3(Double($0), 2 * Double($0), 0) }
    #expect(RigidTransform.fit(points, onto: points) == nil)
  }
}
