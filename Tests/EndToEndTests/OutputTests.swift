import Foundation
import Testing

/// What may be written where.
@Suite struct OutputTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace(SampleRecording.glimpse) }

  private func reconstruct(_ output: String, _ more: String...) throws -> Command.Outcome {
    try Command.run(["reconstruct", workspace.recording.path, "--output", output] + more)
  }

  private func note(_ name: String, _ text: String = "keep me") throws {
    let file = workspace.file(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ name: String) throws -> String { try String(contentsOf: workspace.file(name), encoding: .utf8) }

  @Test func anOutputThatExistsIsKept() throws {
    try note("out/note.txt")
    try reconstruct(workspace.output.path).expectFailure(73, says: ["/out:", "found one that exists", "--force"])
    #expect(try text("out/note.txt") == "keep me")
    #expect(try workspace.leftBehind == ["out"])
  }

  @Test(arguments: ["/proc/x", "/no/such/folder/out", "/dev/null/out"]) func anImpossiblePlace(_ path: String) throws {
    try reconstruct(path).expectFailure(73, says: [path + ":", "can't be written", "name a place"])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aLinkThatLeadsNowhereIsKept() throws {
    try FileManager.default.createSymbolicLink(
      atPath: workspace.output.path, withDestinationPath: workspace.file("gone").path)
    try reconstruct(workspace.output.path).expectFailure(73, says: ["exists"])
    try reconstruct(workspace.output.path, "--force").expectFailure(73, says: ["no readable folder"])
    #expect(try workspace.leftBehind == ["out"])
  }

  @Test func forceKeepsWhatIsNoEarlierResult() throws {
    try note("out/note.txt")
    try reconstruct(workspace.output.path, "--force").expectFailure(73, says: ["note.txt in it", "an earlier result"])
    try FileManager.default.removeItem(at: workspace.output)
    try note("out/result.json", #"{"score": 3}"#)
    try reconstruct(workspace.output.path, "--force").expectFailure(73, says: ["no result.json of this program"])
    #expect(try text("out/result.json") == #"{"score": 3}"#)
    try reconstruct(workspace.recording.path, "--force").expectFailure(73, says: ["cap.yaml in it"])
    try note("file")
    try reconstruct(workspace.file("file").path, "--force").expectFailure(73, says: ["no readable folder"])
    #expect(try workspace.leftBehind == ["file", "out"])
  }

  @Test func forceReplacesAnEarlierResultAndNothingMore() throws {
    try #require(try reconstruct(workspace.output.path).status == 2)
    let first = try text("out/result.json")
    try note("out/mesh.ply", "old")
    try #require(try reconstruct(workspace.output.path, "--force").status == 2)
    #expect(try text("out/result.json") == first)
    #expect(try Data(contentsOf: workspace.file("out/mesh.ply")).starts(with: Data("ply\n".utf8)))
    #expect(try workspace.leftBehind == ["out"])
    try note("out/mine.txt")
    try reconstruct(workspace.output.path, "--force").expectFailure(73, says: ["mine.txt in it"])
    #expect(try text("out/mine.txt") == "keep me")
  }

  @Test func forceFillsAnEmptyFolder() throws {
    try FileManager.default.createDirectory(at: workspace.output, withIntermediateDirectories: false)
    #expect(try reconstruct(workspace.output.path + "/", "--force").status == 2)
    #expect(try workspace.leftBehind == ["out"])
    #expect(try Data(contentsOf: workspace.file("out/mesh.ply")).starts(with: Data("ply\n".utf8)))
  }

  @Test func aFailureLeavesTheEarlierResult() throws {
    try #require(try reconstruct(workspace.output.path).status == 2)
    let first = try text("out/result.json")
    try workspace.write(try workspace.images("depth")[2], Data("no image".utf8))
    try reconstruct(workspace.output.path, "--force").expectFailure(65, says: ["frame 1700000000.677966"])
    #expect(try text("out/result.json") == first)
    #expect(try workspace.leftBehind == ["out"])
  }

  @Test(arguments: [["info"], ["reconstruct", "--output"]]) func standardOutputThatIsFull(_ verb: [String]) throws {
    let output = verb.count > 1 ? [verb[1], workspace.output.path] : []
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let running = try Running([verb[0], workspace.recording.path] + output, standardOutput: full)
    try running.outcome().expectFailure(73, says: ["standard output"])
  }

  @Test func timings() throws {
    let file = workspace.file("timings.json")
    #expect(try reconstruct(workspace.output.path, "--timings", file.path).status == 2)
    let stages = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Double])
    #expect(Set(stages.keys) == ["markers", "tracking", "fusion", "analysis"])
    #expect(stages.values.allSatisfy { $0 >= 0 && $0 < 600 })
    try reconstruct(workspace.file("second").path, "--timings", "/no/such/timings.json")
      .expectFailure(73, says: ["/no/such/timings.json"])
    #expect(try workspace.leftBehind == ["out", "timings.json"])
  }
}
