import Foundation
import Recordings
import Testing

/// `--tracking dense`: the surface alone, no cap.
@Suite struct DenseTrackingTests {
  @Test func aScanWithoutCapIsReconstructedAndWithholdsLengths() throws {
    let workspace = try Workspace()
    let made = try Command.run(
      "phantom", workspace.output.path, "--seed", "5", "--frames", "100", "--preset", "half", "--fault", "no-cap",
      "--truth-subdivisions", "3")
    #expect(made.status == 0, Comment(rawValue: made.narration))
    var results: [Data] = []
    for threads in ["1", "2"] {
      let output = workspace.file("dense\(threads)")
      let outcome = try Command.run(
        "reconstruct", workspace.output.path, "-o", output.path, "--tracking", "dense", "--threads", threads,
        "--voxel-mm", "2")
      #expect(outcome.status == 0 || outcome.status == 2, Comment(rawValue: outcome.narration))
      results.append(try Data(contentsOf: output.appendingPathComponent("result.json")))
      results.append(try Data(contentsOf: output.appendingPathComponent("mesh.ply")))
      // Nothing was measured, so no section was cut.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
          == ResultTests.names.filter { $0 != "section.json" })
    }
    #expect(results[0] == results[2])
    #expect(results[1] == results[3])
    let result = try ResultFile(results[0])
    #expect(result["tracking.method"] as? String == "dense")
    let used = try #require(result["tracking.frames_used"] as? Int)
    #expect(used > 60)
    #expect(result["tracking.frames_dense"] as? Int == used)
    #expect(result["measures.length.value"] == nil)
    #expect(result["measures.length.reason"] != nil)
    #expect(result["calibration.verdict"] as? String == "unknown")
    #expect(result["markers.expected"] == nil)
    #expect(try result.findings.contains { $0.code == "dense.method" })
    #expect(try #require(result["surface.vertices"] as? Int) > 2000)
  }

  @Test func withoutTheOptionACapIsAskedFor() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.remove("cap.yaml")
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path)
    outcome.expectFailure(66, says: ["cap.yaml"])
  }

  @Test(arguments: ["none", "Dense"]) func anUnknownMethodIsExplained(method: String) throws {
    let outcome = try Command.run("reconstruct", "rec", "-o", "out", "--tracking", method)
    #expect(outcome.status == 64, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("dense"), Comment(rawValue: outcome.narration))
  }

  @Test func anEmptyRoomHasNoHead() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let wall = try ImageFile.png(
      depthCodes: Array(repeating: 7000, count: 480 * 360), width: 480, height: 360)  // 1.4 m away
    for image in try workspace.images("depth") { try workspace.write(image, wall) }
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--tracking", "dense")
    outcome.expectFailure(65, says: ["expected a head between 15 cm and 60 cm from the camera"])
  }
}
