import Analysis
import Reports
import Testing

@testable import ScanPipeline

/// What a result says of its mesh's errors reaches the intervals of whoever measures the mesh.
@Suite struct MeshErrorsTests {
  @Test func whatAResultStatesIsTakenOver() {
    var stated = ScanResult.Calibration.SurfaceErrors(
      radiusSdMm: 0.1, bendingSdMm: 0.06, scaleSd: 0.003, focalSd: 0.001, printSd: 0.002, lensSd: 0.0005,
      lensBendingSd: 0.0002)
    let errors = { MeshErrors(deviations: stated, hasFocal: true, hasLens: true, hasClosure: true) }
    var options = errors().taken(into: UncertaintyOptions())
    #expect(
      abs(options.surfaceStandardDeviation - 0.00008) < 1e-12 && abs(options.bendingStandardDeviation - 0.00006) < 1e-12
    )
    #expect(options.printStandardDeviation == 0.002 && options.lensStandardDeviation == 0.0005)
    #expect(options.lensBending == 0.0002 && !options.assumed.contains(.lens))
    #expect(options.stretch == 0, "earlier versions do not state it")
    #expect(options.sources.isEmpty && !options.assumed.contains(.surface))
    stated.depthFilter = ["cvai": 0.05]
    stated.stretch = 0.01
    options = errors().taken(into: UncertaintyOptions())
    #expect(options.sources == [.depthFilter: [.cvai: 0.05]] && options.stretch == 0.01)
  }

  @Test func aDeviationThatIsNoneIsRefused() {
    var errors = ScanResult.Calibration.SurfaceErrors(radiusSdMm: 0.1, scaleSd: 0.003, focalSd: 0.001)
    #expect(errors.areFinite)
    errors.depthFilter = ["cvai": 0.05]
    #expect(errors.areFinite)
    for wrong in [-0.1, .infinity, .nan] {
      errors.stretch = wrong
      #expect(!errors.areFinite)
      errors.stretch = nil
      errors.depthFilter = ["cvai": 0.05, "length": wrong]
      #expect(!errors.areFinite)
    }
  }
}
