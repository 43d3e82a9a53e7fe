import Geometry
import PointClouds
import Testing

@testable import Analysis

/// A plane through some triangles, a third of the way up to their tip.
@Suite struct PlaneCutTests {
  /// Three corners in the base plane and a tip over the first.
  private static func lines(_ triangles: [SIMD3<Int32>]) -> [CutLine] {
    let surface = HeadSurface(
      positions: [[0, 0, 0], [0.03, 0, 0], [0, 0.03, 0], [0, 0, 0.03]], triangles: triangles)
    return PlaneCut.lines(of: CutSurface(surface, isCutOnce: true), headFromScan: .identity, level: 0.01)
  }

  /// Three edges lead to the tip, so that the line has three points, none of them twice.
  @Test func aClosedSurfaceIsGoneRoundOnce() throws {
    let lines = Self.lines([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    #expect(lines.map(\.isClosed) == [true])
    let points = try #require(lines.first).points
    #expect(points.count == 3)
    for expected: Vector2 in [[0, 0], [0.02, 0], [0, 0.02]] {
      #expect(points.contains { ($0 - expected).length < 1e-12 }, "\(expected)")
    }
  }

  @Test func oneTriangleIsCutInOneOpenLine() {
    let lines = Self.lines([[0, 1, 3]])
    #expect(lines.map(\.isClosed) == [false])
    #expect(lines.map(\.points.count) == [2])
  }

  /// A triangle that is there twice is cut in a line there and back.
  @Test func aDoubledTriangleIsCutInAClosedLine() {
    let lines = Self.lines([[0, 1, 3], [0, 1, 3]])
    #expect(lines.map(\.isClosed) == [true])
    #expect(lines.map(\.points.count) == [2])
  }
}
