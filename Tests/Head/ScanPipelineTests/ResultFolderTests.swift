import Analysis
import Diagnostics
import Foundation
import Reports
import ScanPipeline
import TestSupport
import Testing

/// Results that are opened, and measured again with other landmarks.
struct ResultFolderTests {
  private func result(_ findings: [Finding]) throws -> (TemporaryFolder, ResultFolder) {
    let folder = try TemporaryFolder()
    var result = ScanResult(.withheld(because: []))
    result.findings = findings
    try result.json().write(to: folder.url.appending(path: "result.json"))
    return (folder, try ResultFolder.read(folder.url, for: .rating))
  }

  private let measured: HeadMeasures = {
    var measures = HeadMeasures.withheld(because: [])
    measures.results[.cvai] = MeasureResult(value: 5, unit: "%", ci95: 4...6)
    measures.results[.length] = MeasureResult(value: 140, unit: "mm", ci95: 139...141)
    return measures
  }()

  @Test func whatTheRecordingCannotCarryStaysWithheld() throws {
    let gate = Finding(.trackingClosure, ["distance_mm": .millimetres(0.004)]).withholding(.cvai)
    let (_, earlier) = try result([gate])
    let gated = earlier.gated(measured)
    #expect(gated[.cvai].value == nil)
    #expect(gated[.cvai].reasons.map(\.code) == [.trackingClosure])
    #expect(gated[.length].value == 140)
  }

  /// Otherwise landmarks that withhold a measure once would make the scan's own cause forgotten.
  @Test func aCauseStaysBesideThatOfTheLandmarks() throws {
    let gate = Finding(.trackingClosure, ["distance_mm": .millimetres(0.004)]).withholding(.cvai)
    let (_, earlier) = try result([gate])
    let picked = HeadMeasures.withheld(because: [Finding(.landmarksNotPicked)])
    let gated = earlier.gated(picked)
    #expect(gated[.cvai].reasons.map(\.code) == [.trackingClosure, .landmarksNotPicked])
    let (_, next) = try result(ScanResult(gated).findings)
    #expect(next.gated(measured)[.cvai].value == nil)
  }

  @Test func whatTheLandmarksWithheldIsMeasuredAgain() throws {
    let (_, earlier) = try result([Finding(.landmarksNotPicked).withholding(.cvai)])
    #expect(earlier.gated(measured)[.cvai].value == 5)
  }

  @Test func aFolderWithoutAResultIsRefused() throws {
    let folder = try TemporaryFolder()
    for use in [ResultUse.report, .comparison, .rating] {
      #expect(throws: ResultFolderError.missing(path: folder.url.path, for: use)) {
        try ResultFolder.read(folder.url, for: use)
      }
    }
    #expect(ResultFolder(at: folder.url) == nil)
  }
}
