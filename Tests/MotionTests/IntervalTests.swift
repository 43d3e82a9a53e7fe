import Foundation
import Geometry
import Testing

@testable import Motion

/// Ranges of simulated movements with noise, against the truth.
@Suite struct IntervalTests {
  struct Trial {
    var errors: [Double] = []
    var held: [Bool] = []
    var withheld = 0

    mutating func add(_ value: MotionValue?, truth: Double) {
      guard let value else {
        withheld += 1
        return
      }
      errors.append(value.degrees - truth)
      held.append(value.ci95[0] <= truth && truth <= value.ci95[1])
    }

    var bias: Double { RobustStatistics.mean(errors) }
    var coverage: Double { Double(held.count { $0 }) / Double(held.count) }
  }

  /// 500 sequences with 3° of noise: ends that vary between repeats around those of the subject.
  @Test(arguments: [1, 2, 3, 5]) func intervalsHoldTheTruth(repeats: Int) throws {
    try check(repeats: repeats, correlation: 0)
  }

  /// Noise that wanders slowly, as that of pose models does.
  @Test(arguments: [1, 3]) func intervalsHoldTheTruthWithSlowNoise(repeats: Int) throws {
    try check(repeats: repeats, correlation: 0.5)
  }

  private func check(repeats: Int, correlation: Double) throws {
    var (range, maximum, minimum, start) = (Trial(), Trial(), Trial(), Trial())
    for seed in 0..<500 {
      var random = SeededGenerator(seed: UInt64(1000 * repeats + seed))
      let spread = repeats > 1 ? 2.0 : 0
      let tops = (0..<repeats).map { _ in 130 + spread * random.normal() }
      let lows = (0..<repeats).map { _ in 4 + spread * random.normal() }
      let rest = 0.6 + 1.2 * random.uniform()
      let move = 0.7 + 1.5 * random.uniform()
      let course = Course.repeats(repeats, from: 4, to: { tops[$0] }, back: { lows[$0] }, rest: rest, move: move)
      let values = try MotionMeasurement.angles(Course.noisy(course, 3, seed: seed + 7, correlation: correlation))
        .result.values
      maximum.add(values.maximum, truth: 130)
      minimum.add(values.minimum, truth: 4)
      range.add(values.range, truth: 126)
      start.add(values.start, truth: 4)
    }
    for (name, trial) in [("range", range), ("maximum", maximum), ("minimum", minimum), ("start", start)] {
      print(
        "\(repeats) repeats, correlation \(correlation), \(name): bias \(trial.bias), coverage \(trial.coverage), withheld \(trial.withheld)"
      )
      #expect(abs(trial.bias) <= 1, "\(name)")
      #expect(trial.coverage >= 0.9 && trial.coverage <= 0.98, "\(name): \(trial.coverage)")
      #expect(trial.withheld <= 10, "\(name)")
    }
  }
}
