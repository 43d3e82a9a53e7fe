import Foundation
import Geometry
import Images
import Landmarks
import PointClouds
import Testing

@testable import Analysis

@Suite struct CoverageTests {
  let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)

  func coverage(_ mesh: Mesh) throws -> SurfaceCoverage {
    let frame = try #require(try HeadFrame(landmarks, apAxis: .sellion))
    return SurfaceCoverage.measure(try HeadSurface(mesh), frame: frame, landmarks: landmarks)
  }

  @Test func aWholeHeadIsCoveredAndHalfIsHalf() throws {
    let sphere = TestHeads.ellipsoid(0.07, 0.07, 0.07)
    let whole = try coverage(sphere)
    #expect(whole.fraction == 1)
    #expect(whole.regions.filter { $0.key != .nose }.allSatisfy { $0.value == 1 })
    let half = try coverage(TestHeads.cutting(sphere) { $0.y < 0 })
    #expect(abs(half.fraction - 0.5) < 0.02)
    #expect(half.regions[.back] == 0)
    #expect(half.regions[.front]! > 0.99)
    #expect(abs(half.regions[.earLeft]! - 0.5) < 0.05)
  }

  /// Holes of 10° in cones of 20 and 15°: (1 − cos 10°) / (1 − cos 20°) is 0.252, / (1 − cos 15°) 0.446.
  @Test func earsAndNoseAreCones() throws {
    var landmarks = landmarks
    landmarks.estimates[.noseTip] = LandmarkEstimate(position: [0, 0.08, -0.03], standardDeviation: 0.001)
    let middles = [Vector3(-1, 0, 0), Vector3(0, 0.08, -0.03).normalized]
    let head = TestHeads.cutting(TestHeads.ellipsoid(0.07, 0.07, 0.07, rings: 120, spokes: 240)) { p in
      middles.contains { p.normalized.dot($0) > cos(10 * Double.pi / 180) }
    }
    let frame = try #require(try HeadFrame(landmarks, apAxis: .sellion))
    let regions = SurfaceCoverage.measure(try HeadSurface(head), frame: frame, landmarks: landmarks).regions
    #expect(abs(regions[.earLeft]! - 0.748) < 0.03)
    #expect(abs(regions[.nose]! - 0.554) < 0.04)
    #expect(regions[.earRight] == 1)
    let left = try coverage(TestHeads.cutting(TestHeads.ellipsoid(0.07, 0.07, 0.07)) { $0.x > 0 })
    #expect(left.regions[.right] == 0 && left.regions[.left]! > 0.99)
  }

  @Test func bigAndSmallTrianglesCoverTheSame() throws {
    let coarse = TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 4, spokes: 5)
    #expect(try coverage(coarse).fraction == 1)
  }

  @Test(arguments: 0..<5 as Range<UInt64>) func agreesWithEveryRayAgainstEveryTriangle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 12, spokes: 17)
    let surface = try HeadSurface(TestHeads.cutting(head) { _ in random.uniform() < 0.2 })
    let centre = random.normal3() * 0.01
    let directions = FibonacciSphere(count: 500).points
    let fast = RayCoverage(surface, centre: centre, directions: directions).distances
    for (direction, distance) in zip(directions, fast) {
      let slow = surface.triangles.compactMap { t -> Double? in
        let (a, b, c) = surface.corners(t)
        return Triangle(a: a, b: b, c: c).hit(centre, direction, margin: 1e-9)?.distance
      }.max()
      #expect((slow == nil) == (distance == nil), "seed \(seed)")
      #expect(abs((slow ?? 0) - (distance ?? 0)) < 1e-9, "seed \(seed)")
    }
  }

  @Test func markersAreCountedOnceAndStrangersNot() {
    var markers = MarkerCoverage(expected: [3, 4, 7, 9, 9])
    markers.add(time: 0, ids: [3, 3, 99])
    markers.add(time: 0.5, ids: [3])
    markers.add(time: 1, ids: [4, 7])
    #expect(markers.seen == [3, 4, 7])
    #expect(markers.missing == [9])
    #expect(markers.fraction == 0.75)
    #expect(markers.progress == [.init(time: 0, count: 1), .init(time: 1, count: 3)])
    #expect(markers.frames == [3: 2, 4: 1, 7: 1])
    #expect(markers.time(reaching: 0.5) == 1)
    #expect(markers.time(reaching: 1) == nil)
    #expect(MarkerCoverage(expected: nil).fraction == nil)
    #expect(MarkerCoverage(expected: []).fraction == nil)
  }

  @Test func depthIsCountedByFrameAndWhole() {
    var depth = DepthValidity()
    depth.add(FrameDepthValidity(frame: ValidCount(valid: 3, total: 4), head: ValidCount(valid: 1, total: 1)))
    depth.add(FrameDepthValidity(frame: ValidCount(valid: 1, total: 4)))
    #expect(depth.whole.frame.fraction == 0.5)
    #expect(depth.whole.head.fraction == 1)
    #expect(depth.whole.markers.fraction == nil)
    #expect(depth.frames.map { $0.frame.fraction } == [0.75, 0.25])
  }

  @Test func theUnitIsToldByTheSize() {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 20, spokes: 40).positions
    for unit in LengthUnit.allCases {
      #expect(LengthUnit.guess(head.map { $0 * unit.perMetre } + [[1e9, 0, 0]]) == unit)
    }
    #expect(LengthUnit.guess(head.map { $0 * 500 }) == nil)
    #expect(LengthUnit.guess([]) == nil)
  }
}
