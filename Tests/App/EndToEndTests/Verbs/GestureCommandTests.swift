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
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("answer: yes"), Comment(rawValue: outcome.narration))
    let file = workspace.output.appendingPathComponent("gesture.json")
    let result = try ResultFile(Data(contentsOf: file))
    #expect(result["schema"] as? String == "calvaria/gesture/1")
    #expect(result["answer"] as? String == "yes")
    #expect(
      (result["states"] as? [[String: Any]])?.map { $0["state"] as? String } == [
        "intro", "measuring", "completed", "measuring", "intro",
      ])
    #expect((result["provenance.inputs"] as? [String: String])?["landmarks"]?.count == 64)
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
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Antwort: ja"))
    #expect(outcome.text.contains("rechte Hand"))
    #expect(outcome.narration.contains("Daumen hoch für ja, Daumen runter für nein"))
    #expect(try Command.run(["gesture", hands, "--language", "de", "--quiet"]).narration.isEmpty)
  }

  /// One second of loud sound, 16-bit mono.
  private var wave: Data {
    let rate: UInt32 = 22_050
    let bytes = { (value: UInt32, count: Int) in Data((0..<count).map { UInt8(value >> (8 * $0) & 255) }) }
    let form = bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2) + bytes(16, 2)
    return Data("RIFF".utf8) + bytes(36 + 2 * rate, 4) + Data("WAVEfmt ".utf8) + bytes(16, 4) + form + Data("data".utf8)
      + bytes(2 * rate, 4) + Data(repeating: 0x40, count: Int(2 * rate))
  }

  /// By a program in espeak-ng's place, which notes what it is to say.
  @Test func promptsAreSpokenAtTheirTimes() throws {
    let tools = try TemporaryFolder()
    let (voice, said) = (tools.url.appendingPathComponent("voice.wav"), tools.url.appendingPathComponent("said.txt"))
    let program = tools.url.appendingPathComponent("espeak-ng")
    try wave.write(to: voice)
    let script = "#!/bin/sh\n/bin/cat \(voice.path) > \"$4\"\necho \"$2: $6\" >> \(said.path)\n"
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0o755)], ofItemAtPath: program.path)
    let sound = workspace.file("prompts.wav")
    let words = ["gesture", hands, "--speak", sound.path, "--output", workspace.output.path]
    let run = { (more: [String]) in try Running(words + more, path: tools.url.path).outcome() }
    let outcome = try run([])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let bytes = [UInt8](try Data(contentsOf: sound).dropFirst(44))
    let spoken = try String(contentsOf: said, encoding: .utf8).split(separator: "\n").prefix(3)
    #expect(spoken == ["en: Show your hand to the camera", "en: Thumb up for yes, thumb down for no", "en: Thank you"])
    // The second prompt, due at 0.5 s, waits until the first has ended after a second; the third is due at 2.5 s.
    let isLoud = { (seconds: Double) in bytes[2 * Int(seconds * 22_050)] == 0x40 }
    #expect([0.1, 0.9, 1.1, 1.9, 2.6, 3.4].allSatisfy { isLoud($0) })
    #expect(![2.1, 2.4].contains { isLoud($0) })
    #expect(try run([]).status == 73, "both are there already")
    #expect(try run(["--force", "--language", "de"]).status == 0)
    #expect(try String(contentsOf: said, encoding: .utf8).contains("de: Daumen hoch für ja, Daumen runter für nein"))
    let inside = workspace.output.appendingPathComponent("prompts.wav").path
    #expect(
      try Command.run(["gesture", hands, "--speak", inside, "--output", workspace.output.path, "--force"]).status == 64)
    try FileManager.default.removeItem(at: sound)
    try FileManager.default.removeItem(at: workspace.output)
    try Running(words, path: "/nowhere").outcome().expectFailure(69, says: ["espeak-ng", "apt-get install"])
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test func noAnswerHasAReason() throws {
    let text = try String(contentsOfFile: hands, encoding: .utf8)
    // The first second only.
    let frames = text.split(separator: "\n")
    let short = workspace.file("short.json")
    let cut = frames.prefix(13).joined(separator: "\n")
    try Data((cut.dropLast() + "\n]}\n").utf8).write(to: short)
    let outcome = try Command.run(["gesture", short.path])
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("none, please repeat"))
    #expect(outcome.text.contains("not held"))
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
