import Geometry
import Testing

@testable import Phantom

@Suite struct PixelNoiseTests {
  private let noise = PixelNoise(seed: 9, frame: 4)
  private let pixels = (0..<40_000).map { ($0 % 200, $0 / 200) }

  @Test func normalNumbersHaveMeanZeroAndVarianceOne() {
    let values = pixels.map { noise.normal(.white, $0.0, $0.1) }
    #expect(abs(RobustStatistics.mean(values)) < 0.02)
    #expect(abs(RobustStatistics.standardDeviation(values) - 1) < 0.02)
  }

  @Test func smoothNumbersHaveVarianceOneAndNeighboursAlike() {
    let values = pixels.map { noise.smooth(.fine, $0.0, $0.1, cell: 5) }
    #expect(abs(RobustStatistics.standardDeviation(values) - 1) < 0.05)
    let products = pixels.map {
      noise.smooth(.fine, $0.0, $0.1, cell: 5) * noise.smooth(.fine, $0.0 + 1, $0.1, cell: 5)
    }
    #expect(RobustStatistics.mean(products) > 0.7)
  }

  @Test func streamsFramesAndSeedsDiffer() {
    let others = [PixelNoise(seed: 9, frame: 5), PixelNoise(seed: 10, frame: 4)]
    for other in others { #expect(other.bits(.white, 3, 3) != noise.bits(.white, 3, 3)) }
    #expect(noise.bits(.fine, 3, 3) != noise.bits(.white, 3, 3))
    #expect(noise.bits(.white, 3, 4) != noise.bits(.white, 4, 3))
    #expect(noise.bits(.white, 3, 3) == PixelNoise(seed: 9, frame: 4).bits(.white, 3, 3))
  }
}
