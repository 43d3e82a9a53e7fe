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
  }

  @Test func equalFilesGiveEqualBytes() throws {
    let first = ZipWriter.data(Self.files)
    sleep(2)  // a ZIP counts in steps of two seconds
    #expect(first == ZipWriter.data(Self.files))
  }
}
