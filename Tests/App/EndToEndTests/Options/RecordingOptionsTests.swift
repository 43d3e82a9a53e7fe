import Foundation
import Testing

/// `--options`: a file that sets what the stages do.
@Suite struct OptionsTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private func reconstruct(_ name: String, _ more: [String]) throws -> Command.Outcome {
    let recording = try SampleRecording.whole.get().path
    return try Command.run(["reconstruct", recording, "-o", workspace.file(name).path] + more)
  }

  private func write(_ text: String) throws -> String {
    try Data(text.utf8).write(to: workspace.file("mine.json"))
    return workspace.file("mine.json").path
  }

  private func file(_ path: String) throws -> Data { try Data(contentsOf: workspace.file(path)) }

  private func options(_ name: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: try file("\(name)/options.json")) as? [String: Any])
  }

  /// Options of a result give the same result again, those that were changed included.
  @Test func optionsOfAResultGiveItAgain() throws {
    let mine = try write(
      #"{"fusion": {"truncation_m": 0.005}, "slips": {"least_size_m": 0.0006}, "protocol": "ear-line-axis", "voxel_size_m": 0.001}"#
    )
    let first = try reconstruct("a", ["--options", mine, "--voxel-mm", "2"])
    #expect(first.status == 0, Comment(rawValue: first.narration))
    let again = try reconstruct("b", ["--options", workspace.file("a/options.json").path])
    #expect(again.status == 0, Comment(rawValue: again.narration))
    for name in ResultTests.names { #expect(try file("a/\(name)") == file("b/\(name)"), "\(name)") }

    // The command line goes before the file.
    #expect(try options("a")["voxel_size_m"] as? Double == 0.002)
    let result = try ResultFile(try file("a/result.json"))
    #expect(result["protocol.name"] as? String == "ear-line-axis")
    #expect(
      result["provenance.options.changed"] as? String == "fusion.truncation_m 0.005, slips.least_size_m 0.0006")
  }

  @Test func oneOptionChangesTheSurfaceAndOnlyWhatFollows() throws {
    let plain = try reconstruct("a", ["--voxel-mm", "2"])
    let mine = try write(#"{"fusion": {"truncation_m": 0.005}}"#)
    let changed = try reconstruct("b", ["--voxel-mm", "2", "--options", mine])
    #expect(plain.status == 0, Comment(rawValue: changed.narration))
    #expect(changed.status == 0, Comment(rawValue: changed.narration))
    #expect(try file("a/mesh.ply") != file("b/mesh.ply"))
    let (before, after) = (try ResultFile(try file("a/result.json")), try ResultFile(try file("b/result.json")))
    // Fusion comes after tracking by markers.
    for key in ["tracking.closure_mm", "tracking.reprojection_rms_px", "calibration.focal_scale.value"] {
      #expect(try #require(before[key] as? Double) == #require(after[key] as? Double), "\(key)")
    }
    #expect(before["provenance.options.changed"] == nil)
    #expect(after["provenance.options.changed"] as? String == "fusion.truncation_m 0.005")
  }

  @Test func aWrongFileIsRefusedBeforeAnythingIsDone() throws {
    let cases = [
      (#"{"fusion": {"truncation_mm": 3}}"#, Int32(78), ["fusion", "truncation_mm"]),
      (#"{"fusion": {"truncation_m": 3}}"#, 78, ["fusion.truncation_m", "0.001 to 0.02", "found 3"]),
      (#"{"fusion": {"truncation_m": NaN}}"#, 78, ["expected JSON"]),
    ]
    for (text, code, words) in cases {
      try reconstruct("out", ["--options", try write(text)]).expectFailure(code, says: words)
    }
    try reconstruct("out", ["--options", workspace.file("none.json").path]).expectFailure(66, says: ["none.json"])
    #expect(!FileManager.default.fileExists(atPath: workspace.file("out").path))
  }

  @Test func measureTakesThemToo() throws {
    let plain = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json"])
    let wide = try workspace.measure(
      EllipsoidHead.text,
      [
        "--units", "mm", "--json", "--options",
        try write(#"{"analysis": {"intervals": {"surface_deviation_m": 0.003}}}"#),
      ])
    #expect(plain.status == 0, Comment(rawValue: wide.narration))
    #expect(wide.status == 0, Comment(rawValue: wide.narration))
    let width = { (outcome: Command.Outcome) throws -> Double in
      let ends = try #require(try ResultFile(outcome.stdout)["measures.length.ci95"] as? [Double])
      return ends[1] - ends[0]
    }
    #expect(try width(wide) > 5 * width(plain))
  }
}
