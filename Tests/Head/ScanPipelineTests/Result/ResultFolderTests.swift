import Analysis
import Diagnostics
import Foundation
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

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

  /// A result of more than 16 MiB, or another file of more than 256 MiB, is not read. Files of holes take no room on the
  /// disk.
  @Test func aHugeFileIsNotRead() throws {
    let (folder, small) = try result([])
    let json = folder.url.appending(path: "result.json")
    // What is nested so deeply is given up at its beginning.
    try Data(String(repeating: "[", count: 100).utf8).write(to: json)
    for (count, found) in [
      (1 << 24, FindingValue.phrase("too_deep")),
      ((1 << 24) + 1, .phrase("too_many_bytes", ["bytes": .count((1 << 24) + 1), "limit": .count(1 << 24)])),
    ] {
      #expect(truncate(json.path, count) == 0)
      #expect(throws: ResultFolderError.strange(file: json.path, found: found, for: .report)) {
        try ResultFolder.read(folder.url, for: .report)
      }
    }
    let file = folder.url.appending(path: "mesh.ply")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 1000)
    #expect(small["mesh.ply"]?.count == 1000)
    try handle.truncate(atOffset: (256 << 20) + 1)
    #expect(small["mesh.ply"] == nil)
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

@Suite struct ReplacedResultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a result of a status; `program` tells results of one status apart.
  private func write(_ status: ScanResult.Status, program: String = "1") throws {
    var result = ScanResult(HeadMeasures.withheld(because: [Finding(.measureMissing)]))
    result.status = status
    result.provenance = .init(version: program)
    try result.json().write(to: folder.url.appending(path: "result.json"))
  }

  private func rate() throws { try Data("{}".utf8).write(to: folder.url.appending(path: ResultFolder.ratingName)) }

  private func codes(_ earlier: ResultFolder) throws -> [FindingCode] {
    earlier.remarks(replacedBy: try #require(ResultFolder(at: folder.url))).map(\.code)
  }

  @Test func aFolderWithoutAResultHasNone() throws {
    #expect(ResultFolder(at: folder.url) == nil)
    try Data("{}".utf8).write(to: folder.url.appending(path: "result.json"))
    #expect(ResultFolder(at: folder.url) == nil)
  }

  @Test(arguments: [ScanResult.Status.complete, .incomplete], [ScanResult.Status.complete, .incomplete])
  func onlyALossIsRemarked(before: ScanResult.Status, after: ScanResult.Status) throws {
    try write(before)
    let earlier = try #require(ResultFolder(at: folder.url))
    try write(after, program: "2")
    #expect(try codes(earlier) == (before == .complete && after == .incomplete ? [.outputLessComplete] : []))
  }

  @Test func aRatingIsOfTheResultThatItRated() throws {
    try write(.complete)
    try rate()
    let earlier = try #require(ResultFolder(at: folder.url))
    #expect(try codes(earlier) == [], "the same bytes again")
    try write(.complete, program: "2")
    #expect(try codes(earlier) == [.outputRatingOutdated])
  }
}
