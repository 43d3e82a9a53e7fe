import Foundation
import TestSupport
import Testing

/// Scans whose numbers would be wrong are reconstructed but not measured.
@Suite struct FitnessTests {
  /// What the same scan measures when all is stated right.
  private static let soundCVAI = Result {
    let workspace = try Workspace(SampleRecording.whole)
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    return try #require(try ResultFile(outcome.stdout)["measures.cvai.value"] as? Double)
  }

  /// Intrinsics of another camera, and a cap file with another marker size.
  @Test(arguments: [("--intrinsics", 0.85), ("--cap", 0.87)])
  func aWrongScaleIsSuspectAndWithholdsEveryMeasure(option: String, factor: Double) throws {
    let workspace = try Workspace(SampleRecording.whole)
    let file = workspace.file("wrong")
    if option == "--cap" {
      let text = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
      let changed = text.replacing(/marker_size_mm: .*/, with: "marker_size_mm: \(16 * factor)")
      #expect(changed != text)
      try Data(changed.utf8).write(to: file)
    } else {
      let camera =
        "{\"width\": 480, \"height\": 360, \"intrinsic_matrix\": "
        + "[\(444 * factor), 0, 0, 0, \(444 * factor), 0, 241, 179, 1]}"
      try Data(camera.utf8).write(to: file)
    }
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, option, file.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["calibration.verdict"] as? String == "suspect")
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.length.value"] == nil)
    let codes = Set(try result.findings.map(\.code))
    #expect(!codes.isDisjoint(with: ["markers.size", "calibration.intrinsics"]), "\(codes)")
    // `info` says so before, and both name the same number.
    let info = try ResultFile(
      try Command.run("info", workspace.recording.path, option, file.path, "--sample", "60", "--json").stdout)
    let findings = try #require(info["findings"] as? [[String: Any]])
    let text = try #require(findings.first { $0["code"] as? String == "markers.size" }?["text"] as? String)
    #expect(text.prefix { $0 != "(" }.hasPrefix("markers measure "))
    #expect(text.contains("0.96 to 1.03"))
    let ratio = try #require(result["calibration.marker_size_ratio.value"] as? Double)
    let named = try #require(text.firstMatch(of: /measure ([0-9.]+) of/)).1
    #expect(abs(Double(named)! - ratio) < 0.0006)
    // A focal length that is far off is named first, and explains the ratio.
    if option == "--cap" { #expect(codes.contains("markers.size"), "\(codes)") }
    #expect(try #require(result["surface.vertices"] as? Int) > 10_000)
  }

  /// A cap file off by 2.5 %, and a print 3.9 % larger or smaller than stated: print and depth contradict each other,
  /// which lengths feel and ratios don't.
  @Test(arguments: [16.4, 16 / 1.039, 16 / 0.961]) func aTornScaleWithholdsLengthsOnly(side: Double) throws {
    let workspace = try Workspace(SampleRecording.whole)
    let text = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
      .replacing(/marker_size_mm: .*/, with: "marker_size_mm: \(side)")
    try workspace.write("cap.yaml", text)
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    let result = try ResultFile(outcome.stdout)
    #expect(result["calibration.verdict"] as? String == "suspect")
    #expect(result["measures.length.value"] == nil)
    let cvai = try #require(result["measures.cvai.value"] as? Double)
    #expect(abs(cvai - (try Self.soundCVAI.get())) < 0.1)
    #expect(result["measures.length.code"] as? String == "calibration.scale")
  }

  /// All else that withholds measures follows from a cap file that leaves out most of the ids; it comes first.
  @Test func aCapFileWithFewOfItsIdsIsNamedFirst() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let text = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
    let ids = try #require(text.firstMatch(of: /ids: \[([^\]]*)\]/)).1.split(separator: ",").prefix(5)
    try workspace.write("cap.yaml", text.replacing(/ids: .*/, with: "ids: [\(ids.joined(separator: ","))]"))
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let findings = try ResultFile(outcome.stdout).findings
    #expect(findings.first?.code == "markers.unlisted")
    #expect(findings.first?.severity == "withheld")
    #expect(findings.count { $0.code == "markers.unlisted" } == 1, "told once")
  }

  /// Exchanged landmarks turn their plane over: what is named must be that, not what such a plane would cut away.
  @Test func exchangedLandmarksAreNamed() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let text = String(decoding: try workspace.read("landmarks.json"), as: UTF8.self)
      .replacingOccurrences(of: "tragion_left", with: "tragion_other")
      .replacingOccurrences(of: "tragion_right", with: "tragion_left")
      .replacingOccurrences(of: "tragion_other", with: "tragion_right")
    try workspace.write("landmarks.json", text)
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.cvai.code"] as? String == "frame.upside_down")
  }

  @Test func aSingleFrameIsWrittenButNotMeasured() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for list in ["rgb.txt", "depth.txt"] {
      let first = String(decoding: try workspace.read(list), as: UTF8.self).split(separator: "\n")[0]
      try workspace.write(list, first + "\n")
    }
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["tracking.frames_used"] as? Int == 1)
  }
}
