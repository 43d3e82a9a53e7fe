import Foundation
import Testing

/// `replay`: what it refuses, and that it then leaves nothing.
@Suite struct BadReplayTests {
  @Test func aReplayThatFailsLeavesNothing() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let image = try #require(try workspace.images("rgb").last)
    try workspace.write(image, try workspace.read(image).prefix(2000))
    try Command.run("replay", workspace.recording.path, "--output", workspace.output.path)
      .expectFailure(65, says: [image])
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test func speechThatFailsLeavesNothing() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let program = workspace.file("espeak-ng")
    try Data("#!/bin/sh\nexit 1\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0o755)], ofItemAtPath: program.path)
    let arguments = ["replay", workspace.recording.path, "--output", workspace.output.path]
    try Running(
      arguments + ["--haptics", workspace.file("o.ahap").path, "--speak", workspace.file("o.wav").path],
      path: program.deletingLastPathComponent().path
    ).outcome().expectFailure(69, says: ["espeak-ng", "in the language en"])
    #expect(try workspace.leftBehind == ["espeak-ng"])
  }

  @Test func badInputIsRefusedBeforeAnythingIsWritten() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let run = { (more: [String]) in
      try Command.run(["replay", workspace.recording.path, "--output", workspace.output.path] + more)
    }
    let own = workspace.file("own.yaml")
    try Data("schema: calvaria/feedback-rules/1\nposition: {lost: 1}\n".utf8).write(to: own)
    try run(["--feedback", own.path]).expectFailure(78, says: ["own.yaml, line 2", "`position.lost`"])
    try run(["--feedback", "/no/such"]).expectFailure(66, says: ["/no/such"])
    try run(["--language", "fr"]).expectFailure(78, says: ["--language", "de, en", "fr"])
    try run(["--layout", own.path]).expectFailure(78, says: ["markers.json"])
    try run(["--haptics", "/proc/no/x.ahap"]).expectFailure(73, says: ["/proc/no/x.ahap"])
    #expect(try run(["--turn", "45"]).status == 64)
    #expect(try run(["--announce", "30"]).status == 64)
    let twice = workspace.file("both").path
    #expect(try run(["--haptics", twice, "--speak", twice]).status == 64)
    try Command.run("replay", "/no/such", "--output", workspace.output.path)
      .expectFailure(66, says: ["/no/such: expected the folder of a recording"])
    let mute = try Running(
      ["replay", workspace.recording.path, "--output", workspace.output.path, "--speak", workspace.file("o.wav").path],
      path: "/nowhere"
    ).outcome()
    mute.expectFailure(69, says: ["espeak-ng", "apt-get install"])
    try workspace.remove("cap.yaml")
    try run([]).expectFailure(66, says: ["cap.yaml", "--cap"])
    #expect(try workspace.leftBehind == ["own.yaml"])
  }
}
