import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Studies

/// The right to work on something: one at a time, and no file is left of it.
struct FileLockTests {
  @Test func oneAtATimeAndNothingStays() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "scan/.lock")
    var first = try FileLock(file)
    #expect(first != nil)
    #expect(try FileLock(file) == nil)
    #expect(FileManager.default.fileExists(atPath: file.path))
    first = nil
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try FileLock(file) != nil)
  }

  /// A file that somebody else has put in the place of the lock's is theirs.
  @Test func anotherFileStays() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: ".lock")
    var lock = try FileLock(file)
    #expect(lock != nil)
    try FileManager.default.removeItem(at: file)
    let other = try FileLock(file)
    #expect(other != nil)
    lock = nil
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(try FileLock(file) == nil)
    withExtendedLifetime(other) {}
  }

  /// Whoever waits gets a lock that holds, though the file goes with each of those before.
  @Test func whoWaitsIsAlone() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: ".lock")
    let inside = Mutex(0)
    let most = Mutex(0)
    let done = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      guard let lock = try? FileLock(file, waits: true) else { return }
      let now = inside.withLock { inside in
        inside += 1
        return inside
      }
      most.withLock { $0 = max($0, now) }
      usleep(200)
      inside.withLock { $0 -= 1 }
      done.withLock { $0 += 1 }
      withExtendedLifetime(lock) {}
    }
    #expect(most.withLock { $0 } == 1)
    #expect(done.withLock { $0 } == 200)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
