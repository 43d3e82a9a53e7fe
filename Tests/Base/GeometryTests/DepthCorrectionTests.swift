import Geometry
import Testing

@Suite struct DepthCorrectionTests {
  @Test func spansTheImageFromEdgeToEdge() {
    let tilt = DepthCorrection(field: DepthField([0, 1]))
    #expect(tilt.corrected(0, at: [-0.5, 0], width: 640, height: 480) == -1)
    #expect(tilt.corrected(0, at: [639.5, 0], width: 640, height: 480) == 1)
    #expect(DepthCorrection.none.corrected(0.3, at: [1, 2], width: 640, height: 480) == 0.3)
  }

  @Test func scalesBeforeItAdds() {
    let correction = DepthCorrection(scale: 1.1, field: DepthField([0.004]))
    #expect(abs(correction.corrected(0.5, at: [3, 4], width: 64, height: 48) - 0.554) < 1e-12)
  }
}
