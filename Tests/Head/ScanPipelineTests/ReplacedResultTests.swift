import Analysis
import Diagnostics
import Foundation
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

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
