import Foundation
import TestSupport
import Testing

/// Bad input, one way of being wrong a test: the exit code, one clear line, nothing half-written.
@Suite struct BadInputTests {
  @Test(arguments: badRecordings) func badRecording(_ bad: BadInput) throws { try bad.check() }

  @Test(arguments: badCapFiles + unfitCaps) func badCap(_ bad: BadInput) throws { try bad.check() }

  @Test(arguments: badLandmarks) func badLandmark(_ bad: BadInput) throws { try bad.check() }

  /// Opening a pipe waits for somebody to write into it.
  @Test(arguments: [
    "rgb.txt", "depth.txt", "intrinsic.json", "cap.yaml", "landmarks.json",
  ]) func aPipeForAFileOfTheRecording(_ name: String) throws {
    let bad = BadInput("a pipe", 66, says: [name, "found a pipe"]) {
      if FileManager.default.fileExists(atPath: $0.recording.appendingPathComponent(name).path) { try $0.remove(name) }
      #expect(mkfifo($0.recording.appendingPathComponent(name).path, 0o600) == 0)
    }
    try bad.check()
  }

  @Test(arguments: [
    "--cap", "--landmarks", "--intrinsics", "--protocol", "--scale",
  ]) func aPipeForAFileOfAnOption(_ option: String) throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    try BadInput("a pipe", 66, says: [pipe, "found a pipe"], arguments: [option, pipe]).check()
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func anUnreadableFolder() throws {
    let bad = BadInput("an unreadable folder", 66, says: ["/rec:", "readable"]) {
      try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0)], ofItemAtPath: $0.recording.path)
    }
    try bad.check()
  }

  @Test func aNameWithControlCharactersStaysOneLine() throws {
    let outcome = try Command.run("info", "/no/such\nfolder\u{1B}[2Jhere")
    outcome.expectFailure(66, says: [#"/no/such\u{A}folder\u{1B}[2Jhere:"#])
  }
}
