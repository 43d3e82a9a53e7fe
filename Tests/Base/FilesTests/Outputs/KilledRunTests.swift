import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

/// What a run leaves that is killed while it writes, and what the next run makes of it. Each runs in a process of its own.
@Suite struct KilledRunTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let earlier = #"{"schema": "calvaria/result/1", "run": "earlier"}"#
  private static let later = #"{"schema": "calvaria/result/1", "run": "later"}"#
  /// The largest file that a process may write which is killed by that, in bytes.
  private static let limit = 65_536

  private var place: URL { folder.url.appendingPathComponent("out") }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }
  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }
  private func put(_ text: String, _ name: String) throws {
    let file = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Lets no file of this process grow beyond the limit: the system kills it in the middle of a larger one, unless the
  /// signal is ignored.
  private static func limitFiles(_ action: sig_t? = SIG_DFL) {
    signal(SIGXFSZ, action)
    // Threads of a pool block signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    #expect(rlimit(rlim_cur: 0, rlim_max: 0).set(for: RLIMIT_CORE))
    #expect(rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit)).set(for: RLIMIT_FSIZE))
  }

  @Test func aFolderIsNotThereUntilItIsFinished() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = place.path as String] in
      let output = try OutputFolder(URL(filePath: path), force: false)
      try output.write([("result.json", Data(Self.later.utf8)), ("mesh.ply", Data("ply".utf8))])
      kill(getpid(), SIGKILL)
    }
    let left = try names
    #expect(left.count == 1 && left[0].hasPrefix(".out.partial-"), "\(left)")
    let next = try OutputFolder(place, force: false)
    try next.write([("result.json", Data(Self.later.utf8))])
    try next.finish()
    #expect(try names == ["out"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["result.json"])
  }

  /// In the middle of one of its files.
  @Test func aFolderKilledWithinAFileIsNotThere() async throws {
    await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = place.path as String] in
      let output = try OutputFolder(URL(filePath: path), force: false)
      Self.limitFiles()
      try output.write([("result.json", Data(Self.later.utf8)), ("mesh.ply", Data(count: 4 * Self.limit))])
    }
    let left = try names
    #expect(left.count == 1 && left[0].hasPrefix(".out.partial-"), "\(left)")
    try OutputFolder(place, force: false).discard()
    #expect(try names.isEmpty)
  }

  /// The earlier result, with what was added to it, or the later one, with that carried over, stands there whole.
  @Test(arguments: [false, true]) func oneOfTwoResultsIsThere(isExchanged: Bool) async throws {
    try put(Self.earlier, "out/result.json")
    try put("rated", "out/rating.json")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = place.path as String, isExchanged = isExchanged as Bool] in
      let output = try OutputFolder(URL(filePath: path), force: true)
      try output.write([("result.json", Data(Self.later.utf8))])
      _ = try output.finish { earlier, aside in
        if isExchanged { #expect(FileSystem.exchange(earlier, aside)) }
        kill(getpid(), SIGKILL)
        return false
      }
    }
    let left = try names
    #expect(left.count == 2 && left[0].hasPrefix(".out.partial-") && left[1] == "out", "\(left)")
    #expect(try text("out/result.json") == (isExchanged ? Self.later : Self.earlier))
    #expect(try text("out/rating.json") == "rated")
    try OutputFolder(place, force: true).discard()
    #expect(try names == ["out"] && text("out/rating.json") == "rated")
  }

  @Test(arguments: [false, true]) func aFileIsNotThereUntilItIsWhole(isReplaced: Bool) async throws {
    if isReplaced { try put("earlier", "out") }
    await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = place.path as String] in
      let output = try OutputFile(URL(filePath: path), force: true)
      Self.limitFiles()
      try output.write(Data(count: 4 * Self.limit))
    }
    let aside = try #require(try names.first)
    #expect(aside.hasPrefix(".out.partial-"))
    #expect(try Data(contentsOf: folder.url.appendingPathComponent(aside)).count == Self.limit)
    #expect(FileManager.default.fileExists(atPath: place.path) == isReplaced)
    if isReplaced { #expect(try text("out") == "earlier") }
    try OutputFile(place, force: true).write(Data("later".utf8))
    #expect(try names == ["out"] && text("out") == "later")
  }

  /// A page and its print: while one is written, both are the earlier ones.
  @Test(arguments: [true, false]) func filesThatBelongTogetherAreOfOneAge(isKilled: Bool) async throws {
    for name in ["a", "b"] { try put("earlier", name) }
    let (path, large) = (folder.url.path, 4 * Self.limit)
    if isKilled {
      await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = path as String, large = large as Int] in
        Self.limitFiles()
        try Self.writePair(in: path, large)
      }
    } else {
      await #expect(processExitsWith: .success) { [path = path as String, large = large as Int] in
        Self.limitFiles(SIG_IGN)
        #expect(throws: OutputError.self) { try Self.writePair(in: path, large) }
      }
      #expect(try names == ["a", "b"])
    }
    #expect(try text("a") == "earlier" && text("b") == "earlier")
    try Self.writePair(in: path, 5)
    #expect(try names == ["a", "b"] && text("a") == "later" && text("b").utf8.count == 5)
  }

  private static func writePair(in path: String, _ count: Int) throws {
    let files = try ["a", "b"].map { try OutputFile(URL(filePath: path + "/" + $0), force: true) }
    try OutputFile.write([(files[0], Data("later".utf8)), (files[1], Data(count: count))])
  }

  /// A disk that takes no more is an error, and nothing is left.
  @Test func aFileThatDoesNotFitLeavesNothing() async throws {
    await #expect(processExitsWith: .success) { [path = place.path as String] in
      let output = try OutputFile(URL(filePath: path), force: false)
      Self.limitFiles(SIG_IGN)
      #expect(throws: OutputError.self) { try output.write(Data(count: 4 * Self.limit)) }
    }
    #expect(try names.isEmpty)
  }

  /// As somebody who is not root, whom nothing is forbidden.
  @Test func aFolderThatMayNotBeWrittenIsRefused() async throws {
    try put("", "closed/inner/f")
    try put(Self.earlier, "closed/out/result.json")
    for name in ["closed/inner", "closed"] {
      try #require(chmod(folder.url.appendingPathComponent(name).path, 0o555) == 0)
    }
    defer { chmod(folder.url.appendingPathComponent("closed").path, 0o755) }
    await #expect(processExitsWith: .success) { [closed = folder.url.path + "/closed" as String] in
      if getuid() == 0 { #expect(setuid(65_534) == 0) }
      for name in ["new", "inner/f", "inner/a/b", "out"] {
        let url = URL(filePath: closed + "/" + name)
        let (file, folder) = (
          #expect(throws: OutputError.self, "\(name)") { try OutputFile(url, force: true) },
          #expect(throws: OutputError.self, "\(name)") { try OutputFolder(url, force: true) }
        )
        #expect(file?.subject == url.path)
        #expect(folder?.subject == url.path)
      }
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 5)
  }
}
