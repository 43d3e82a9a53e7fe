import Diagnostics
import Foundation
import TestSupport
import Testing

/// `gesture`: thumbs up or down from hand landmarks.
@Suite struct GestureVerbTests {
  let workspace: Workspace
  /// A made-up hand: half a second away, three seconds of thumbs up, half a second away.
  private let hands = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/thumbs_up.json").path

  init() throws { workspace = try Workspace() }

  @Test func theSampleSaysYes() throws {
    let outcome = try Command.run(["gesture", hands, "--output", workspace.output.path])
    #expect(outcome.status == 0 && outcome.text.contains("answer: yes"), Comment(rawValue: outcome.narration))
    let file = workspace.output.appendingPathComponent("gesture.json")
    let result = try ResultFile(Data(contentsOf: file))
    #expect(result["schema"] as? String == "calvaria/gesture/1" && result["answer"] as? String == "yes")
    #expect(
      (result["states"] as? [[String: Any]])?.map { $0["state"] as? String } == [
        "intro", "measuring", "completed", "measuring", "intro",
      ])
    #expect((result["provenance.inputs"] as? [String: String])?["thumbs_up.json"]?.count == 64)
    #expect(result["rules.score.threshold"] as? Double == 0.5)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted()
    #expect(names == ["gesture.json", "scores.csv"])
    #expect(try Command.run(["gesture", hands, "--output", workspace.output.path]).status == 73)
    let again = try Command.run(["gesture", hands, "--json", "--force", "--output", workspace.output.path])
    #expect(again.status == 0)
    #expect(try again.stdout == Data(contentsOf: file))
  }

  @Test func itSpeaksGerman() throws {
    let outcome = try Command.run(["gesture", hands, "--language", "de"])
    #expect(outcome.status == 0 && outcome.text.contains("Antwort: ja") && outcome.text.contains("rechte Hand"))
    #expect(outcome.narration.contains("Daumen hoch für ja, Daumen runter für nein"))
    #expect(try Command.run(["gesture", hands, "--language", "de", "--quiet"]).narration.isEmpty)
  }

  @Test func noAnswerHasAReason() throws {
    let text = try String(contentsOfFile: hands, encoding: .utf8)
    // The first second only.
    let frames = text.split(separator: "\n")
    let short = workspace.file("short.json")
    let cut = frames.prefix(13).joined(separator: "\n")
    try Data((cut.dropLast() + "\n]}\n").utf8).write(to: short)
    let outcome = try Command.run(["gesture", short.path])
    #expect(outcome.status == 2 && outcome.text.contains("none, please repeat") && outcome.text.contains("not held"))
    try Data((text.prefix(text.count / 2)).utf8).write(to: short)
    try Command.run(["gesture", short.path]).expectFailure(65, says: ["short.json"])
  }

  @Test func wrongCallsAreRefused() throws {
    #expect(try Command.run(["gesture", workspace.file("none.json").path]).status == 66)
    #expect(try Command.run(["gesture", hands, "--rate", "30"]).status == 64, "the file has times")
    #expect(try Command.run(["gesture", hands, "--rate", "0"]).status == 64)
    #expect(try Command.run(["gesture", hands, "--points", "world"]).status == 64)
    #expect(try Command.run(["gesture", hands, "--handedness", "both"]).status == 64)
    #expect(try Command.run(["gesture", hands, "--rules", workspace.file("none.yaml").path]).status == 66)
  }
}
