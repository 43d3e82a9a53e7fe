import Geometry
import Testing

@testable import Tracking

@Suite struct DepthCorrectionMapTests {
  /// 1 % of 0.3 m, half a millimetre, and a tilt of a millimetre from the middle to the right border.
  let correction = DepthCorrection(scale: 1.01, field: DepthField([0.0005, 0.001]))

  @Test func isTheCorrectionInTheMiddleOfEachCell() {
    let map = DepthCorrectionMap(correction, at: 0.3, places: [[-1, -1], [0.01, 0.01], [1, 1]])
    #expect(map.depth == 0.3)
    #expect(abs(map.mean - (0.0035 + 0.001 * 0.01 / 3)) < 1e-12)
    #expect(abs(map.peak - (0.001 + 0.001 * 0.01 / 3)) < 1e-12)
    #expect(map.added.count == 12)
    #expect(map.added.allSatisfy { $0.count == 16 })
    let known = map.added.indices.flatMap { i in map.added[i].indices.filter { map.added[i][$0] != nil }.map { (i, $0) }
    }
    #expect(known.elementsEqual([(0, 0), (6, 8), (11, 15)], by: ==))
    for (row, column) in known {
      let u = (Double(column) + 0.5) / 8 - 1
      #expect(abs(map.added[row][column]! - (0.0035 + 0.001 * u)) < 1e-12)
    }
  }

  @Test func isThatOfTheSensor() throws {
    let scene = SimulatedCap(
      seed: 41, frames: 120, pixelNoise: 0.1, field: DepthCorrection(field: DepthField([0, 0.002])))
    var options = TrackingOptions()
    options.headRadius = 1000  // these markers are flat
    let tracking = try Tracker(options: options).track(scene.frames, cap: scene.cap)
    let map = try #require(tracking.depthCorrectionMap(at: 0.3))
    let misses = map.added.flatMap { row in
      row.enumerated().compactMap { k, value in value.map { $0 - 0.002 * ((Double(k) + 0.5) / 8 - 1) } }
    }
    #expect(misses.count > 10)
    #expect(RobustStatistics.standardDeviation(misses) < 1.5e-4)
    #expect(abs(RobustStatistics.mean(misses)) < 8e-4, "the constant part trades with the print's size")
  }

  @Test func isAbsentWhereNothingWasEstimated() {
    let scene = SimulatedCap(seed: 42, frames: 4)
    let tracking = Tracking.withoutMarkers(scene.frames, poses: [:], refusals: [:], closure: nil)
    #expect(tracking.depthCorrectionMap(at: 0.3) == nil)
  }
}
