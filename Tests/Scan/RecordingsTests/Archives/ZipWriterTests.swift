import Foundation
import TestSupport
import Testing

@testable import Recordings

@Suite struct ZipWriterTests {
  private static let files: [(name: String, content: Data)] = [
    ("head.stl", Data((0..<70_000).map { UInt8($0 % 7) })), ("Maße.txt", Data("ja\n".utf8)), ("empty", Data()),
  ]

  @Test func theReaderHasTheSameFiles() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.zip")
    let data = try #require(ZipWriter.data(Self.files))
    try data.write(to: file)
    let archive = try ZipArchive(file.path)
    #expect(archive.entries.map(\.name) == Self.files.map(\.name))
    for (entry, file) in zip(archive.entries, Self.files) {
      #expect(Data(try archive.bytes(entry.index, atMost: 1 << 20)) == file.content)
    }
    #expect(data.count < 5000, "deflated")
    // Of 1 January 1980, 0:00, the first moment that a ZIP can state; its owner may write it, and all may read it.
    #expect(data[10..<14].elementsEqual([0, 0, 0x21, 0]))
    let list = try #require(data.firstRange(of: Data([0x50, 0x4B, 1, 2]))).lowerBound
    #expect(data[(list + 38)..<(list + 42)].elementsEqual(SmallZip.little(UInt32(0o100644) << 16)))
  }

  @Test func equalFilesGiveEqualBytes() throws {
    let first = ZipWriter.data(Self.files)
    sleep(2)  // a ZIP counts in steps of two seconds
    #expect(first == ZipWriter.data(Self.files))
  }
}
