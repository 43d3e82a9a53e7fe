import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Bytes of a file as libzip asks for them.
@Suite struct FilePlaceTests {
  private func read(_ place: inout FilePlace, _ count: Int) -> (got: Int64, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { place.read($0) }
    return (got, Array(bytes.prefix(max(0, Int(got)))))
  }

  /// Small reads, which are kept, and larger ones in any order, against the file itself.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func anyPartIsThatOfTheFile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let content = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bytes")
    try Data(content).write(to: url)
    let descriptor = open(url.path, O_RDONLY)
    defer { close(descriptor) }
    var place = FilePlace(descriptor: descriptor, size: content.count)
    for step in 0..<300 {
      if Int.random(in: 0..<3, using: &random) > 0 { place.offset = Int.random(in: 0...content.count, using: &random) }
      let start = place.offset
      let most = [1, 30, 500, 4095, 4096, 4097, 9000].randomElement(using: &random)!
      let count = Int.random(in: 1...most, using: &random)
      let (got, bytes) = read(&place, count)
      let expected = content[start..<min(start + count, content.count)]
      #expect(got == Int64(expected.count), "seed \(seed), step \(step)")
      #expect(bytes.elementsEqual(expected), "seed \(seed), step \(step)")
      #expect(place.offset == start + expected.count, "seed \(seed), step \(step)")
    }
  }

  /// What follows a header is kept: when the file is emptied, it is still there, and what lies behind is not.
  @Test func whatIsKeptIsNotAskedForAgain() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bytes")
    let content = (0..<6000).map { UInt8($0 % 251) }
    try Data(content).write(to: url)
    let (descriptor, writeOnly) = (open(url.path, O_RDWR), open(url.path, O_WRONLY))
    defer { for end in [descriptor, writeOnly] { close(end) } }
    var place = FilePlace(descriptor: descriptor, size: content.count)
    let first = read(&place, 4)
    #expect(first.bytes == Array(content[..<4]))
    try #require(ftruncate(descriptor, 0) == 0)
    let (kept, behind) = (read(&place, 4092), read(&place, 1))
    #expect(kept.bytes == Array(content[4..<4096]))
    #expect(behind.got == 0)
    // A file that may only be written.
    var other = FilePlace(descriptor: writeOnly, size: content.count)
    for count in [4, 5000] {
      let none = read(&other, count).got
      #expect(none == -1)
    }
  }
}
