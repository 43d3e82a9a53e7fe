import Geometry
import Testing

@Suite struct RobustStatisticsTests {
  @Test func quantilesInterpolate() {
    #expect(RobustStatistics.median([3, 1, 2]) == 2)
    #expect(RobustStatistics.median([4, 1, 2, 3]) == 2.5)
    #expect(RobustStatistics.quantile([0, 10], 0.25) == 2.5)
    #expect(RobustStatistics.median([]).isNaN)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func quantilesAreThoseOfTheSortedValues(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [1, 2, 3, 4, 7, 50, 401] {
      // Of a few distinct values, of many, ascending, all equal.
      for values in [
        (0..<count).map { _ in (4 * random.normal()).rounded() }, (0..<count).map { _ in random.normal() },
        (0..<count).map { Double($0) }, Array(repeating: 2.5, count: count),
      ] {
        let q = random.uniform()
        let (sorted, place) = (values.sorted(), q * Double(count - 1))
        let (low, high) = (sorted[Int(place)], sorted[min(Int(place) + 1, count - 1)])
        let expected = low + (high - low) * (place - place.rounded(.down))
        #expect(RobustStatistics.quantile(values, q) == expected, "seed \(seed), \(count) values, q \(q)")
      }
    }
  }

  @Test func valuesThatAreNoNumbersEndTheSearch() {
    #expect(RobustStatistics.median(Array(repeating: .nan, count: 9)).isNaN)
    let mixed = RobustStatistics.median([1, .nan, 3, .nan, 2])
    #expect(mixed.isNaN || (1...3).contains(mixed))
  }

  @Test func sigmaOfANormalSampleIgnoresOutliers() {
    var random = SeededGenerator(seed: 1)
    var sample = (0..<20_000).map { _ in 3 + 2 * random.normal() }
    sample += Array(repeating: 1e6, count: 500)
    #expect(abs(RobustStatistics.sigma(sample) - 2) < 0.1)
  }

  @Test func smallSamples() {
    #expect(RobustStatistics.rms([1, -7]) == 5)
    #expect(RobustStatistics.mean([1, -7, 3]) == -1)
    #expect(RobustStatistics.standardDeviation([1, 5, 9]) == 4)
    #expect(RobustStatistics.sigma([1, 2, 4, 9]) == 1.4826 * 1.5)
    #expect(
      RobustStatistics.standardDeviation([3]).isNaN && RobustStatistics.rms([]).isNaN && RobustStatistics.mean([]).isNaN
    )
    #expect(RobustStatistics.standardDeviation([3, 3]) == 0)
  }

  @Test func weightsFallFromOneToZero() {
    #expect(RobustStatistics.tukeyWeight(0) == 1)
    #expect(RobustStatistics.tukeyWeight(4.685) == 0)
    // (1 − ¼)², on both sides, in units of the cut.
    #expect(RobustStatistics.tukeyWeight(-2, cut: 4) == 0.5625)
    #expect(RobustStatistics.tukeyWeight(1, cut: 2) == 0.5625)
    #expect(RobustStatistics.tukeyWeight(9, cut: 4) == 0)
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
