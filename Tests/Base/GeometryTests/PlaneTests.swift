import Foundation
import Geometry
import Testing

@Suite struct PlaneTests {
  /// Points beside a plane far from the origin, as many on one side as on the other.
  @Test(arguments: 1...5) func findsThePlaneOfItsPoints(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let normal = random.direction()
    let along = normal.cross(random.direction()).normalized
    let across = normal.cross(along)
    let centre = random.normal3() * 3
    let points = (0..<30).flatMap { _ -> [Vector3] in
      let place = centre + along * random.normal() + across * (0.4 * random.normal())
      return [place + normal * 0.01, place - normal * 0.01]
    }
    let found = try #require(Plane.fit(points))
    let sign = found.normal.dot(normal) < 0 ? -1.0 : 1
    #expect((found.normal * sign - normal).length < 1e-9, "seed \(seed)")
    #expect(abs(found.offset * sign - centre.dot(normal)) < 1e-9, "seed \(seed)")
    for (k, point) in points.enumerated() {
      #expect(abs(found.distance(to: point) * sign - (k % 2 == 0 ? 0.01 : -0.01)) < 1e-9)
    }
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let moved = found.moved(by: motion)
    for point in points { #expect(abs(moved.distance(to: motion * point) - found.distance(to: point)) < 1e-9) }
  }

  /// Whether points lie on a plane or on a line does not depend on the unit.
  @Test(arguments: [1e-5, 1, 1e5], 1...5) func aPlaneIsFoundInAnyUnit(unit: Double, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (normal, line, start) = (random.direction(), random.direction(), random.normal3())
    let points = (0..<20).map { _ in normal.cross(random.normal3()) * unit }
    let found = try #require(Plane.fit(points), "seed \(seed)")
    #expect(abs(abs(found.normal.dot(normal)) - 1) < 1e-9, "seed \(seed)")
    #expect(Plane.fit((0..<20).map { _ in (start + line * random.normal()) * unit }) == nil, "seed \(seed)")
  }

  @Test func threePointsAreEnoughAndALineCarriesNone() throws {
    let found = try #require(Plane.fit([[1, 0, 2], [0, 1, 2], [0, 0, 2]]))
    #expect(abs(abs(found.normal.z) - 1) < 1e-12 && abs(abs(found.offset) - 2) < 1e-12)
    #expect(Plane.fit([[1, 0, 2], [0, 1, 2]]) == nil)
    #expect(Plane.fit((0..<9).map { Vector3(1, 2, 3) + Vector3(2, -1, 0.5) * Double($0) }) == nil)
    #expect(Plane.fit([Vector3](repeating: [1, 2, 3], count: 4)) == nil)
  }
}
