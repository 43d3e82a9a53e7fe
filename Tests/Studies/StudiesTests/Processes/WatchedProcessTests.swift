import Foundation
import TestSupport
import Testing

@testable import Studies

/// Programs that end well, badly, or not by themselves.
@Suite struct WatchedProcessTests {
  private func run(
    _ script: String, _ limits: ProcessLimits = ProcessLimits(), isCancelled: () -> Bool = { false }
  ) -> ProcessEnd {
    WatchedProcess("/bin/sh", ["-c", script], limits: limits).run(isCancelled: isCancelled)
  }

  @Test func exitCodesAndLastWordsAreKept() {
    let end = run("echo first >&2; echo second >&2; echo unseen; exit 7")
    #expect(end.way == .exited(7))
    #expect(end.lastWords == ["first", "second"])
    #expect(run("exit 0").way == .exited(0))
  }

  /// A program that says much at once and ends: its end counts, not its beginning.
  @Test func theLastWordsAreTheLast() {
    for _ in 0..<10 {
      let end = run("head -c 60000 /dev/zero | tr '\\0' x >&2; echo >&2; echo why >&2; exit 7")
      #expect(end.way == .exited(7))
      #expect(end.lastWords.last == "why")
    }
  }

  /// Of what stands before a list of calls, the line that says why.
  @Test func theWordsThatTellWhyAreFound() {
    let calls = "; i=0; while [ $i -lt 200 ]; do echo \"at call $i\"; i=$((i+1)); done >&2; kill -ABRT $$"
    let words = { (script: String) in run(script + calls).tellingWords }
    #expect(
      words("echo 'x.swift:3: Fatal error: Index out of range' >&2; echo '*** Signal 4' >&2")
        == "x.swift:3: Fatal error: Index out of range")
    #expect(
      words(
        "echo \"terminate called after throwing an instance of 'cv::Exception'\" >&2; echo '  what():  no such image' >&2"
      )
        == "terminate called after throwing an instance of 'cv::Exception': no such image")
    #expect(words("echo 'a.cpp:7: f: Assertion failed: x' >&2; echo Aborted >&2")?.hasPrefix("a.cpp:7") == true)
    #expect(run("echo one >&2; echo; echo two >&2; exit 3").tellingWords == "two")
    #expect(run("exit 3").tellingWords == nil)
  }

  @Test func aSignalIsToldFromAnExit() { #expect(run("kill -SEGV $$").way == .signalled(SIGSEGV)) }

  @Test func aProgramThatIsNotThereIsToldSo() {
    guard case .notStarted(let reason) = WatchedProcess("/nowhere/program", []).run().way else {
      Issue.record("started")
      return
    }
    #expect(reason == "No such file or directory")
  }

  /// A program that waits for a pipe, and one that does not listen.
  @Test(arguments: ["read line < pipe", "trap '' TERM; while :; do sleep 0.1; done"])
  func whatHangsEndsAtItsLimit(_ script: String) throws {
    let folder = try TemporaryFolder()
    let end = run("cd '\(folder.url.path)'; mkfifo pipe; \(script)", ProcessLimits(time: 0.3))
    #expect(end.way == .timeLimit)
    #expect(end.seconds >= 0.3)
    #expect(end.seconds < 10)
  }

  @Test func whatTakesTooMuchMemoryEnds() {
    let end = WatchedProcess(
      "/usr/bin/env", ["python3", "-c", "import time; a = bytearray(200_000_000); time.sleep(20)"],
      limits: ProcessLimits(time: 30, memory: 100_000_000)
    ).run()
    #expect(end.way == .memoryLimit)
    #expect((end.peakMemory ?? 0) > 100_000_000)
  }

  @Test func aCallOffEndsIt() {
    let begun = ContinuousClock.now
    let end = run("sleep 60", isCancelled: { ContinuousClock.now > begun + .milliseconds(200) })
    #expect(end.way == .cancelled)
    #expect(end.seconds < 10)
  }

  /// What a program has started ends with it, and holds nobody up.
  @Test func grandchildrenEndToo() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("pid").path
    let end = run("sleep 100 & echo $! > '\(file)'; exit 3")
    #expect(end.way == .exited(3))
    #expect(end.seconds < 10)
    let number = try #require(Int32(String(contentsOfFile: file, encoding: .utf8).dropLast()))
    var isGone = false
    for _ in 0..<3000 where !isGone {
      usleep(20_000)
      // Somebody has to take in its end; until then it is there, dead.
      let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
      isGone = status.map { $0.contains("State:\tZ") || $0.contains("State:\tX") } ?? true
    }
    #expect(isGone)
  }

  @Test func standardInputIsTheLifelineAndSaysNothing() {
    #expect(run("read line && exit 1; exit 0", ProcessLimits(time: 0.3)).way == .timeLimit)
  }
}
