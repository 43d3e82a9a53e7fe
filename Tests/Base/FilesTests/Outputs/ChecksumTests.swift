import Foundation
import Files
import TestSupport
import Testing

@Suite struct ChecksumTests {
  /// Files are read in parts of 1 MiB.
  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 3_000_000]) func aFileHasTheDigestOfItsBytes(count: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("file")
    let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try content.write(to: file)
    #expect(Checksum.sha256(of: file) == Checksum.sha256(content))
  }

  @Test func whatIsNoFileHasNone() throws {
    let folder = try TemporaryFolder()
    #expect(Checksum.sha256(of: folder.url) == nil)
    #expect(Checksum.sha256(of: folder.url.appendingPathComponent("none")) == nil)
  }
}
