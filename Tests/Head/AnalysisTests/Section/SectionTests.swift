import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

@Suite struct SectionTests {
  /// Cuts through rows of vertices, between them, and just beside them: always one closed line.
  @Test(arguments: [0.0, 0.02, 0.04, 0.0400001, 0.0399999, 0.013]) func aClosedSurfaceGivesOneClosedLine(level: Double)
    throws
  {
    let mesh = TestHeads.closed(rings: 8, spokes: 24) { d in
      // Rings at round heights, so that whole rows of vertices lie on the plane.
      [0.06 * d.x, 0.075 * d.y, (d.z * 4).rounded() * 0.02]
    }
    let section = Section(
      of: try HeadSurface(mesh), headFromScan: .identity, level: level, bridgedGap: 0.003)
    #expect(section.isClosed)
    #expect(section.outline.count == 1)
    #expect(section.gaps.isEmpty)
  }

  /// Planes in all directions, at some distance and through vertices: those that pass triangles by lose no line.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func passingTrianglesByLosesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let surface = try HeadSurface(TestHeads.plagiocephalic(rings: 45, spokes: 60))
    let turned = RigidTransform(rotation: .rotation(random.normal3()), translation: .zero)
    let vertex = turned * surface.positions[Int.random(in: surface.positions.indices, using: &random)]
    for level in [vertex.z, 0, 0.05 * random.normal()] {
      let lines = [false, true].map { isCutOnce in
        PlaneCut.lines(of: CutSurface(surface, isCutOnce: isCutOnce), headFromScan: turned, level: level)
      }
      #expect(lines[0].map(\.points) == lines[1].map(\.points), "seed \(seed)")
      #expect(lines[0].map(\.isClosed) == lines[1].map(\.isClosed), "seed \(seed)")
    }
  }

  @Test func theOuterLineIsTaken() throws {
    let outer = TestHeads.cylinder(0.06, 0.075, spokes: 360)
    let inner = TestHeads.cylinder(0.055, 0.07, spokes: 360)
    let n = Int32(outer.positions.count)
    let both = Mesh(
      positions: outer.positions + inner.positions, triangles: outer.triangles + inner.triangles.map { $0 &+ n })
    let section = Section(of: try HeadSurface(both), headFromScan: .identity, level: 0.01, bridgedGap: 0.003)
    #expect(abs(section.extent(along: [1, 0]) - 0.06) < 1e-5)
    #expect(abs((section.hit(from: .zero, direction: [0, 1])?.y ?? 0) - 0.075) < 1e-5)
  }

  /// A thickened mesh whose outer wall is broken: the whole inner wall must not be measured in its place.
  @Test func anInnerWallDoesNotStandInForABrokenOuterOne() throws {
    let outer = TestHeads.cutting(TestHeads.cylinder(0.06, 0.075, spokes: 720)) { $0.y > 0.07 && abs($0.x) < 0.006 }
    let inner = TestHeads.cylinder(0.055, 0.07, spokes: 720)
    let n = Int32(outer.positions.count)
    let both = Mesh(
      positions: outer.positions + inner.positions, triangles: outer.triangles + inner.triangles.map { $0 &+ n })
    let section = Section(of: try HeadSurface(both), headFromScan: .identity, level: 0.01, bridgedGap: 0.003)
    #expect(!section.isClosed)
    #expect(section.gaps.count == 1)
    #expect(section.hit(from: .zero, direction: [0, 1]) == nil)
    #expect(abs(section.extent(along: [1, 0]) - 0.06) < 1e-4)
  }

  @Test func gapsAreWhereTheSurfaceIsMissing() throws {
    let mesh = TestHeads.cutting(TestHeads.cylinder(0.06, 0.06, spokes: 720)) { $0.x > 0.045 && abs($0.y) < 0.02 }
    let section = Section(of: try HeadSurface(mesh), headFromScan: .identity, level: 0.01, bridgedGap: 0.003)
    #expect(section.gaps.count == 1)
    let gap = try #require(section.gaps.first)
    #expect(abs(gap.width - 0.04) < 0.0012)
    #expect(gap.place == "right")
    #expect(abs(gap.width - 0.04) < 0.0005)
    #expect(section.hit(from: .zero, direction: [1, 0]) == nil)
    #expect(section.hit(from: .zero, direction: [-1, 0]) != nil)
  }

  /// A convex pentagon with long sides, whichever corner comes first and whichever way round: a ray leaves it through
  /// the nearest of the lines that its sides lie on.
  @Test func longSidesAreMetByAllTheirRays() throws {
    let corners: [Vector2] = [[0.05, -0.04], [0.06, 0.03], [-0.01, 0.07], [-0.055, 0.02], [-0.04, -0.06]]
    let centre = Vector2(0.01, -0.005)
    let expected = OutlineRadii.directions.map { direction -> Double in
      corners.indices.reduce(Double.infinity) { (nearest: Double, k: Int) -> Double in
        let side = corners[(k + 1) % 5] - corners[k]
        let outwards = Vector2(side.y, -side.x)
        let speed = outwards.dot(direction)
        return speed > 0 ? min(nearest, outwards.dot(corners[k] - centre) / speed) : nearest
      }
    }
    for first in 0..<5 {
      let turned = Array(corners[first...] + corners[..<first])
      for points in [turned, turned.reversed()] {
        let section = Section(lines: [CutLine(points: points, isClosed: true)], level: 0, bridgedGap: 0.003)
        let radii = section.radii(from: centre, along: OutlineRadii.directions)
        for (k, direction) in OutlineRadii.directions.enumerated() {
          let hit = try #require(section.hit(from: centre, direction: direction))
          #expect((hit - centre - direction * expected[k]).length < 1e-12, "corner \(first), ray \(k)")
          #expect(abs(try #require(radii[k]) - expected[k]) < 1e-12, "corner \(first), ray \(k)")
        }
      }
    }
  }

  /// Five points, open in front: the last of the four lines counts, and none leads from its end back to the beginning.
  @Test func anOpenOutlineEndsAtItsLastPoint() throws {
    let piece: [Vector2] = [[-0.03, 0.07], [-0.06, 0], [-0.03, -0.07], [0.05, -0.07], [0.06, 0.06]]
    let section = Section(lines: [CutLine(points: piece, isClosed: false)], level: 0, bridgedGap: 0.003)
    let (centre, right, left) = (Vector2(0, 0.01), 0.05 + 0.01 * 8 / 13, 0.03 + 0.03 * 6 / 7)
    #expect(abs(try #require(section.hit(from: centre, direction: [1, 0])).x - right) < 1e-12)
    #expect(section.hit(from: centre, direction: [0, 1]) == nil)
    let radii = section.radii(from: centre, along: OutlineRadii.directions)
    #expect(abs(try #require(radii[OutlineRadii.index(of: 90)]) - right) < 1e-12)
    #expect(radii[0] == nil)
    #expect(abs(try #require(section.width(at: 0.01)) - left - right) < 1e-12)
    #expect(section.width(at: 0.065) == nil)
  }

  /// A ring beside the axis, as of an ear that a plane cuts off, is no wall that an open outline stands around.
  @Test func aRingBesideAnOpenOutlineStays() {
    let arc = (20...340).map { Vector2(cos(Double($0) * .pi / 180), sin(Double($0) * .pi / 180)) * 0.07 }
    let ring = (0..<60).map { k -> Vector2 in
      let angle = Double(k) * .pi / 30
      return Vector2(cos(angle), sin(angle)) * 0.005 - [0.08, 0]
    }
    let section = Section(
      lines: [CutLine(points: arc, isClosed: false), CutLine(points: ring, isClosed: true)], level: 0,
      bridgedGap: 0.003)
    #expect(!section.isClosed)
    #expect(section.outline.count == 2)
    #expect(abs(section.extent(along: [-1, 0]) - 0.085) < 1e-9)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func theHullHoldsEveryPoint(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let points = (0..<60).map { _ in Vector2(random.normal(), random.normal()) }
    let hull = Polygon.hull(points)
    #expect(Polygon.area(hull) > 0)
    for i in hull.indices {
      let (a, b) = (hull[i], hull[(i + 1) % hull.count])
      // Brute force: a side of the hull has every point on its left.
      #expect(points.allSatisfy { (b - a).cross($0 - a) >= -1e-12 }, "seed \(seed)")
      #expect(points.contains(a))
    }
  }

  @Test func anEarIsTakenOutAndASmoothHeadLeftAlone() throws {
    // A pinna: a bump of 12 mm on the right, 20 mm behind the tragion, 15 mm wide.
    let ear = TestHeads.closed(rings: 90, spokes: 720) { d in
      let p = d * Vector3(0.06, 0.075, 0.09)
      let bump = d.x > 0 && abs(p.y + 0.02) < 0.0075 && abs(p.z - 0.02) < 0.02 ? 0.012 : 0
      return p + [bump, 0, 0]
    }
    let plain = TestHeads.ellipsoid(0.06, 0.075, 0.09, spokes: 720)
    let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)
    let with = try TestHeads.measure(ear, landmarks: landmarks, uncertainty: nil)
    let without = try TestHeads.measure(plain, landmarks: landmarks, uncertainty: nil)
    #expect(without.remarks.isEmpty)
    #expect(with.remarks.count == 1)
    #expect(with.remarks.first?.values["landmark"] == Landmark.tragionRight.shown)
    #expect(abs(with[.width].value! - without[.width].value!) < 0.3)
    #expect(with[.circumference].value! > without[.circumference].value! + 2)
  }

  @Test func otherProtocolsFindTheirLevel() throws {
    // The widest part lies 27 mm above the base plane.
    let head = TestHeads.closed(rings: 90, spokes: 180) { d in d * Vector3(0.06, 0.075, 0.06) + [0, 0, 0.027] }
    for level in [MeasurementProtocol.Level.longestSection, .greatestCircumference] {
      var choices = MeasurementProtocol.standard
      choices.level = level
      choices.centre = .boundingBox
      let m = try TestHeads.measure(
        head, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0), choices: choices, uncertainty: nil)
      #expect(abs(m.section!.level - 0.027) < 0.001)
      #expect(abs(m[.length].value! - 150) < 0.05)
    }
  }
}
