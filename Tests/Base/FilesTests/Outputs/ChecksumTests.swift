import Foundation
import TestSupport
import Testing

@testable import Files

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

/// Files that hold their own digest.
@Suite struct SealTests {
  private static let text = "head\ndigest \(Seal.blank)\nbody \(Seal.blank)\n"
  private static let sealed = Seal.sealed(Data(text.utf8))
  private static let digest = String(decoding: sealed.dropFirst(12).prefix(64), as: UTF8.self)

  @Test func theDigestIsThatOfTheFileWithZerosInItsPlace() {
    #expect(Self.digest == Checksum.sha256(Data(Self.text.utf8)))
    #expect(Self.sealed.count == Self.text.utf8.count)
    #expect(!Seal.isBroken(Self.sealed, digest: Self.digest))
  }

  @Test(arguments: [0, 3, 12, 40, 76, 80, 146]) func anyFlippedBitIsKnown(_ byte: Int) {
    var changed = Self.sealed
    changed[byte] ^= 1
    let digest = String(decoding: changed.dropFirst(12).prefix(64), as: UTF8.self)
    #expect(Seal.isBroken(changed, digest: digest))
  }

  @Test func bytesWithoutAPlaceStayAsTheyAre() {
    #expect(Seal.sealed(Data("none".utf8)) == Data("none".utf8))
    #expect(Seal.isBroken(Data("none".utf8), digest: "none"))
    #expect(Seal.isBroken(Data(), digest: Self.digest))
  }

  /// The digests of nothing and of `abc`, by FIPS 180-4; the second has digits that are 0 in front.
  @Test func aKnownDigest() {
    #expect(Checksum.sha256(Data("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Checksum.sha256(Data()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
