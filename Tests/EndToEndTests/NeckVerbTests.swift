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
    #expect(result["joint"] as? String == "neck" && result["status"] as? String == "incomplete")
    #expect(result["side"] == nil && result["values.range"] == nil && result["sides"] == nil)
    let codes = (result["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
    #expect(codes.contains { $0 == "neck.camera_moves" || $0 == "neck.camera_unknown" }, "\(codes)")
    #expect((result["provenance.inputs"] as? [String: String])?.keys.sorted() == ["cap", "frames", "landmarks"])
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted()
    #expect(names == ["angles.csv", "angles.mot", "motion.json", "report.html"])
    let german = try Command.run(call + ["--language", "de"])
    #expect(german.status == 2 && german.text.hasPrefix("Hals: Rotation"))
  }

  @Test func wrongCallsAreRefused() throws {
    let neck = ["motion", workspace.recording.path, "--joint", "neck"]
    for words in [
      ["--view", "lateral"], ["--rate", "30"], ["--direction", "clockwise"], ["--age-months", "6"], ["--axes-only"],
      ["--direction", "flexion", "--side", "left"], ["--reference", "patch"],
    ] { #expect(try Command.run(neck + words).status == 64, "\(words)") }
    #expect(try Command.run(neck + ["--neutral", "no such frame"]).status == 65)
    #expect(try Command.run(neck + ["--cap", workspace.file("none.yaml").path]).status == 66)
    #expect(try Command.run(neck + ["--neutral-from", workspace.file("none").path]).status == 66)
    #expect(try Command.run(["motion", workspace.file("none").path, "--joint", "neck"]).status == 66)
    let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
    #expect(try Command.run(["motion", knee, "--joint", "knee"]).status == 64, "no side")
    #expect(
      try Command.run(["motion", knee, "--joint", "knee", "--side", "left", "--reference", "camera"]).status == 64)
  }
}
