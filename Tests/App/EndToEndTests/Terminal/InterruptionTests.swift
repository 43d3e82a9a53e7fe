import Foundation
import Testing

/// Ctrl-C and worse, in the middle.
@Suite struct InterruptionTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  /// Starts a reconstruction and returns once its folder aside is there.
  private func started(_ arguments: [String]) throws -> Running {
    let running = try Running(arguments)
    while try workspace.leftBehind.isEmpty && running.isRunning { usleep(500) }
    return running
  }

  private var reconstruct: [String] {
    get throws {
      ["reconstruct", try SampleRecording.whole.get().path, "--output", workspace.output.path, "--threads", "1"]
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalLeavesNothing(_ signal: Int32) throws {
    let running = try started(reconstruct)
    #expect(try workspace.leftBehind.allSatisfy { $0.hasPrefix(".out.partial-") })
    running.send(signal)
    let outcome = try running.outcome()
    #expect(!outcome.wasKilled)
    #expect(outcome.status == 128 + signal)
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.narration == "interrupted\n")
    #expect(try workspace.leftBehind.isEmpty)
  }

  /// Wherever Ctrl-C falls, the result is whole or there is none.
  @Test(arguments: [0.1, 0.3, 0.5, 0.7, 0.9]) func ctrlCAtAnyTime(_ share: Double) throws {
    let running = try started(reconstruct)
    usleep(UInt32(share * 2.5e6))
    running.send(SIGINT)
    let outcome = try running.outcome()
    let left = try workspace.leftBehind
    if left.isEmpty {
      #expect(outcome.status == 130)
      #expect(outcome.stdout.isEmpty)
    } else {
      #expect(left == ["out"])
      #expect([0, SIGINT].contains(outcome.status))
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).count == 11)
    }
  }

  /// Whatever the system refuses, and whenever: the run ends, with a result or without, and a signal gets through.
  @Test(arguments: Array(stride(from: 280_000, through: 440_000, by: 20_000))) func aRunShortOfMemoryEnds(
    _ kilobytes: Int
  )
    throws
  {
    let call = try "exec \"$0\" reconstruct '\(SampleRecording.glimpse.get().path)' --output '\(workspace.output.path)'"
    let outcome = try Command.shell("ulimit -c 0; ulimit -v \(kilobytes); \(call) --threads 2")
    #expect(!(outcome.wasKilled && outcome.status == SIGKILL), "it hangs")
    #expect(!outcome.wasKilled || ![SIGABRT, SIGILL, SIGTRAP].contains(outcome.status), "it crashes")
    if !outcome.wasKilled, outcome.status != 0, outcome.status != 2 {
      let last = outcome.narration.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix("error: "), "\(outcome.narration)")
      #expect(!outcome.narration.contains("narration."), "\(outcome.narration)")
    }
  }

  /// The system's thread pool would end the run with a trap.
  @Test(arguments: [4, 6, 31, 32, 40]) func aRunShortOfHandlesEnds(_ count: Int) throws {
    let call = try "exec \"$0\" info '\(SampleRecording.glimpse.get().path)'"
    let outcome = try Command.shell("ulimit -c 0; ulimit -n \(count); \(call)")
    #expect(!outcome.wasKilled, "\(outcome.narration)")
    if count < 32 {
      #expect(outcome.status == 1)
      #expect(outcome.narration == "error: too few files may be open at once; raise `ulimit -n` to 32 or more\n")
    } else {
      #expect(outcome.status == 0, "\(outcome.narration)")
    }
  }

  @Test func aKilledRunLooksUnfinishedAndDoesNotHinderTheNext() throws {
    let running = try started(reconstruct)
    running.send(SIGKILL)
    #expect(try running.outcome().wasKilled)
    #expect(try workspace.leftBehind.allSatisfy { $0.hasPrefix(".out.partial-") })
    let glimpse = try SampleRecording.glimpse.get().path
    #expect(try Command.run("reconstruct", glimpse, "--output", workspace.output.path).status == 2)
    #expect(FileManager.default.fileExists(atPath: workspace.output.appendingPathComponent("result.json").path))
    #expect(try workspace.leftBehind == ["out"], "the next run takes away what a dead one left")
  }

  @Test func aPhantomIsTakenBackToo() throws {
    let running = try started(["phantom", workspace.output.path, "--frames", "50"])
    running.send(SIGINT)
    let outcome = try running.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.stdout.isEmpty)
    #expect(try workspace.leftBehind.isEmpty)
  }
}
