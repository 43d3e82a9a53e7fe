import Foundation
import Geometry
import PointClouds
import Testing

@testable import Analysis

/// Where the midline is looked for, on a ball of 70 mm about the middle of the ears whose sellion is 60 mm away.
@Suite struct SymmetryRegionTests {
  private static let unit = 0.06
  private static let region = region { $0 }

  /// The region from 15 mm behind the ears on, and from the base plane to 36 mm below it.
  private static func region(_ turn: (SIMD3<Int32>) -> SIMD3<Int32>) -> SymmetryRegion {
    let ball = TestHeads.ellipsoid(0.07, 0.07, 0.07, rings: 90)
    var options = SymmetryOptions()
    (options.below, options.behind) = (0.6, 0.25)
    return SymmetryRegion(
      HeadSurface(positions: ball.positions, triangles: ball.triangles.map(turn)), unit: unit, options)
  }

  /// One in 4 mm², whichever way the triangles are turned: half of a zone of 20 mm has π · 70 mm · 20 mm.
  @Test func placesAreEvenlySpreadOverTheSurface() {
    for region in [Self.region, Self.region { [$0.x, $0.z, $0.y] }] {
      let zone = region.places.count { $0.position.y > 0 && $0.position.z > -0.028 && $0.position.z < -0.008 }
      #expect(abs(Double(zone) / (.pi * 0.07 * 0.02 / 4e-6) - 1) < 0.03, "\(zone)")
      for place in region.places {
        // The triangles lie up to 0.03 mm within the ball.
        #expect(place.position.length > 0.069_95 && place.position.length < 0.070_001)
        #expect(abs(place.normal.length - 1) < 1e-9 && place.normal.dot(place.position) > 0.0699)
      }
    }
  }

  /// A triangle has as many places as it has areas of 4 mm², rounded.
  @Test(arguments: [(10.4, 10), (10.6, 11)]) func aTriangleHasAsManyPlacesAsAreas(areas: Double, count: Int) {
    let width = areas * 4e-6 * 2 / 0.01
    let triangle = HeadSurface(
      positions: [[-0.004, 0.05, -0.022], [width - 0.004, 0.05, -0.022], [-0.004, 0.05, -0.012]],
      triangles: [[0, 1, 2]])
    #expect(SymmetryRegion(triangle, unit: Self.unit, SymmetryOptions()).places.count == count)
  }

  /// Half at each edge of its own, 1 / (1 + e⁻²) two widths of 1.2 mm inside it, and never less farther in.
  @Test func theWeightFallsSmoothlyAtTheEdges() throws {
    let insides: [(Vector3) -> Double] = [{ $0.y + 0.015 }, { -$0.z }, { $0.z + 0.036 }]
    for (edge, inside) in insides.enumerated() {
      let others = insides.indices.filter { $0 != edge }
      // Beyond 9 mm, 7.5 widths, the other two edges take off 0.0011 at most.
      let places = Self.region.places
        .filter { place in others.allSatisfy { insides[$0](place.position) > 0.009 } }
        .map { (inside: inside($0.position), weight: $0.weight) }
        .sorted { $0.inside < $1.inside }
      #expect(zip(places, places.dropFirst()).allSatisfy { $1.weight > $0.weight - 0.0012 }, "edge \(edge)")
      for (depth, weight) in [(0, 0.5), (0.0024, 1 / (1 + exp(-2)))] {
        let farther = try #require(places.first { $0.inside >= depth })
        let nearer = try #require(places.last { $0.inside < depth })
        #expect(nearer.weight < weight && farther.weight > weight - 0.0012, "edge \(edge), \(depth) m")
      }
    }
    let weights = Self.region.places.map(\.weight)
    #expect(weights.min()! > 0.05 && weights.min()! < 0.06 && weights.max()! > 0.99)
  }

  @Test func eachPartEndsWhereTheNextBegins() {
    let along = { (part: SymmetryRegion.Part, axis: Vector3) in
      Self.region.places.filter { $0.part == part }.map { $0.position.dot(axis) / Self.unit }.sorted()
    }
    let y = { (part: SymmetryRegion.Part) in along(part, [0, 1, 0]) }
    #expect(y(.ears).last! <= 0.2 && y(.ears).first! < -0.2)
    #expect(y(.cheeks).first! > 0.2 && y(.cheeks).last! <= 0.6)
    #expect(y(.upperFace).first! > 0.6 && y(.lowerFace).first! > 0.6)
    #expect(along(.upperFace, [0, 0, 1]).first! > -0.25 && along(.lowerFace, [0, 0, 1]).last! <= -0.25)
  }

  /// Counterparts may lie 16 mm and a tenth of the unit farther out; triangles are up to 2.5 mm long.
  @Test func theSurfaceReachesFartherThanThePlaces() {
    let positions = Self.region.surface.positions
    let (z, y) = (positions.map(\.z), positions.map(\.y))
    #expect((0.022...0.0246).contains(z.max()!))
    #expect((-0.0606 ... -0.058).contains(z.min()!))
    #expect((-0.0397 ... -0.037).contains(y.min()!))
  }
}
