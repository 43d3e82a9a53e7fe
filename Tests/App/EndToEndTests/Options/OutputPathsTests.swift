import Foundation
import TestSupport
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

  @Test(arguments: ["/proc/x", "/proc/no/such/out", "/dev/null/out"]) func anImpossiblePlace(_ path: String) throws {
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
    // Quiet: what was written is told before.
    let running = try Running([verb[0], workspace.recording.path, "--quiet"] + output, standardOutput: full)
    try running.outcome().expectFailure(73, says: ["standard output"])
  }

  @Test func timings() throws {
    let file = workspace.file("timings.json")
    #expect(try reconstruct(workspace.output.path, "--timings", file.path).status == 2)
    let stages = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Double])
    #expect(Set(stages.keys) == ["markers", "tracking", "fusion", "analysis"])
    #expect(stages.values.allSatisfy { $0 >= 0 && $0 < 600 })
    try reconstruct(workspace.file("second").path, "--timings", "/proc/no/timings.json")
      .expectFailure(73, says: ["/proc/no/timings.json"])
    try reconstruct(workspace.file("second").path, "--timings", file.path).expectFailure(
      73, says: ["timings.json", "exists"])
    let within = try reconstruct(workspace.file("second").path, "--timings", workspace.file("second/t.json").path)
    #expect(within.status == 64)
    #expect(within.narration.contains("--timings: expected a file outside of the output folder"))
    #expect(try workspace.leftBehind == ["out", "timings.json"])
  }

  /// The scan took minutes; its timings are a by-product.
  @Test func timingsThatCannotBeWrittenCostNoScan() throws {
    let outcome = try reconstruct(workspace.output.path, "--timings", "/dev/full")
    #expect(outcome.status == 73)
    #expect(outcome.narration.contains("/dev/full: can't be written"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).count == 9)
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
        == .typeCharacterSpecial)
  }

  /// A working folder that somebody has deleted: what is relative lies nowhere, and not in the root folder.
  @Test func aDeletedWorkingFolderHasNothingAndTakesNothing() throws {
    let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
    let gone = "mkdir '\(workspace.file("d").path)'; cd '\(workspace.file("d").path)'; rmdir ../d; "
    let call = "--joint knee --side right --view lateral"
    for output in ["rel-\(UUID())", "./a/b-\(UUID())", "../c-\(UUID())", "../d/e-\(UUID())"] {
      let written = try Command.shell(gone + "\"$0\" motion '\(knee)' \(call) -o \(output)")
      #expect(written.status == 73, Comment(rawValue: written.narration))
      #expect(written.stdout.isEmpty, Comment(rawValue: written.narration))
      #expect(written.narration.contains("working folder does not exist"))
      for place in ["/", workspace.file("").path + "/"] {
        #expect(!FileManager.default.fileExists(atPath: place + output))
      }
    }
    let read = try Command.shell(gone + "\"$0\" motion knee.trc \(call)")
    #expect(read.status == 66)
    #expect(read.narration.contains("working folder does not exist"))
    let absolute = try Command.shell(gone + "\"$0\" motion '\(knee)' \(call) -o '\(workspace.output.path)'")
    #expect(absolute.status == 0)
    #expect(FileManager.default.fileExists(atPath: workspace.output.path + "/motion.json"))
  }

  /// In errors, too; the middle of another path stays as it is.
  @Test func pathsAreToldAsTheyWereGiven() throws {
    let folder = workspace.file("").path
    let call = { (path: String) in "cd '\(folder)'; \"$0\" info '\(path)'" }
    #expect(try Command.shell(call("no/where")).narration.hasPrefix("error: no/where: "))
    #expect(try Command.shell(call(folder + "/nowhere")).narration.hasPrefix("error: nowhere: "))
    let other = "/other" + folder + "/nowhere"
    #expect(try Command.shell(call(other)).narration.hasPrefix("error: \(other): "))
  }

  @Test func parentFoldersAreMadeAndTakenBack() throws {
    let deep = workspace.file("a/b/out")
    #expect(try reconstruct(deep.path).status == 2)
    #expect(FileManager.default.fileExists(atPath: deep.appendingPathComponent("result.json").path))
    try FileManager.default.removeItem(at: workspace.file("a"))
    try workspace.write(try workspace.images("depth")[2], Data("no image".utf8))
    #expect(try reconstruct(deep.path).status == 65)
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test(arguments: ["rgb.txt", "cap.yaml", "new/../depth.txt"]) func anInputIsNoOutput(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: workspace.recording.appendingPathComponent("new"), withIntermediateDirectories: false)
    let file = workspace.recording.path + "/" + name
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let recording = workspace.recording.path
    for arguments in [
      ["info", recording, "--detections"], ["reconstruct", recording, "-o", workspace.output.path, "--timings"],
    ] {
      try Command.run(arguments + [file, "--force"]).expectFailure(73, says: [name, "apart from what is read"])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test func aCompleteResultIsNotReplacedInSilence() throws {
    let result = try String(
      contentsOf: try SampleRecording.result.get().appendingPathComponent("result.json"), encoding: .utf8)
    try note("out/result.json", result.replacingOccurrences(of: "\"incomplete\"", with: "\"complete\""))
    let outcome = try reconstruct(workspace.output.path, "--force")
    #expect(outcome.status == 2)
    #expect(outcome.lines.contains("note: the earlier result had a CVAI, the one that replaces it has none"))
  }
}
