import Foundation
import Testing

@testable import Recordings

/// What programs write and say.
@Suite struct ChildProcessTests {
  /// All of what a script writes, whether it ended well, and its last words; nil where it can't be started.
  private func run(_ script: String, limit: Int) throws -> (bytes: [UInt8]?, endedWell: Bool, words: String?)? {
    guard var process = ChildProcess("/bin/sh", ["-c", script]) else { return nil }
    let bytes = try process.readAll(limit: limit, patience: 5)
    let endedWell = bytes != nil && process.endedWell(patience: 5)
    return (bytes, endedWell, process.lastWords())
  }

  /// In several pieces.
  @Test(arguments: [(100_000, true), (99_999, false)]) func theLimitMayBeReached(limit: Int, isRead: Bool) throws {
    let found = try #require(try run("head -c 100000 /dev/zero", limit: limit))
    #expect(found.bytes?.count == (isRead ? 100_000 : nil))
  }

  @Test func oneByteIsSomething() throws {
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
}
