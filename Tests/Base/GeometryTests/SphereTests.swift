import Geometry
import Testing

@Suite struct SphereTests {
  @Test(arguments: 1...5) func findsASphereFromAnyPartOfIt(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sphere = Sphere(centre: [random.normal(), random.normal(), 3], radius: 0.4 + random.uniform())
    let points = (0..<40).map { _ in
      sphere.centre + Vector3(random.normal(), random.normal(), 1.5 + random.normal()).normalized * sphere.radius
    }
    let found = try #require(Sphere.through(points))
    #expect((found.centre - sphere.centre).length < 1e-9, "seed \(seed)")
    #expect(abs(found.radius - sphere.radius) < 1e-9, "seed \(seed)")
  }

  @Test func pointsWithoutWeightDoNotCount() throws {
    let corners: [Vector3] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1]]
    let found = try #require(Sphere.through(corners + [[7, 8, 9]], weights: [1, 1, 1, 1, 1, 0]))
    #expect(found.centre.length < 1e-12)
    #expect(abs(found.radius - 1) < 1e-12)
  }

  @Test func aPlaneAndThreePointsCarryNone() {
    let grid = (0..<9).map { Vector3(Double($0 % 3), Double($0 / 3), 2) }
    #expect(Sphere.through(grid) == nil)
    #expect(Sphere.through(Array(grid.prefix(3))) == nil)
  }
}
