import Analysis
import Geometry
import Reports
import Testing

@testable import ScanPipeline

/// How far a mesh may be off, as its result tells whoever measures it.
@Suite struct SurfaceDeviationsTests {
  private static let stated = ScanResult.Calibration.SurfaceErrors(
    radiusSdMm: 0.1, bendingSdMm: 0.06, scaleSd: 0.003, focalSd: 0.001, printSd: 0.002, lensSd: 0.0005,
    lensBendingSd: 0.0002)

  /// A result that states deviations; focal length, lens and closure are of the scan's own.
  private static func result(_ errors: ScanResult.Calibration.SurfaceErrors) -> ScanResult {
    var result = ScanResult(.withheld(because: []))
    let own = Estimate(1, ci95: 0.9...1.1)
    result.calibration = .init(verdict: "ok", focalScale: own, lens: [own, own])
    result.calibration?.surfaceErrors = errors
    result.tracking = .init(framesUsed: 1, closureMm: 0.1)
    return result
  }

  @Test func whatAResultStatesIsTakenOver() throws {
    var stated = Self.stated
    var found = try #require(SurfaceDeviations(Self.result(stated)))
    #expect(abs(found.noise - 0.00008) < 1e-12)
    #expect(abs(found.bending - 0.00006) < 1e-12)
    #expect(found.scale == 0.003)
    #expect(found.focal == 0.001)
    #expect(found.print == 0.002)
    #expect(found.lens == 0.0005)
    #expect(found.lensBending == 0.0002)
    #expect(found.estimated == [.surface, .focal, .lens])
    #expect(found.stretch == 0, "earlier versions do not state it")
    #expect(found.depthFilter == nil, "earlier versions do not state it")
    stated.depthFilter = ["cvai": 0.05]
    stated.stretch = 0.01
    found = try #require(SurfaceDeviations(Self.result(stated)))
    #expect(found.depthFilter == [.cvai: 0.05])
    #expect(found.stretch == 0.01)
    let earliest = ScanResult.Calibration.SurfaceErrors(radiusSdMm: 0.05, scaleSd: 0.003, focalSd: 0.001)
    found = try #require(SurfaceDeviations(Self.result(earliest)))
    #expect([found.print, found.lens, found.lensBending, found.noise] == [0, 0, 0, 0])
    #expect(abs(found.bending - 0.00005) < 1e-12, "all of it is the smooth error, up to that of the default options")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var stated = Self.stated
    (stated.depthFilter, stated.stretch) = (["cvai": 0.05], 0.01)
    #expect(try ScanResult.Calibration.SurfaceErrors(#require(SurfaceDeviations(Self.result(stated)))) == stated)
  }

  @Test func whatTheScanDidNotEstimateIsKnownFromElsewhere() throws {
    var result = Self.result(Self.stated)
    result.calibration?.focalScale = .init(1, ci95: nil)
    result.calibration?.lens = nil
    result.tracking?.closureMm = nil
    #expect(try #require(SurfaceDeviations(result)).estimated.isEmpty)
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
