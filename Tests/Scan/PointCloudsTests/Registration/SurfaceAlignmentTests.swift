import Geometry
import TestSupport
import Testing

@testable import PointClouds

@Suite struct SurfaceAlignmentTests {
  @Test(arguments: 0..<5 as Range<UInt64>) func recoversASmallMotionDespiteOutliers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mesh = SearchSamples.bumps()
    let motion = RigidTransform(rotation: .rotation(random.direction() * 0.03), translation: random.direction() * 0.002)
    var points = stride(from: 0, to: mesh.positions.count, by: 3).map { motion.inverse * mesh.positions[$0] }
    for i in stride(from: 0, to: points.count, by: 10) { points[i] += random.direction() * 0.004 }
    let result = try #require(SurfaceAlignment(points, with: MeshDistance(mesh)))
    #expect(result.hasConverged)
    for p in mesh.positions { #expect((result.transform * (motion.inverse * p) - p).length < 2e-5) }
  }

  @Test func givesUpFarAway() {
    let far = SearchSamples.bumps().positions.map { $0 + 1 }
    #expect(SurfaceAlignment(far, with: MeshDistance(SearchSamples.bumps())) == nil)
  }
}
