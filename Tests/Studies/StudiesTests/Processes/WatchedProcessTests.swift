import Foundation
import Platform
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
      // It is looked at before it has taken so much, too.
      "/usr/bin/env", ["python3", "-c", "import time; time.sleep(0.1); a = bytearray(200_000_000); time.sleep(20)"],
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

  /// Of what a program says only the end is kept: a thousand lines, and 64 KiB.
  @Test func whatIsSaidBeforeTheEndIsDropped() {
    let lines = run("i=0; while [ $i -lt 1500 ]; do echo $i; i=$((i+1)); done >&2")
    #expect(lines.lastWords == (500..<1500).map(String.init))
    // Lines of 1000 characters, said at once and slowly; the first line that is kept is cut.
    for (first, pause) in [(100, ""), (300, "sleep 0.001; ")] {
      let block = String(repeating: "x", count: 996)
      let end = run("i=\(first); while [ $i -lt 400 ]; do echo ${i}\(block); \(pause)i=$((i+1)); done >&2; exit 3")
      #expect(end.way == .exited(3))
      #expect(end.lastWords.last?.hasPrefix("399x") == true)
      let bytes = end.lastWords.reduce(0) { $0 + $1.utf8.count + 1 }
      #expect((65_000...65_536).contains(bytes), "\(bytes)")
    }
  }

  /// A byte alone is heard: the first that is said, and the last, which is one more than a block of 4096 holds.
  @Test func aByteAloneIsHeard() throws {
    let folder = try TemporaryFolder()
    let (go, number) = (folder.url.appending(path: "go").path, folder.url.appending(path: "pid").path)
    let isDead = {
      guard let process = try? String(contentsOfFile: number, encoding: .utf8) else { return false }
      let status = try? String(contentsOfFile: "/proc/\(process.dropLast())/status", encoding: .utf8)
      return status?.contains("State:\tZ") == true
    }
    var looks = 0
    let end = run(
      "cd '\(folder.url.path)'; echo $$ >pid; printf a >&2; until [ -e go ]; do :; done; exec head -c4097 /dev/zero >&2"
    ) {
      looks += 1
      if looks == 1 { FileManager.default.createFile(atPath: go, contents: nil) }
      var patience = looks == 1 ? 0 : 5000
      while patience > 0, !isDead() {
        usleep(1000)
        patience -= 1
      }
      return false
    }
    #expect(end.way == .exited(0))
    #expect(end.lastWords.map(\.utf8.count) == [4098])
  }

  #if canImport(Glibc)
    /// Who starts this program may have it ignore how others end: a watched one ends all the same, without a code.
    @Test func anEndThatIsIgnoredIsNoticed() async {
      await #expect(processExitsWith: .success) {
        signal(SIGCHLD, SIG_IGN)
        #expect(WatchedProcess("/bin/sh", ["-c", "exit 3"]).run().way == .exited(-1))
      }
    }
  #endif

  /// Whoever is told that its time is over may tidy up; what has taken too much memory may not.
  @Test func aProgramMayTidyUp() {
    let end = run(
      "trap 'sleep 0.1; echo tidied >&2; exit 0' TERM; while :; do sleep 0.02; done", ProcessLimits(time: 0.2))
    #expect(end.way == .timeLimit)
    #expect(end.lastWords.last == "tidied")
    let program = """
      import signal, sys, time
      signal.signal(signal.SIGTERM, lambda *_: (sys.stderr.write('tidied\\n'), sys.exit(0)))
      a = bytearray(200_000_000)
      time.sleep(20)
      """
    let large = WatchedProcess(
      "/usr/bin/env", ["python3", "-c", program], limits: ProcessLimits(time: 30, memory: 100_000_000)
    ).run()
    #expect(large.way == .memoryLimit)
    #expect(large.lastWords.isEmpty)
  }

  /// The wall stands a gibibyte above the watcher's limit, and is one of memory.
  @Test func theWallIsThatOfTheSystem() async throws {
    #expect(MemoryWall.margin == 1_073_741_824)
    #if canImport(Glibc)
      await #expect(processExitsWith: .success) {
        MemoryWall.set(64_000_000_000)
        let limit = try #require(rlimit(of: RLIMIT_DATA))
        #expect(limit.rlim_cur == min(64_000_000_000, limit.rlim_max))
      }
    #endif
  }

  @Test func standardInputIsTheLifelineAndSaysNothing() {
    #expect(run("read line && exit 1; exit 0", ProcessLimits(time: 0.3)).way == .timeLimit)
  }
}
