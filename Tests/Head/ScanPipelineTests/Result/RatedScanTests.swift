import Analysis
import Files
import Foundation
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

/// What is rated.
@Suite struct RatedScanTests {
  /// The result of a recording; a mesh that was measured has nothing to rate.
  @Test func aResultOfARecordingIsRatedBesideIt() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "result.json")
    var result = ScanResult(.withheld(because: []))
    try result.json().write(to: file)
    #expect(throws: ResultFolderError.strange(file: file.path, found: .phrase("mesh_result"), for: .rating)) {
      try RatedScan.result(folder.url)
    }
    result.recording = .init(format: "tum", frames: 60, durationS: 30, width: 640, height: 480)
    try result.json().write(to: file)
    let rated = try RatedScan.result(folder.url)
    #expect(rated.ratingFile.lastPathComponent == "rating.json")
    #expect(rated.digest == Checksum.sha256(of: file))
  }
}
