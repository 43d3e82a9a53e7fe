import Foundation
import TestSupport
import Testing

/// `calvaria motion --joint neck` with landmarks of body and face, and the movements that only a picture or only space has, by the real
/// command on simulated files.
@Suite struct NeckLandmarksVerbTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A file of a movement, by the project's own simulator.
  private func file(_ format: String, _ movement: String, _ more: String = "") throws -> URL {
    let file = workspace.file("\(movement).\(format == "trc" ? "trc" : "json")")
    let script = SharedMaterial.packageRoot.appendingPathComponent("Scripts/motion/simulate.py").path
    _ = try Command.shell("python3 '\(script)' \(format) '\(file.path)' --movement \(movement) --noise-mm 2 \(more)")
    return file
  }

  @Test func aNeckIsMeasuredFromLandmarks() throws {
    let space = try file("trc", "neck_rotation")
    let out = workspace.file("out")
    let outcome = try Command.run(
      "motion", space.path, "--joint", "neck", "--effort", "passive", "--age-months", "5", "--output", out.path)
    #expect(outcome.status == 0 || outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(Data(contentsOf: out.appendingPathComponent("motion.json")))
    let left = try #require(result["values.minimum.degrees"] as? Double)
    #expect(abs(left + 50) < 1.5)
    #expect(FileManager.default.fileExists(atPath: out.appendingPathComponent("angles.mot").path))
    // In a picture, without norm and without a table that would pass for more.
    let picture = try file("mediapipe", "neck_lateral", "--distance 1.5")
    let flat = workspace.file("flat")
    let seen = try Command.run(
      "motion", picture.path, "--joint", "neck", "--movement", "lateral", "--view", "frontal", "--effort", "passive",
      "--age-months", "5", "--output", flat.path)
    #expect(seen.text.contains("head against the line of the shoulders"), Comment(rawValue: seen.narration + seen.text))
    #expect(!seen.text.contains("published"))
    #expect(!FileManager.default.fileExists(atPath: flat.appendingPathComponent("angles.mot").path))
    let page = try String(contentsOf: flat.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(page.contains("the ears, with the nose"))
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let picture = try file("mediapipe", "neck_rotation", "--distance 1.5")
    let neck = ["motion", picture.path, "--joint", "neck"]
    try Command.run(neck).expectFailure(64, says: ["--view"])
    try Command.run(neck + ["--view", "lateral"]).expectFailure(64, says: ["--view"])
    for option in [["--direction", "clockwise"], ["--reference", "patch"]] {
      let refused = try Command.run(neck + ["--view", "frontal"] + option)
      #expect(
        refused.status == 64 && refused.narration.contains("error: \(option[0]):"), Comment(rawValue: refused.narration)
      )
    }
    try Command.run(neck + ["--view", "frontal", "--neutral", "nowhere"]).expectFailure(65, says: ["nowhere"])
    // A wrong path with a view is one of landmarks, and no recording.
    try Command.run(["motion", workspace.file("no.json").path, "--joint", "neck", "--view", "frontal"]).expectFailure(
      66, says: ["no.json"])
    let hip = [
      "motion", picture.path, "--joint", "hip", "--side", "left", "--movement", "rotation", "--view", "frontal",
    ]
    try Command.run(hip).expectFailure(64, says: ["--movement", "space"])
    #expect(try workspace.leftBehind == ["neck_rotation.json"])
  }

  /// The angle of a knee from the front has no coordinate of OpenSim's, and the folder is whole without.
  @Test func aProjectedKneeIsWrittenWithoutATable() throws {
    let picture = try file("mediapipe", "knee_projection", "--side L")
    let out = workspace.file("out")
    let outcome = try Command.run(
      "motion", picture.path, "--joint", "knee", "--side", "left", "--movement", "projection", "--view", "frontal",
      "--output", out.path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("projected angle") && !outcome.text.contains("neutral-zero"))
    #expect(!FileManager.default.fileExists(atPath: out.appendingPathComponent("angles.mot").path))
  }
}
