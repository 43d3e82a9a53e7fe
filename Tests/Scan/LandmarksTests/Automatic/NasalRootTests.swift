import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

/// The parts of the search for the sellion, each on maps of closed form.
@Suite struct NasalRootTests {
  /// A map of places 1.25 mm apart, heights by place, metres.
  private static func map(_ half: Vector2, _ height: (Vector2) -> Double) -> HeightMap {
    let map = HeightMap(
      HeadSurface(positions: [], triangles: []), origin: .zero, across: [1, 0, 0], along: [0, 1, 0],
      towards: [0, 0, 1], extent: half, step: 0.00125)
    return map.with(heights: map.heights.indices.map { height(map.place($0 % map.width, $0 / map.width)) })
  }

  /// What is left of a ridge's asymmetry is the mean square of what no slope sideways explains that changes by a parabola from
  /// row to row: against least squares over all pairs.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func theAsymmetryIsWhatNoSlopeExplains(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let map = Self.map([0.0275, 0.025]) { p in
      let rough = 0.001 * random.normal() + 200 * p.x * p.x * p.x + 3 * p.x * p.y
      return random.uniform() < 0.05 ? .nan : 0.01 * exp(-p.x * p.x / (2 * 0.006 * 0.006)) + rough
    }
    let ridge = NasalRoot.Ridge(offset: 0.002 * random.normal(), slope: 0.05 * random.normal())
    let rows = 0.0031...0.0148
    var equations = LeastSquares(unknowns: 3)
    var pairs: [(row: [Double], value: Double)] = []
    for y in stride(from: rows.lowerBound, through: rows.upperBound, by: 0.00125) {
      for t in stride(from: 0.001, through: 0.018, by: 0.00125) {
        let x = ridge.offset + ridge.slope * y
        let difference = map.height(at: [x + t, y]) - map.height(at: [x - t, y])
        guard difference.isFinite else { continue }
        // In centimetres, so that no column is small.
        let (u, v) = (100 * t, 100 * y)
        pairs.append(([u, u * v, u * v * v], difference))
        equations.add(pairs.last!.row, value: difference)
      }
    }
    #expect(pairs.count > 60)
    let slope = try #require(equations.solved()).solution
    let left = pairs.map { pair in pair.value - zip(pair.row, slope).reduce(0.0) { $0 + $1.0 * $1.1 } }
    let expected = left.reduce(0.0) { $0 + $1 * $1 } / Double(pairs.count)
    #expect(expected > 1e-7)
    #expect(abs(NasalRoot.asymmetry(map, ridge, rows) - expected) < 1e-9 * expected, "seed \(seed)")
  }

  /// A face that is askew: symmetric about a line but for a slope sideways that changes from row to row.
  @Test func aFaceThatIsAskewIsSymmetric() {
    let map = Self.map([0.0275, 0.025]) { p in
      let u = p.x - 0.0025
      return 0.01 * exp(-u * u / (2 * 0.006 * 0.006)) - 0.1 * p.y * p.y + u * (0.05 + 3 * p.y + 100 * p.y * p.y)
    }
    let rows = 0.00375...0.015
    #expect(abs(NasalRoot.asymmetry(map, NasalRoot.Ridge(offset: 0.0025, slope: 0), rows)) < 1e-15)
    #expect(NasalRoot.asymmetry(map, NasalRoot.Ridge(offset: 0.0015, slope: 0), rows) > 1e-8)
    // Where nothing was scanned, nothing is symmetric.
    let empty = map.with(heights: map.heights.map { _ in .nan })
    #expect(NasalRoot.asymmetry(empty, NasalRoot.Ridge(offset: 0.0025, slope: 0), rows) == .infinity)
  }

  /// A ridge is found wherever it lies and leans, to a fifteenth of a millimetre and a sixth of a degree; near the ends of the
  /// search, too: 5.9 mm to either side in the middle of the rows, and a slope of 0.178.
  @Test(
    arguments: [
      (2.3, 0.06, 0.003), (-3.4, -0.1, 0.003), (0.8, 0.172, 0.003), (-0.8, -0.172, 0.003), (4.5, 0.165, 0.003),
      (4.5, -0.165, 0.003), (5.5, 0, 0.03), (-5.5, 0, 0.03),
    ])
  func theRidgeIsFound(place: Double, slope: Double, tolerance: Double) throws {
    let offset = place / 1000 - slope * 0.0085
    let map = Self.map([0.0325, 0.025]) { p in
      let u = p.x - offset - slope * p.y
      return 0.012 * exp(-u * u / (2 * 0.006 * 0.006)) - 0.1 * p.y * p.y + u * (0.05 + 3 * p.y + 100 * p.y * p.y)
    }
    let start = NasalRoot.Ridge(offset: 0, slope: 0)
    let ridge = try #require(NasalRoot.ridge(map, rows: 0.003...0.014, near: start, [0, 0]))
    #expect(abs(ridge.x(0.0085) * 1000 - place) < 0.04, "\(ridge)")
    #expect(abs(ridge.slope - slope) < tolerance, "\(ridge)")
    // A tip beside the ridge belongs to another nose.
    let at = ridge.x(0.002)
    #expect(NasalRoot.ridge(map, rows: 0.003...0.014, near: start, [at + 0.0055, 0.002]) != nil)
    #expect(NasalRoot.ridge(map, rows: 0.003...0.014, near: start, [at - 0.0055, 0.002]) != nil)
    #expect(NasalRoot.ridge(map, rows: 0.003...0.014, near: start, [at + 0.0065, 0.002]) == nil)
    #expect(NasalRoot.ridge(map, rows: 0.003...0.014, near: start, [at - 0.0065, 0.002]) == nil)
  }

  @Test func theRowsEndBeyondTheRoot() throws {
    let rows = try #require(NasalRoot.rows(tip: -0.002, root: 0.021))
    #expect(abs(rows.lowerBound - 0.001) < 1e-12)
    #expect(abs(rows.upperBound - 0.024) < 1e-12)
    #expect(NasalRoot.rows(tip: 0.01, root: .nan) == nil)
    #expect(NasalRoot.rows(tip: 0.03, root: 0.01) == nil)
  }

  /// A profile in millimetres: level at 10 from the tip, a dent of 1.1 that rises again by 1.0, a hollow that is 4 at 21.3, a
  /// brow at 9.5, and hair that stands higher from 52 on.
  private static func profile(_ y: Double) -> Double {
    switch y {
    case ..<3: 10
    case ..<5: 10 - 0.55 * (y - 3)
    case ..<8: 8.9 + (y - 5) / 3
    case ..<34: min(4 + 0.04 * (y - 21.3) * (y - 21.3), y < 21.3 ? 9.9 : 9.5)
    case ..<46: 9.5 - 0.25 * (y - 34)
    default: 6.5 + 0.5 * (y - 46)
    }
  }

  private static func root(
    tip: Double = 0, slope: Double = 0, _ height: (Double) -> Double = profile
  ) -> (height: Double, depth: Double)? {
    let map = map([0.0125, 0.0625]) {
      height($0.y * 1000 - tip) / 1000 + 40 * ($0.x - slope * $0.y) * ($0.x - slope * $0.y)
    }
    return NasalRoot.root(map, NasalRoot.Ridge(offset: 0, slope: slope), [0, tip / 1000])
  }

  /// A dent of less than 1.5 mm is none, and neither is a place behind which the profile does not come forward. However far out
  /// the face lies, and wherever the tip.
  @Test(arguments: [(0.0, 0.0), (0, -30), (0, 40), (-0.6, 0), (3.7, 5)]) func theRootIsTheFirstHollow(
    tip: Double, out: Double
  ) throws {
    let found = try #require(Self.root(tip: tip) { Self.profile($0) + out })
    #expect(abs(found.height * 1000 - tip - 21.3) < 0.1, "\(found)")
    // The brow lies less far out than the tip.
    #expect(abs(found.depth * 1000 - 5.5) < 0.1, "\(found)")
  }

  @Test func theRootLiesOnTheRidge() throws {
    let found = try #require(Self.root(slope: 0.08))
    #expect(abs(found.height * 1000 - 21.3) < 0.3, "\(found)")
  }

  /// A nose that stands out less than the brow has the depth behind its tip.
  @Test func theDepthIsTheLesserOfTwo() throws {
    let found = try #require(Self.root { min(Self.profile($0), $0 < 15 ? 7.8 : 20) })
    #expect(abs(found.depth * 1000 - 3.8) < 0.05, "\(found)")
  }

  @Test func whatDoesNotComeForwardAgainIsNoRoot() {
    #expect(Self.root { 10 - 0.2 * $0 } == nil, "falling on")
    #expect(Self.root { $0 < 20 ? 10 - 0.06 * $0 : 8.8 + 0.1 * ($0 - 20) } == nil, "1.2 mm deep")
    #expect(Self.root { $0 < 20 ? 10 - 0.1 * $0 : min(8.6, 8 + 0.1 * ($0 - 20)) } == nil, "0.6 mm forward again")
    #expect(Self.root { $0 < 20 ? 10 - 0.1 * $0 : min(8.9, 8 + 0.1 * ($0 - 20)) } != nil)
    #expect(Self.root { $0 < 2.5 ? 10 - $0 : 7.5 + 0.2 * ($0 - 2.5) } == nil, "2.5 mm above the tip")
    #expect(Self.root { $0 < 6 ? 10 - $0 : 4 + 0.2 * ($0 - 6) } != nil)
    // A scan may begin up to 4 mm above the tip.
    #expect(Self.root { $0 < 2.4 ? .nan : Self.profile($0) } != nil)
    #expect(Self.root { $0 < 5 ? .nan : Self.profile($0) } == nil)
  }

  /// The vertex of a parabola through the samples around the lowest, at either end of a profile, too, no farther than half of
  /// what is looked at.
  @Test(arguments: [(10, 10.3), (10, 9.6), (18, 17.7), (1, 1.4), (0, 0.3), (8, 11.9), (12, 8.2)])
  func theVertexLiesBetweenSamples(low: Int, place: Double) {
    let heights = (0..<20).map { 3 + 0.7 * (Double($0) - place) * (Double($0) - place) }
    #expect(abs(NasalRoot.vertex(heights, low, reach: 8) - (place - Double(low))) < 1e-9)
    var holed = heights
    for k in [low + 2, low - 3] where holed.indices.contains(k) { holed[k] = .nan }
    #expect(abs(NasalRoot.vertex(holed, low, reach: 8) - (place - Double(low))) < 1e-9)
  }

  @Test func theVertexLiesNearTheLowestSample() {
    let heights = (0..<40).map { (Double($0) - 20) * (Double($0) - 20) }
    #expect(NasalRoot.vertex(heights, 15, reach: 8) == 4)
    #expect(NasalRoot.vertex(heights, 25, reach: 8) == -4)
    #expect(NasalRoot.vertex(heights, 24, reach: 6) == -3)
    // Three samples at the very end: half of (a − c) over (a − 2 b + c).
    #expect(abs(NasalRoot.vertex([9, 9, 5, 1, 2], 3, reach: 1) - 0.5 * (5 - 2) / (5 - 2 + 2)) < 1e-9)
    #expect(NasalRoot.vertex([1, 2, 1], 1, reach: 1) == 0, "a hill has none")
    #expect(NasalRoot.vertex([1, .nan, 1], 1, reach: 1) == 0)
  }

  private static let surface = Result { try HeadSurface(AnalyticFace().mesh()) }

  /// Seen aside, tilted or from a place beside its tip, a nose has the same root, to 2 mm.
  @Test(arguments: [(0.0, 0.0, 0.0), (6, 0, 0), (-6, 0, 0), (0, 8, 0), (0, -8, 0), (0, 0, 5), (0, 0, -5)])
  func theRootStaysWhereverItIsSeenFrom(roll: Double, yaw: Double, aside: Double) throws {
    let (face, surface) = (AnalyticFace(), try Self.surface.get())
    let turn = Matrix3.rotation([0, roll * .pi / 180, 0]) * .rotation([0, 0, yaw * .pi / 180])
    let level = Matrix3.rotation([FacePose.sellionAbove * .pi / 180, 0, 0])
    let pose = FacePose(
      sellion: turn * (level * Vector3(0, 0.09, 0)), tragionLeft: turn * [-0.06, 0, 0],
      tragionRight: turn * [0.06, 0, 0])
    let root = try #require(
      NasalRoot(surface, nose: face.tip + [aside / 1000, 0, 0], pose: pose, sigma: 0.0018))
    #expect(abs(root.sellion.x) < 0.0025, "\(root.sellion)")
    #expect((root.sellion - face.sellion).length < 0.003, "\(root.sellion)")
    #expect((root.tip - face.tip).length < 0.005, "\(root.tip)")
    #expect(abs(root.depth - face.rootDepth) < 0.0012, "\(root.depth)")
    #expect([root.coverage, root.tipCoverage] == [1, 1])
  }
}
