import Foundation
import Testing

@testable import Studies

@Suite struct ScanPlacesTests {
  /// A program that is killed between the result and the outcome of a scan whose description is corrected leaves both with
  /// other digests; the outcome follows when the folder is opened again, and only where the mark says so.
  @Test(arguments: [true, false]) func anOutcomeFollowsAResultThatWasWrittenAnew(isMarked: Bool) throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    let folder = study.folder.folder(of: "sub-01_scan-1")
    let earlier = try #require(folder.outcome?.result)
    let mark = folder.url.appending(path: ".restated")
    if isMarked { try Data(earlier.utf8).write(to: mark) }
    try Data(SmallStudy.result(cvai: 3, scan: #"{"subject": "01", "operator": "B"}"#).utf8)
      .write(to: folder.result.appending(path: "result.json"))
    try ScanPlaces(study.folder, dataset: study.folder.root, language: .english).tidy()
    let outcome = try #require(folder.outcome)
    #expect(outcome.result == (isMarked ? folder.resultDigest : earlier))
    #expect(outcome.stated.operator == (isMarked ? "B" : nil))
    #expect(!FileManager.default.fileExists(atPath: mark.path))
  }
}
