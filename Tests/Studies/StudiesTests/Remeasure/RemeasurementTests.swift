import Analysis
import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import Reports
import ScanPipeline
import TestSupport
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

  /// A surface is measured once, and known from then on: what was counted is what its file says.
  @Test func aSurfaceIsMeasuredOnce() throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    let folder = study.folder.folder(of: "sub-01_scan-1")
    let head = Mesh.globe(rings: 16, spokes: 32) { $0 * Vector3(0.06, 0.075, $0.z > 0 ? 0.09 : 0.06) }
    try MeshFile.encode(head, as: .ply, unit: .millimetres).write(to: folder.result.appending(path: "mesh.ply"))
    let places: [Landmark: Vector3] = [
      .sellion: [0, 0.073, 0], .tragionLeft: [-0.058, 0, 0], .tragionRight: [0.058, 0, 0],
    ]
    let landmarks = HeadLandmarks(places, standardDeviation: 0.001)
    try ScanResult(.withheld(because: [Finding(.measureMissing)], landmarks: landmarks)).json()
      .write(to: folder.result.appending(path: "result.json"))
    var (outcome, options) = (try #require(folder.outcome), AnalysisOptions())
    outcome.result = folder.resultDigest
    try folder.write(outcome)
    options.intervals.draws = 2
    let run = { [options] in
      try Remeasurement(of: study.folder, by: .standard, options: options, jobs: 1).run(storing: nil)
    }
    let first = try run()
    #expect(first.failed.isEmpty)
    let (results, others) = RemeasuredFile.all(in: folder, of: try #require(outcome.result))
    #expect(results.map(\.status) == [.complete] && others.isEmpty)
    #expect(first == Remeasurement.Tally(measured: 1))
    var again = first
    again.known = 1
    #expect(try run() == again)
  }
}
