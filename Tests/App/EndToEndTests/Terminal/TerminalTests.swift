import Foundation
import Testing

/// What people at a terminal see.
@Suite struct TerminalTests {
  @Test func aBarIsDrawnAndWipedOut() throws {
    let workspace = try Workspace()
    let terminal = try PseudoTerminal()
    let running = try Running(
      ["reconstruct", try SampleRecording.whole.get().path, "-o", workspace.output.path, "--voxel-mm", "2"],
      standardError: terminal.inner)
    var seen = Data()
    while running.isRunning {
      seen += terminal.drain()
      usleep(2000)
    }
    let outcome = try running.outcome()
    seen += terminal.drain()
    let text = String(decoding: seen, as: UTF8.self)
    #expect(outcome.status == 0)
    for stage in ["markers", "tracking", "fusion", "analysis"] { #expect(text.contains("\u{1B}[K\(stage)")) }
    #expect(text.contains("█"))
    #expect(text.contains(" %  "))
    #expect(text.contains("s left"))
    #expect(!text.contains(" 0 s left"))
    let last = try #require(text.range(of: "\u{1B}[K", options: .backwards))
    #expect(text[last.upperBound...].hasPrefix("written to"), "the bar stays")
    #expect(!outcome.text.contains("\u{1B}"))
  }

  /// What a run writes to a terminal of so many columns.
  private func told(_ arguments: [String], columns: UInt16 = 80) throws -> (text: String, status: Int32) {
    let terminal = try PseudoTerminal(columns: columns)
    let running = try Running(arguments, standardOutput: terminal.inner, standardError: terminal.inner)
    var seen = Data()
    while running.isRunning {
      seen += terminal.drain()
      usleep(2000)
    }
    let status = try running.outcome().status
    return (String(decoding: seen + terminal.drain(), as: UTF8.self), status)
  }

  @Test func aSimulationShowsItsProgressToo() throws {
    let workspace = try Workspace()
    let (text, status) = try told(["phantom", workspace.output.path, "--frames", "12"])
    #expect(status == 0, Comment(rawValue: text))
    #expect(text.contains("\u{1B}[Ksimulation"), Comment(rawValue: text))
    #expect(text.contains("█"), Comment(rawValue: text))
    let quiet = try told(["phantom", workspace.output.path, "--frames", "2", "--force", "--quiet"])
    #expect(quiet.status == 0, Comment(rawValue: quiet.text))
    #expect(!quiet.text.contains("\u{1B}"), Comment(rawValue: quiet.text))
  }

  @Test func aNarrowTerminalBreaksNoWord() throws {
    let recording = try SampleRecording.glimpse.get().path
    let (text, status) = try told(["info", recording], columns: 60)
    let plain = try Command.run("info", recording).text
    #expect(status == 0)
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(plain.split(separator: "\n").contains { $0.count > 60 })
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(text) == words(plain))
  }

  /// As a path it would stand for the current folder.
  @Test func anEmptyArgumentIsRefused() throws {
    try Command.run("info", "").expectFailure(64, says: ["info: expected", "found an empty argument"])
    try Command.run("reconstruct", "rec", "-o", "", "--force").expectFailure(64, says: ["-o: expected"])
  }

  @Test func quietTellsNothingAndVerboseTellsWhatIsRead() throws {
    let recording = try SampleRecording.glimpse.get().path
    let workspace = try Workspace()
    let quiet = try Command.run("replay", recording, "-o", workspace.output.path, "-q")
    #expect(quiet.status == 0)
    #expect(quiet.stderr.isEmpty)
    #expect(!quiet.stdout.isEmpty)
    let verbose = try Command.run("replay", recording, "-o", workspace.output.path, "--force", "-v")
    #expect(verbose.status == 0)
    #expect(verbose.text == quiet.text)
    #expect(verbose.narration.firstMatch(of: /calvaria \d+\.\d+\.\d+\n/) != nil, Comment(rawValue: verbose.narration))
    #expect(verbose.narration.contains("reads \(recording)\n"))
    #expect(verbose.narration.contains(/replay: \d+\.\d\d s\n/))
    let failed = try Command.run("info", "/no/such", "-q")
    failed.expectFailure(66, says: ["/no/such"])
  }
}
