import Analysis
import Reports
import ScanPipeline
import Testing

@testable import Studies

/// Surfaces that were measured by another protocol before.
@Suite struct RemeasurementTests {
  @Test(arguments: [true, false]) func whatIsThereAlreadyIsPassedOver(isComplete: Bool) throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    try study.fail("sub-02_scan-1", subject: "02", code: "batch.crashed")
    let folder = study.folder.folder(of: "sub-01_scan-1")
    let (last, options) = (try #require(folder.lastResult), AnalysisOptions())
    let analysis = HeadAnalysis(
      choices: .standard, uncertainty: UncertaintyOptions(options.intervals), options: options)
    var result = last.result
    result.protocol = ScanResult.ProtocolChoices(.standard)
    result.status = isComplete ? .complete : .incomplete
    result.provenance = .init(version: CalvariaVersion.current)
    try RemeasuredFile.write(result, by: analysis, in: folder, of: last.digest)
    let tally = try Remeasurement(of: study.folder, by: .standard, options: options, jobs: 1).run(storing: nil)
    #expect(tally.known == 1)
    #expect(tally.measured == (isComplete ? 1 : 0))
    #expect(tally.withheld == (isComplete ? 0 : 1))
    #expect(tally.without == 1)
    #expect(tally.failed.isEmpty)
    // On another surface, it would be measured anew; this one has none.
    try RemeasuredFile.write(result, by: analysis, in: folder, of: "another")
    let anew = try Remeasurement(of: study.folder, by: .standard, options: options, jobs: 1).run(storing: nil)
    #expect(anew == Remeasurement.Tally(without: 2))
  }
}
