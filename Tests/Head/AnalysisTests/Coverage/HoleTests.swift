import Foundation
import Geometry
import PointClouds
import Testing

@testable import Analysis

/// Holes of a surface: their rims, size and place.
@Suite struct HoleTests {
  @Test func holesHaveTheirSizeAndPlace() throws {
    let head = TestHeads.ellipsoid(0.07, 0.07, 0.07, rings: 180, spokes: 360)
    let surface = try HeadSurface(TestHeads.cutting(head) { ($0 - [0.07, 0, 0]).length < 0.01 || $0.z < -0.06 })
    let holes = Hole.all(of: surface)
    #expect(holes.count == 2)
    #expect(PlaceText.place(holes[0].centre).hasPrefix("below"))
    #expect(PlaceText.place(holes[1].centre) == "right")
    #expect(abs(holes[1].diameter - 0.02) < 0.0015)
    #expect(Hole.all(of: try HeadSurface(head)).isEmpty)
  }

  /// A rectangle of 30 by 40 mm far from the origin.
  @Test func aRimHasItsLengthAndMiddle() {
    let corners: [Vector3] = [[0, 0, 0], [0.03, 0, 0], [0.03, 0.04, 0], [0, 0.04, 0]]
    let hole = Hole(rim: corners.map { $0 + [0.5, -0.2, 0.1] })
    #expect(abs(hole.perimeter - 0.14) < 1e-12)
    #expect((hole.centre - [0.515, -0.18, 0.1]).length < 1e-12)
    #expect(Hole(rim: []).centre == .zero && Hole(rim: []).diameter == 0)
    // Its diagonal is 50 mm; the extents along the axes are less, and the place is no extent.
    #expect(hole.isWider(than: 0.049) && !hole.isWider(than: 0.051))
  }

  /// What lies along one of the 200 directions is found in full, and anything else at most 1 % short.
  @Test func aNeedleIsAsWideAsItIsLong() {
    for direction in FibonacciSphere(count: 400).points where direction.z >= 0 {
      #expect(abs(Hole(rim: [[1, 2, 3], [1, 2, 3] + direction * 0.03]).diameter - 0.03) < 1e-12)
    }
    var random = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      let share = Hole(rim: [.zero, random.direction() * 0.03]).diameter / 0.03
      #expect(share > 0.99 && share < 1 + 1e-12, "seed 8: \(share)")
    }
  }

  /// Two triangles beside each other: what they share is no border, and the rest runs as they wind.
  @Test func aRimRunsAsItsTrianglesDo() {
    let positions: [Vector3] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1]]
    let surface = HeadSurface(positions: positions, triangles: [[4, 1, 2], [2, 3, 4]])
    #expect(Set(MeshEdges.open(surface.triangles)) == [[4, 1], [1, 2], [2, 3], [3, 4]])
    #expect(Hole.rims(of: surface) == [[1, 2, 3, 4]])
    // A triangle between two closed bodies that share an edge with it each: the third edge is left, and a rim of its
    // own.
    let body = { (a: Int32, b: Int32, c: Int32, d: Int32) -> [SIMD3<Int32>] in
      [[a, b, c], [a, d, b], [a, c, d], [b, d, c]]
    }
    let bridge = HeadSurface(positions: [], triangles: [[0, 1, 2]] + body(1, 2, 3, 4) + body(2, 0, 5, 6))
    #expect(Hole.rims(of: bridge) == [[0, 1]])
  }

  /// The bounds that spare the search for the diameter never contradict it.
  @Test(arguments: 1...20) func aHoleIsWiderThanAWidthWhereItsDiameterIs(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let side = Double.random(in: 0.001...0.05, using: &random)
    let stretch = Vector3(1, .random(in: 0...1, using: &random), .random(in: 0...1, using: &random)) * side
    let hole = Hole(
      rim: (0..<40).map { k in
        let angle = Double(k) / 40 * 2 * .pi
        return stretch * Vector3(cos(angle), sin(angle), .random(in: -1...1, using: &random))
      })
    for width in (1...60).map({ Double($0) / 30 * side }) + [hole.diameter, hole.perimeter / 2, 0] {
      #expect(hole.isWider(than: width) == (hole.diameter > width), "\(width)")
    }
    #expect(!Hole(rim: []).isWider(than: 0))
    // Whatever the unit: a circle 1.9 across.
    let circle = Hole(
      rim: (0..<40).map { k in [0.95 * cos(Double(k) * .pi / 20), 0.95 * sin(Double(k) * .pi / 20), 0] })
    #expect(!circle.isWider(than: 2))
    #expect(circle.isWider(than: 1.8))
  }
}
