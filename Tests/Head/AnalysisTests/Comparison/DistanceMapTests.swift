import Geometry
import PointClouds
import Testing

@testable import Analysis

@Suite struct DistanceMapTests {
  /// Spheres about one centre: every distance is the difference of the radii, with its sign.
  @Test func spheresLieApartByTheirRadii() throws {
    let sphere = SurfaceMatcher(try HeadSurface(TestHeads.ellipsoid(0.06, 0.06, 0.06, rings: 60, spokes: 120)))
    let directions = FibonacciSphere(count: 200).points
    for offset in [-0.004, 0.001, 0.005] {
      let map = DistanceMap(directions.map { $0 * (0.06 + offset) }, from: sphere)
      // The facets of 3° lie up to 0.02 mm inside the sphere.
      #expect(map.values.allSatisfy { abs($0 - offset) < 5e-5 }, "\(offset)")
    }
  }

  /// Over a hole there is no counterpart.
  @Test func aHoleHasNoDistance() throws {
    let whole = TestHeads.ellipsoid(0.06, 0.06, 0.06, rings: 60, spokes: 120)
    let cut = TestHeads.cutting(whole) { $0.normalized.dot([1, 0, 0]) > 0.9 }
    let map = DistanceMap([[0.06, 0, 0], [-0.06, 0, 0]], from: SurfaceMatcher(try HeadSurface(cut)))
    #expect(map.values[0].isNaN)
    #expect(abs(map.values[1]) < 5e-5)
  }

  /// Against every vertex repeated as often as its area says.
  @Test(arguments: 1...20) func theSummaryCountsByArea(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = 30
    let weights = (0..<count).map { _ in Int(generator.next() % 5) + 1 }
    let values = (0..<count).map { _ in generator.uniform() < 0.2 ? Double.nan : generator.normal() }
    let chosen = (0..<count).filter { _ in generator.uniform() < 0.8 }
    guard chosen.contains(where: { values[$0].isFinite }) else { return }
    let summary = try #require(DistanceSummary(values, areas: weights.map(Double.init), of: chosen))
    let repeated = chosen.flatMap { Array(repeating: values[$0], count: weights[$0]) }
    let seen = repeated.filter(\.isFinite).sorted()
    #expect(abs(summary.seen - Double(seen.count) / Double(repeated.count)) < 1e-12, "seed \(seed)")
    #expect(abs(summary.mean - seen.reduce(0, +) / Double(seen.count)) < 1e-12, "seed \(seed)")
    let squares = seen.reduce(0) { $0 + $1 * $1 }
    #expect(abs(summary.rms - (squares / Double(seen.count)).squareRoot()) < 1e-12, "seed \(seed)")
    for (value, share) in [(summary.low, 0.05), (summary.median, 0.5), (summary.high, 0.95)] {
      let below = seen.count { $0 < value }
      let upTo = seen.count { $0 <= value }
      #expect(Double(below) < share * Double(seen.count), "seed \(seed)")
      #expect(Double(upTo) >= share * Double(seen.count), "seed \(seed)")
    }
  }

  @Test func nothingIsSummedUpWithoutACounterpart() {
    #expect(DistanceSummary([.nan, .nan], areas: [1, 1], of: [0, 1]) == nil)
    #expect(DistanceSummary([1], areas: [1], of: []) == nil)
  }

  /// The areas about the vertices are those of the triangles.
  @Test func vertexAreasAddUpToTheSurface() throws {
    let radius = 0.06
    let surface = try HeadSurface(TestHeads.ellipsoid(radius, radius, radius))
    let area = surface.vertexAreas.reduce(0, +)
    #expect(abs(area / (4 * .pi * radius * radius) - 1) < 1e-3)
  }
}
