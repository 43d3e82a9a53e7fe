import Foundation
import TestSupport
import Testing

/// Scans of another program's making.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct SharedScanTests {
  @Test func anUnfinishedScanIsWrittenButNotMeasured() throws {
    let workspace = try Workspace()
    let scan = SharedMaterial.folder.appendingPathComponent("scans/practice_half").path
    let outcome = try Command.run("reconstruct", scan, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result.has("measures.cvai.value"))
    #expect(result["measures.cvai.value"] == nil)
    #expect(try result.findings.contains { $0.severity == "withheld" && $0.text.contains("tragion left") })
    // Nothing was measured, so no section was cut, and landmarks that were not clicked have no pictures.
    let written = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path)
    #expect(Set(ResultTests.names).subtracting(written).isSubset(of: ["section.json", "clicks.jpg"]))
    #expect(Set(written).isSubset(of: ResultTests.names))
  }

  @Test func infoOfARealRecording() throws {
    let recording = SharedMaterial.folder.appendingPathComponent("real/truedepth-iphone11pro").path
    let outcome = try Command.run("info", recording, "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let info = try ResultFile(outcome.stdout)
    #expect(info["format"] as? String == "zeiss")
    #expect(info["markers.dictionary"] as? String == "DICT_ARUCO_ORIGINAL")
    #expect(try #require(info["markers.fewest_per_frame"] as? Int) >= 30)
  }
}
