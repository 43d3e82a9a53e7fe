import Geometry
import Testing

@Suite struct TukeyWeightsTests {
  /// Against the formulas, over steps that use the same memory.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func weightsAreThoseOfTheResiduals(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var weights = TukeyWeights((0..<25).map { _ in random.uniform() })
    for cut in [4.685, 4, 1.5] {
      let residuals = (0..<25).map { _ in 3 * random.normal() }
      let expected = RobustStatistics.madToSigma * RobustStatistics.median(residuals.map(abs))
      #expect(weights.update(leastScale: 0, cut: cut) { residuals[$0] } == expected, "seed \(seed)")
      #expect(
        weights.values == residuals.map { RobustStatistics.tukeyWeight($0 / expected, cut: cut) }, "seed \(seed)")
    }
  }

  @Test func theFirstWeightsAreThoseGiven() {
    #expect(TukeyWeights([1, 0, 0.5]).values == [1, 0, 0.5])
  }

  @Test func theScaleHasALeast() {
    var weights = TukeyWeights([1, 1, 1])
    let scale = weights.update(leastScale: 2) { [0.1, -0.1, 4.685][$0] }
    #expect(scale == 2)
    // (1 − ¼)² where the residual is half of the cut.
    #expect(weights.values[2] == 0.5625)
  }

  /// The weighted mean is that of the others.
  @Test func anOutlierLosesItsWeight() {
    let values = [0.9, 1, 1.1, 1, 50]
    var (weights, mean) = (TukeyWeights(values.map { _ in 1 }), 0.0)
    for _ in 0..<20 {
      mean = zip(values, weights.values).reduce(0) { $0 + $1.0 * $1.1 } / weights.values.reduce(0, +)
      _ = weights.update(leastScale: 0.01) { values[$0] - mean }
    }
    #expect(weights.values[4] == 0 && abs(mean - 1) < 1e-9)
  }
}
