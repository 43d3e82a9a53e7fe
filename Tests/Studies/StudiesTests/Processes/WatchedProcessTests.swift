import Foundation
import Platform
import TestSupport
import Testing

@testable import Studies

/// Programs that end well, badly, or not by themselves.
@Suite struct WatchedProcessTests {
  private static let python = "/usr/bin/python3"
  private static let hasPython = FileManager.default.isExecutableFile(atPath: python)

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

  /// It is looked at before it has taken so much, too.
  @Test(.enabled(if: hasPython, "needs python3, which is absent here")) func whatTakesTooMuchMemoryEnds() throws {
    let folder = try TemporaryFolder()
    let go = folder.url.appending(path: "go").path
    let program = """
      import os, time
      while not os.path.exists('\(go)'): pass
      a = bytearray(200_000_000)
      time.sleep(20)
      """
    let limits = ProcessLimits(time: 30, memory: 100_000_000)
    let end = WatchedProcess(Self.python, ["-c", program], limits: limits).run {
      FileManager.default.createFile(atPath: go, contents: nil)
      return false
    }
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
    let pipe = folder.url.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    // Before anybody writes to it, a pipe can be opened only without waiting.
    let reading = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reading >= 0)
    let end = run("exec 3>'\(pipe)'; (sleep 30; echo alive >&3) & exit 3")
    #expect(end.way == .exited(3))
    #expect(end.seconds < 10)
    #expect(fcntl(reading, F_SETFL, 0) == 0)
    // A pipe ends once nobody is left who could write to it.
    let written = try FileHandle(fileDescriptor: reading, closeOnDealloc: true).readToEnd()
    #expect(written ?? Data() == Data())
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

  /// The first byte that is said, at a look, and the last one, which is all that is left at the end.
  @Test func aSingleByteIsHeard() throws {
    let folder = try TemporaryFolder()
    let (go, number) = (folder.url.appending(path: "go").path, folder.url.appending(path: "pid").path)
    let script = "cd '\(folder.url.path)'; printf a >&2; echo $$ >pid; until [ -e go ]; do :; done; printf b >&2"
    var looks = 0
    let end = run(script, ProcessLimits(time: 60)) {
      guard let text = try? String(contentsOfFile: number, encoding: .utf8), let process = Int32(text.dropLast())
      else { return false }
      looks += 1
      // What was said before the look before has been read.
      guard looks == 2 else { return false }
      FileManager.default.createFile(atPath: go, contents: nil)
      // No more is read before the end, which is left to the watcher to take in.
      var info = siginfo_t()
      #expect(waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) == 0)
      return false
    }
    #expect(end.way == .exited(0))
    #expect(end.lastWords == ["ab"])
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

  /// Whoever is told that its time is over may do so.
  @Test func aProgramMayTidyUp() {
    let end = run(
      "trap 'sleep 0.1; echo tidied >&2; exit 0' TERM; while :; do sleep 0.02; done", ProcessLimits(time: 0.2))
    #expect(end.way == .timeLimit)
    #expect(end.lastWords.last == "tidied")
  }

  @Test(.enabled(if: hasPython, "needs python3, which is absent here"))
  func whatHasTakenTooMuchMemoryMayNotTidyUp() {
    let program = """
      import signal, sys, time
      signal.signal(signal.SIGTERM, lambda *_: (sys.stderr.write('tidied\\n'), sys.exit(0)))
      a = bytearray(200_000_000)
      time.sleep(20)
      """
    let limits = ProcessLimits(time: 30, memory: 100_000_000)
    let end = WatchedProcess(Self.python, ["-c", program], limits: limits).run()
    #expect(end.way == .memoryLimit)
    #expect(end.lastWords.isEmpty)
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
