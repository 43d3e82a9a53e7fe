import Diagnostics
import Foundation
import TestSupport
import Testing

/// `motion --joint neck`: ranges of motion from recordings.
@Suite struct NeckVerbTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace(SampleRecording.whole) }

  /// A camera that goes around a head without a patch shows nothing of its neck.
  @Test func aScanWithoutAPatchIsRefusedWithItsReason() throws {
    let call = ["motion", workspace.recording.path, "--joint", "neck", "--reference", "camera"]
    let outcome = try Command.run(call + ["--output", workspace.output.path])
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    #expect(outcome.text.hasPrefix("neck: rotation\n"))
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("motion.json")))
    #expect(result["joint"] as? String == "neck")
    #expect(result["status"] as? String == "incomplete")
    #expect(result["side"] == nil)
    #expect(result["values.range"] == nil)
    #expect(result["sides"] == nil)
    let codes = (result["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
    #expect(codes.contains { $0 == "neck.camera_moves" || $0 == "neck.camera_unknown" }, "\(codes)")
    #expect((result["provenance.inputs"] as? [String: String])?.keys.sorted() == ["cap", "frames", "landmarks"])
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted()
    #expect(names == ["angles.csv", "angles.mot", "motion.json", "report.html"])
    let german = try Command.run(call + ["--language", "de"])
    #expect(german.status == 2)
    #expect(german.text.hasPrefix("Hals: Rotation"))
  }

  /// A child that turns its head by 50° to either side, in five frames a second: where it rests is neutral all the same.
  @Test func aRecordingWithAPatchIsMeasured() throws {
    let call = ["motion", try SampleRecording.neck.get().path, "--joint", "neck"]
    let outcome = try Command.run(call + ["--output", workspace.output.path])
    // In five frames a second an end may be held in too few of them.
    #expect([0, 2].contains(outcome.status), Comment(rawValue: outcome.narration))
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("motion.json")))
    #expect(result["reference"] as? String == "patch")
    #expect(result["filters.kind"] as? String == "low_rate")
    #expect(result["neutral.kind"] as? String == "rest")
    #expect(result["neutral.axes"] as? String == "landmarks")
    let table = try String(contentsOf: workspace.output.appendingPathComponent("angles.csv"), encoding: .utf8)
    let rows = table.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
    try #require(rows.count == 36 && rows.allSatisfy { $0.count == 9 })
    // Single frames, whose noise is some 1° (Docs/evaluation/motion.md); settled ends are told better: NeckRecordingTests.
    let turns = rows.compactMap { Double($0[4]) }
    let (most, least) = (try #require(turns.max()), try #require(turns.min()))
    #expect(abs(most - 50) < 5)
    #expect(abs(least + 50) < 5)
    // Half a second after it has begun to turn, the head rests nowhere.
    let moving = try Command.run(call + ["--neutral", rows[9][0], "--json"])
    #expect(moving.status == 2, Comment(rawValue: moving.narration))
    let findings = try ResultFile(moving.stdout)["findings"] as? [[String: Any]]
    let codes = findings?.compactMap { $0["code"] as? String } ?? []
    #expect(codes.contains { ["neck.neutral_moves", "neck.no_neutral_pose"].contains($0) }, "\(codes)")
  }

  @Test func wrongCallsAreRefused() throws {
    let neck = ["motion", workspace.recording.path, "--joint", "neck"]
    for words in [
      ["--view", "lateral"], ["--rate", "30"], ["--direction", "clockwise"], ["--age-months", "6"], ["--axes-only"],
      ["--direction", "flexion", "--side", "left"], ["--movement", "flexion", "--side", "left"],
      ["--movement", "abduction"], ["--movement", "rotation", "--direction", "lateral"], ["--reference", "patch"],
    ] { #expect(try Command.run(neck + words).status == 64, "\(words)") }
    #expect(try Command.run(neck + ["--neutral", "no such frame"]).status == 65)
    #expect(try Command.run(neck + ["--cap", workspace.file("none.yaml").path]).status == 66)
    #expect(try Command.run(neck + ["--neutral-from", workspace.file("none").path]).status == 66)
    #expect(try Command.run(["motion", workspace.file("none").path, "--joint", "neck"]).status == 66)
    let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
    #expect(try Command.run(["motion", knee, "--joint", "knee"]).status == 64, "no side")
    for words in [
      ["--reference", "camera"], ["--intrinsics", "i.json"], ["--neck-rules", "own.yaml"], ["--threads", "2"],
    ] {
      let outcome = try Command.run(["motion", knee, "--joint", "knee", "--side", "left"] + words)
      #expect(outcome.status == 64, "\(words)")
      #expect(outcome.narration.contains("\(words[0]): is for --joint neck"), "\(words)")
    }
  }
}
