import Foundation
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

  /// Whether points lie on a sphere or as flat as a plane does not depend on the unit.
  @Test(arguments: [0.001, 1, 1000]) func aSphereIsFoundInAnyUnit(unit: Double) throws {
    var random = SeededGenerator(seed: 3)
    let points = (0..<20).map { _ in random.direction() * 4 * unit }
    let found = try #require(Sphere.through(points))
    #expect(abs(found.radius / unit - 4) < 1e-9)
    let flat = points.map { Vector3($0.x, $0.y, 1e-4 * $0.z) }
    #expect(Sphere.through(flat) == nil)
  }

  /// Four corners of a cube lie on one sphere alone.
  @Test func fourPointsAreEnough() throws {
    let corners: [Vector3] = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
    let found = try #require(Sphere.through(corners.map { $0 + [4, 5, 6] }))
    #expect((found.centre - [4, 5, 6]).length < 1e-12 && abs(found.radius - 3.0.squareRoot()) < 1e-12)
  }

  /// Each direction has as much of the sphere as the others: bands of equal height, and a golden angle from one to the next.
  @Test(arguments: [1, 2, 7, 500]) func directionsAreSpreadEvenly(count: Int) {
    let points = FibonacciSphere(count: count).points
    #expect(points.count == count)
    for (i, point) in points.enumerated() {
      #expect(abs(point.length - 1) < 1e-12)
      #expect(abs(point.z - (1 - Double(2 * i + 1) / Double(count))) < 1e-12)
    }
    // 137.508°, of which the golden ratio is what is left of the whole turn.
    let golden = 2 * Double.pi * (1 - 2 / (1 + 5.0.squareRoot()))
    for (a, b) in zip(points, points.dropFirst()) {
      let (cross, along) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
      let (r, s) = ((1 - a.z * a.z).squareRoot(), (1 - b.z * b.z).squareRoot())
      #expect(abs(cross / (r * s) - sin(golden)) < 1e-9 && abs(along / (r * s) - cos(golden)) < 1e-9)
    }
    #expect(FibonacciSphere(count: 0).points.count == 1)
  }

  @Test func aPlaneAndThreePointsCarryNone() {
    let grid = (0..<9).map { Vector3(Double($0 % 3), Double($0 / 3), 2) }
    #expect(Sphere.through(grid) == nil)
    #expect(Sphere.through(Array(grid.prefix(3))) == nil)
  }
}
