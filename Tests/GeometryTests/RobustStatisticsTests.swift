import Geometry
import Testing

@Suite struct RobustStatisticsTests {
  @Test func quantilesInterpolate() {
    #expect(RobustStatistics.median([3, 1, 2]) == 2)
    #expect(RobustStatistics.median([4, 1, 2, 3]) == 2.5)
    #expect(RobustStatistics.quantile([0, 10], 0.25) == 2.5)
    #expect(RobustStatistics.median([]).isNaN)
  }

  @Test func sigmaOfANormalSampleIgnoresOutliers() {
    var random = SeededGenerator(seed: 1)
    var sample = (0..<20_000).map { _ in 3 + 2 * random.normal() }
    sample += Array(repeating: 1e6, count: 500)
    #expect(abs(RobustStatistics.sigma(sample) - 2) < 0.1)
  }

  @Test func weightsFallFromOneToZero() {
    #expect(RobustStatistics.tukeyWeight(0) == 1 && RobustStatistics.tukeyWeight(4.685) == 0)
    #expect(RobustStatistics.huberWeight(1) == 1 && RobustStatistics.huberWeight(2.69) == 0.5)
  }

  @Test func planesAreFittedToTheirPoints() throws {
    let points = (0..<20).map { (i: Int) -> Vector3 in
      let x = Double(i % 5)
      return Vector3(x, Double(i / 5), 2 + 0.5 * x)
    }
    let plane = try #require(Plane.fit(points))
    for p in points { #expect(abs(plane.distance(to: p)) < 1e-12) }
    let line: [Vector3] = [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    #expect(Plane.fit(line) == nil)
  }
}
