import Foundation
import Geometry
import Testing

@Suite struct SeededGeneratorTests {
  /// The first numbers of SplitMix64 for the seed 1234567, as its authors' program prints them.
  @Test func numbersAreThoseOfSplitMix() {
    var random = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func numbersAreSpreadAsTheyShould() {
    var random = SeededGenerator(seed: 7)
    let uniform = (0..<40_000).map { _ in random.uniform() }
    #expect(uniform.allSatisfy { $0 >= 0 && $0 < 1 })
    #expect(abs(RobustStatistics.mean(uniform) - 0.5) < 0.01)
    #expect(abs(RobustStatistics.quantile(uniform, 0.9) - 0.9) < 0.01)
    let normal = (0..<40_000).map { _ in random.normal() }
    #expect(abs(RobustStatistics.mean(normal)) < 0.02)
    #expect(abs(RobustStatistics.standardDeviation(normal) - 1) < 0.02)
    // Quantiles of the normal distribution.
    #expect(abs(RobustStatistics.quantile(normal, 0.8413) - 1) < 0.03)
    #expect(abs(RobustStatistics.quantile(normal, 0.0228) + 2) < 0.06)
  }

  @Test func directionsHaveNoPreference() {
    var random = SeededGenerator(seed: 3)
    let directions = (0..<20_000).map { _ in random.direction() }
    #expect(directions.allSatisfy { abs($0.length - 1) < 1e-12 })
    #expect((directions.reduce(.zero, +) / 20_000).length < 0.02)
    for axis in 0..<3 { #expect(abs(RobustStatistics.mean(directions.map { $0[axis] * $0[axis] }) - 1 / 3) < 0.01) }
  }

  /// Box & Muller's normal number of the next two uniform ones; a vector has three, a direction their way.
  @Test func normalNumbersAreBoxAndMullers() {
    var (drawn, uniform) = (SeededGenerator(seed: 9), SeededGenerator(seed: 9))
    let expected = (0..<9).map { _ -> Double in
      let (u, v) = (uniform.uniform(), uniform.uniform())
      return sqrt(-2 * log(u)) * cos(2 * .pi * v)
    }
    for number in expected.prefix(3) { #expect(abs(drawn.normal() - number) < 1e-12) }
    #expect((drawn.normal3() - Vector3(expected[3], expected[4], expected[5])).length < 1e-12)
    let direction = drawn.direction()
    #expect(abs(direction.length - 1) < 1e-12)
    #expect(abs(direction.dot(Vector3(expected[6], expected[7], expected[8]).normalized) - 1) < 1e-12)
  }
}
