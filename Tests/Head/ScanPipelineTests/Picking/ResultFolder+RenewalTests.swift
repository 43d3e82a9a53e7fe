import Analysis
import Diagnostics
import Files
import Foundation
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

/// Results with other words on who was scanned.
@Suite struct RestatedResultTests {
  /// What was measured stays, and with it the age that it rests on; a result that somebody changed by hand stays as it is.
  @Test func onlyTheWordsChange() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "result.json")
    var result = ScanResult(.withheld(because: [Finding(.measureMissing)]))
    result.provenance = .init(version: "1")
    var before = ScanDescription()
    (before.subject, before.ageMonths) = ("sub-01", 7)
    result.scan = before
    let sealed = try result.sealed()
    try sealed.write(to: file)
    var stated = ScanDescription()
    (stated.subject, stated.ageMonths) = ("sub-02", 9)
    let written = try ResultFolder.read(folder.url, for: .rating).files(restatedBy: stated, .english, threads: 1)
    #expect(written.map(\.name) == ["report.html", "result.json"])
    let again = try ScanResult(json: try #require(written.last).content)
    #expect(again.scan?.subject == "sub-02")
    #expect(again.scan?.ageMonths == 7)

    try Data(String(decoding: sealed, as: UTF8.self).replacing("sub-01", with: "sub-03").utf8).write(to: file)
    let changed = try ResultFolder.read(folder.url, for: .rating)
    #expect(try changed.files(restatedBy: stated, .english, threads: 1).isEmpty)
  }
}
