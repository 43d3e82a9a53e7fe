import Foundation
import Testing

/// Bad input, one way of being wrong a test: the exit code, one clear line, nothing half-written.
@Suite struct BadInputTests {
  @Test(arguments: badRecordings) func badRecording(_ bad: BadInput) throws { try bad.check() }

  @Test(arguments: badCapFiles + unfitCaps) func badCap(_ bad: BadInput) throws { try bad.check() }

  @Test(arguments: badLandmarks) func badLandmark(_ bad: BadInput) throws { try bad.check() }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func anUnreadableFolder() throws {
    let bad = BadInput("an unreadable folder", 66, says: ["/rec:", "readable"]) {
      try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0)], ofItemAtPath: $0.recording.path)
    }
    try bad.check()
  }

  @Test func aNameWithControlCharactersStaysOneLine() throws {
    let outcome = try Command.run("info", "/no/such\nfolder\u{1B}[2Jhere")
    outcome.expectFailure(66, says: ["/no/such", "folder", "here"])
  }
}
