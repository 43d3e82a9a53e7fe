import Geometry
import TestSupport
import Testing

@Suite struct DepthCorrectionTests {
  private static func random(_ seed: UInt64) -> DepthCorrection {
    var random = SeededGenerator(seed: seed)
    return DepthCorrection(
      scale: 1 + 0.01 * random.normal(), field: (0..<DepthCorrection.fieldTerms).map { _ in 0.001 * random.normal() })
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func aRowHasTheOffsetsOfItsPixels(seed: UInt64) {
    var correction = Self.random(seed)
    (correction.columns, correction.rows) = (-0.8...0.7, -0.5...0.6)
    for row in [0, 7, 31] {
      let offsets = correction.offsets(row: row, columns: 3..<40, width: 48, height: 32)
      for column in 3..<40 {
        let pixel = Vector2(Double(column), Double(row))
        let expected = correction.corrected(0, at: pixel, width: 48, height: 32)
        #expect(abs(Double(offsets[column - 3]) - expected) < 1e-7, "seed \(seed), pixel \(column), \(row)")
      }
    }
  }

  @Test func spansTheImageFromEdgeToEdge() {
    let tilt = DepthCorrection(field: [0, 1])
    #expect(tilt.corrected(0, at: [-0.5, 0], width: 640, height: 480) == -1)
    #expect(tilt.corrected(0, at: [639.5, 0], width: 640, height: 480) == 1)
    #expect(DepthCorrection.none.corrected(0.3, at: [1, 2], width: 640, height: 480) == 0.3)
  }

  @Test func holdsTheLastValueBeyondWhereItWasMeasured() {
    var bowl = DepthCorrection(field: [0, 0, 0, 1])
    bowl.columns = -0.5...0.5
    #expect(abs(bowl.corrected(0, at: [639.5, 0], width: 640, height: 480) - 0.25) < 1e-12)
  }
}
