import Foundation
import Testing

@testable import Recordings

/// What programs write and say.
@Suite struct ChildProcessTests {
  /// All of what a script writes, whether it ended well, and its last words; nil where it can't be started.
  private func run(_ script: String, limit: Int) throws -> (bytes: [UInt8]?, endedWell: Bool, words: String?)? {
    guard var process = ChildProcess("/bin/sh", ["-c", script]) else { return nil }
    let bytes = try process.readAll(limit: limit, patience: 60)
    let endedWell = bytes != nil && process.endedWell(patience: 60)
    return (bytes, endedWell, process.lastWords())
  }

  /// In several pieces.
  @Test(arguments: [(100_000, true), (99_999, false)]) func theLimitMayBeReached(limit: Int, isRead: Bool) throws {
    let found = try #require(try run("head -c 100000 /dev/zero", limit: limit))
    #expect(found.bytes?.count == (isRead ? 100_000 : nil))
  }

  @Test func whatHasNoEndIsNotReadToIt() throws {
    let found = try #require(try run("exec yes", limit: 200_000))
    #expect(found.bytes == nil)
  }

  @Test func aSingleByteIsRead() throws {
    let found = try #require(try run("printf x; printf y >&2", limit: 10))
    #expect(found.bytes == [UInt8(ascii: "x")])
    #expect(found.words == "y")
    #expect(found.endedWell)
  }

  @Test func aLongLineIsCutAtItsEnd() throws {
    let found = try #require(try run("echo \(String(repeating: "begin", count: 60)), end >&2; exit 3", limit: 10))
    #expect(found.words == String(repeating: "begin", count: 40))
    #expect(!found.endedWell)
  }

  /// Two megabytes of warnings after the last picture: more than a pipe holds.
  @Test func aProgramMayHaveMuchToSay() throws {
    let warnings = "exec 1>&-; head -c 2000000 /dev/zero | tr '\\0' w >&2; echo >&2; echo done >&2"
    let found = try #require(try run(warnings, limit: 10))
    #expect(found.bytes == [])
    #expect(found.endedWell)
    #expect(found.words == "done")
  }

  /// What it wrote and said before is there.
  @Test func aProgramThatHangsIsGivenUp() throws {
    guard var process = ChildProcess("/bin/sh", ["-c", "echo so far; echo words >&2; exec 2>&-; exec sleep 60"]) else {
      Issue.record("no shell")
      return
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    var wasSilent = false
    do { _ = try bytes.withUnsafeMutableBytes { try process.read($0, patience: 1) } } catch { wasSilent = true }
    #expect(wasSilent)
    #expect(String(decoding: bytes.prefix(7), as: UTF8.self) == "so far\n")
    let words = process.lastWords()
    #expect(words == "words")
  }
}
