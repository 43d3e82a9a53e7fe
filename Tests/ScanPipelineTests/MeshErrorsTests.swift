import Analysis
import Reports
import Testing

@testable import ScanPipeline

/// What a result says of its mesh's errors reaches the intervals of whoever measures the mesh.
@Suite struct MeshErrorsTests {
  @Test func whatAFilterAddsIsTakenOver() {
    let errors = MeshErrors(surface: 0.0001, scale: 0.003, focal: 0.001, depthFilter: [.cvai: 0.05])
    let options = errors.taken(into: UncertaintyOptions())
    #expect(options.surfaceStandardDeviation == 0.0001 && options.sources == ["depth_filter": [.cvai: 0.05]])
    let plain = MeshErrors(surface: 0.0001, scale: 0.003, focal: 0.001, depthFilter: nil)
    #expect(plain.taken(into: UncertaintyOptions()).sources.isEmpty)
  }

  @Test func aDeviationThatIsNoneIsRefused() {
    var errors = ScanResult.Calibration.SurfaceErrors(radiusSdMm: 0.1, scaleSd: 0.003, focalSd: 0.001)
    #expect(errors.areFinite)
    errors.depthFilter = ["cvai": 0.05]
    #expect(errors.areFinite)
    for wrong in [-0.1, .infinity, .nan] {
      errors.depthFilter = ["cvai": 0.05, "length": wrong]
      #expect(!errors.areFinite)
    }
  }
}
