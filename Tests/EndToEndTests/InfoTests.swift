import Foundation
import Testing

/// `info`: what is in a recording, and what is wrong with it.
@Suite struct InfoTests {
  @Test func aSoundRecording() throws {
    let outcome = try Command.run("info", try SampleRecording.whole.get().path, "--sample", "8")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, Comment(rawValue: outcome.narration))
    let names = outcome.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    for name in ["format", "frames", "rate", "colour", "depth", "intrinsics", "markers", "planarity"] {
      #expect(names.contains { $0 == name }, Comment(rawValue: outcome.text))
    }
    #expect(outcome.text.contains("480 × 360"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func theSameAsJSON() throws {
    let outcome = try Command.run("info", try SampleRecording.whole.get().path, "--sample", "8", "--json")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty)
    let info = try ResultFile(outcome.stdout)
    #expect(info["schema"] as? String == "calvaria/info/1")
    #expect(info["format"] as? String == "tum" && info["frames"] as? Int == 60)
    #expect(info["camera.fx"] as? Double == 444)
    #expect(info["markers.dictionary"] as? String == "DICT_4X4_100")
    let ratio = try #require(info["markers.size_ratio"] as? Double)
    #expect((0.95...1.01).contains(ratio))
  }

  @Test func withoutACapTheDictionaryIsRecognised() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.remove("cap.yaml")
    let outcome = try Command.run("info", workspace.recording.path)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("DICT_4X4_100 (recognised by trying all"))
  }

  @Test func whatIsWrongIsTold() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.write(
      "depth.txt", "1700000000.010000 \(workspace.images("depth")[0])\n1700000000.348983 depth/gone.png\n")
    let outcome = try Command.run("info", workspace.recording.path)
    #expect(outcome.status == 0)
    let notes = outcome.text.split(separator: "\n").filter { $0.hasPrefix("note") }
    #expect(notes.count >= 3, Comment(rawValue: outcome.text))
    #expect(outcome.text.contains("10.0 ms"))
  }

  @Test(arguments: ["rgb", "depth"]) func aDamagedImageIsANote(_ folder: String) throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let image = try workspace.images(folder)[1]
    try workspace.write(image, try workspace.read(image).prefix(4000))
    for cap in ["with a cap file", "without"] {
      let outcome = try Command.run("info", workspace.recording.path)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      let note = outcome.text.split(separator: "\n").first { $0.contains("can't be read") }
      #expect(note?.hasPrefix("note") == true, Comment(rawValue: cap + ": " + outcome.text))
      #expect(outcome.text.contains("DICT_4X4_100 ") || outcome.text.contains("DICT_4X4_100\n"))
      try? workspace.remove("cap.yaml")
    }
  }

  @Test(arguments: badRecordings.prefix(6)) func aBadRecording(_ bad: BadInput) throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try bad.spoil(workspace)
    try Command.run(["info", workspace.recording.path] + bad.arguments).expectFailure(bad.code, says: bad.says)
  }

  @Test(arguments: badCapFiles) func aBadCap(_ bad: BadInput) throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try bad.spoil(workspace)
    try Command.run(["info", workspace.recording.path] + bad.arguments).expectFailure(bad.code, says: bad.says)
  }
}
