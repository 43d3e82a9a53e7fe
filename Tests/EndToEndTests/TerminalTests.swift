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
    #expect(text.contains("█") && text.contains("100 %") && text.contains("s left"))
    let last = try #require(text.range(of: "\u{1B}[K", options: .backwards))
    #expect(text[last.upperBound...].hasPrefix("written to"), "the bar stays")
    #expect(!outcome.text.contains("\u{1B}"))
  }
}
