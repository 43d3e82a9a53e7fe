import Foundation
import Testing

/// `phantom`: simulated recordings.
@Suite struct PhantomVerbTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private func phantom(_ more: String...) throws -> Command.Outcome {
    try Command.run(["phantom", workspace.output.path, "--frames", "1"] + more)
  }

  @Test func aRecordingIsWrittenThatInfoReads() throws {
    let outcome = try phantom("--dictionary", "DICT_5X5_100", "--no-stray")
    #expect(outcome.status == 0)
    #expect(outcome.stderr.isEmpty)
    #expect(outcome.text.contains(/out: 1 frames, \d\d markers\n$/), Comment(rawValue: outcome.text))
    #expect(try workspace.leftBehind == ["out"])
    let info = try Command.run("info", workspace.output.path, "--json")
    #expect(try ResultFile(info.stdout)["markers.dictionary"] as? String == "DICT_5X5_100")
  }

  @Test func forceReplacesRecordingsOnly() throws {
    try #require(try phantom().status == 0)
    try phantom().expectFailure(73, says: ["/out:", "--force"])
    #expect(try phantom("--force", "--seed", "2").status == 0)
    let note = workspace.output.appendingPathComponent("note.txt")
    try Data().write(to: note)
    try phantom("--force").expectFailure(73, says: ["note.txt in it", "simulated recording"])
    #expect(FileManager.default.fileExists(atPath: note.path))
    #expect(try workspace.leftBehind == ["out"])
    try FileManager.default.removeItem(at: note)
    let inner = workspace.output.appendingPathComponent("rgb/notes.txt")
    try Data().write(to: inner)
    try phantom("--force").expectFailure(73, says: ["rgb/notes.txt in it", "simulated recording"])
    #expect(FileManager.default.fileExists(atPath: inner.path))
  }

  @Test(arguments: ["/proc/x", "/proc/no/such/rec"]) func anImpossiblePlace(_ path: String) throws {
    try Command.run("phantom", path, "--frames", "1").expectFailure(73, says: [path + ":"])
  }
}
