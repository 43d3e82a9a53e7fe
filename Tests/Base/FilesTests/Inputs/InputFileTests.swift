import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Files

/// Files that are read whole.
@Suite struct InputFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test(arguments: [0, 1, 4096, 100_000]) func aFileIsReadWhole(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    try Data(bytes).write(to: URL(fileURLWithPath: path("f")))
    #expect(try InputFile.bytes(path("f"), atMost: count) == bytes)
    #expect(try InputFile.start(path("f"), count: 10) == Array(bytes.prefix(10)))
    if count > 0 {
      #expect(throws: InputFile.Fault.tooLarge(bytes: count, limit: count - 1)) {
        try InputFile.bytes(path("f"), atMost: count - 1)
      }
    }
  }

  /// A sparse file of 3 GB takes neither time nor memory.
  @Test func aHugeFileIsNotRead() throws {
    try Data().write(to: URL(fileURLWithPath: path("f")))
    let size = 3 << 30
    try #require(truncate(path("f"), size) == 0)
    #expect(throws: InputFile.Fault.tooLarge(bytes: size, limit: 1000)) { try InputFile.bytes(path("f"), atMost: 1000) }
    #expect(try InputFile.start(path("f"), count: 3) == [0, 0, 0])
  }

  /// The system's own files state no size and give a page at a time. One of them lists what is in memory, line by line.
  @Test(
    .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/maps"), "needs /proc, which only Linux has"))
  func aFileThatStatesNoSizeIsReadToItsEnd() throws {
    let name = "/proc/self/maps"
    let text = String(decoding: try InputFile.bytes(name, atMost: 1 << 24), as: UTF8.self)
    #expect(text.utf8.count > 4096 && text.hasSuffix("\n"))
    #expect(
      text.split(separator: "\n").allSatisfy { $0.prefixMatch(of: #/[0-9a-f]+-[0-9a-f]+ [r-][w-][x-][ps] /#) != nil })
    #expect(throws: InputFile.Fault.tooLarge(bytes: 11, limit: 10)) { try InputFile.bytes(name, atMost: 10) }
    #expect(try InputFile.start(name, count: 100).count == 100)
  }

  /// Opening a pipe for reading waits for a writer, who never comes.
  @Test func nothingButRegularFilesIsOpened() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: InputFile.Fault.notRegular(kind: .phrase("pipe"))) { try InputFile.bytes(path("pipe"), atMost: 10) }
    #expect(throws: InputFile.Fault.notRegular(kind: .phrase("pipe"))) { try InputFile.start(path("pipe"), count: 10) }
    #expect(throws: InputFile.Fault.notRegular(kind: .phrase("folder"))) {
      try InputFile.bytes(folder.url.path, atMost: 10)
    }
    #expect(throws: InputFile.Fault.notRegular(kind: .phrase("device"))) {
      try InputFile.bytes("/dev/zero", atMost: 10)
    }
  }

  @Test func whatIsNotThereIsMissing() throws {
    try Data("a".utf8).write(to: folder.url.appending(path: "file"))
    for name in [path("none"), path("none") + "/f", path("file") + "/f", "a\0b"] {
      #expect(throws: InputFile.Fault.missing) { try InputFile.bytes(name, atMost: 10) }
    }
    #expect(symlink(path("loop"), path("loop")) == 0)
    #expect(throws: InputFile.Fault.unreadable(reason: String(cString: strerror(ELOOP)))) {
      try InputFile.bytes(path("loop"), atMost: 10)
    }
  }
}
