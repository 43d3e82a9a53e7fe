import Diagnostics
import Foundation
import Geometry
import Files
import TestSupport
import Testing

@testable import Recordings

@Suite struct ZipArchiveTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  private static func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 * $0 % 251) } }

  /// Opens an archive of some bytes, written to a file of its own.
  private func open(_ bytes: [UInt8], limit: Int = 1000) throws -> ZipArchive {
    let file = FileManager.default.temporaryDirectory.appending(path: "calvaria-\(UUID().uuidString).zip")
    try Data(bytes).write(to: file)
    // An open file can be read after its name is gone.
    defer { try? FileManager.default.removeItem(at: file) }
    return try ZipArchive(file.path, entryLimit: limit)
  }

  private func open(_ entries: SmallZip.Entry...) throws -> ZipArchive { try open(SmallZip(entries).bytes) }

  @Test(arguments: ["seekable", "streamed"]) func archivesOfPythonAreRead(name: String) throws {
    let archive = try ZipArchive(Self.fixtures.appending(path: "\(name).zip").path)
    let expected = [("rgbd/", 0), ("rgbd/0.jpg", 3000), ("rgbd/0.depth", 70_000), ("metadata", 0), ("kopfumriß", 17)]
    #expect(archive.entries.map(\.name) == expected.map(\.0))
    #expect(archive.entries.map(\.size) == expected.map(\.1))
    #expect(archive.entries.map(\.index) == [0, 1, 2, 3, 4])
    #expect(archive.entries[1].packedSize == 3000)
    #expect(archive.entries[2].packedSize < 3000)
    for entry in archive.entries.dropFirst() {
      #expect(try archive.bytes(entry.index, atMost: entry.size) == Self.content(entry.size), "\(entry.name)")
    }
    #expect(throws: ZipError.entry("rgbd/", .notAFile)) { try archive.bytes(0, atMost: 10) }
  }

  @Test(arguments: [1, 2]) func aByteIsAnEntry(count: Int) throws {
    #expect(try open(SmallZip.Entry("a", Self.content(count))).bytes(0, atMost: 9) == Self.content(count))
  }

  @Test func anArchiveWithoutEntriesHasNone() throws {
    #expect(try ZipArchive(Self.fixtures.appending(path: "empty.zip").path).entries == [])
  }

  /// To libzip, no bytes are an archive without entries.
  @Test func noBytesAreNoArchive() throws {
    #expect(throws: ZipError.notAnArchive(reason: "the file is empty")) { try open([UInt8]()) }
    let error = #expect(throws: ZipError.self) { try open([UInt8]([0x50])) }
    guard case .notAnArchive(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason != "the file is empty")
  }

  @Test func handMadeArchivesAreRead() throws {
    var large = SmallZip.Entry.deflated("b/c", Self.content(200_000))
    large.isZip64 = true
    for isZip64 in [false, true] {
      var zip = SmallZip([SmallZip.Entry("a", Self.content(9)), large])
      zip.isZip64 = isZip64
      let archive = try open(zip.bytes)
      #expect(try archive.bytes(0, atMost: 9) == Self.content(9))
      #expect(try archive.bytes(1, atMost: 200_000) == Self.content(200_000))
    }
  }

  @Test func anEntryBeyondTheLimitIsRefused() throws {
    let archive = try open(SmallZip.Entry("a", Self.content(100)))
    #expect(throws: ZipError.entry("a", .tooLarge(bytes: 100, limit: 99))) { try archive.bytes(0, atMost: 99) }
  }

  @Test(arguments: ["../a", "a/../b", "/a", "a//b", "..", "./a", "C:a", "a\\b", ""])
  func namesThatLeadOutsideAreRefused(name: String) {
    #expect(throws: ZipError.name(name, .leadsOutside)) { try open(SmallZip.Entry(name)) }
  }

  @Test func otherNamesAreRefused() {
    #expect(throws: ZipError.name("a\nb", .notText)) { try open(SmallZip.Entry("a\nb")) }
    #expect(throws: ZipError.name("a", .repeated)) { try open(SmallZip.Entry("a"), .init("b"), .init("a")) }
  }

  @Test func whatIsNoPlainFileIsRefused() throws {
    for (mode, name) in [(0o120777, "link"), (0o010644, "fifo"), (0o020644, "device"), (0o040755, "folder")] {
      var entry = SmallZip.Entry(name)
      entry.mode = UInt32(mode)
      let archive = try open(entry)
      #expect(throws: ZipError.entry(name, .notAFile)) { try archive.bytes(0, atMost: 10) }
    }
  }

  @Test func encryptedEntriesAndOtherMethodsAreRefused() throws {
    var entry = SmallZip.Entry("secret", Self.content(40))
    entry.flags = 1
    #expect(throws: ZipError.entry("secret", .encrypted)) { try open(entry).bytes(0, atMost: 40) }
    let packed = try ZipArchive(Self.fixtures.appending(path: "bzip2.zip").path)
    #expect(throws: ZipError.entry("a", .method(12))) { try packed.bytes(0, atMost: 500) }
  }

  @Test func aWrongChecksumIsAnError() throws {
    for entry in [SmallZip.Entry("a", Self.content(50)), .deflated("a", Self.content(50))] {
      var entry = entry
      entry.checksum ^= 1
      #expect(throws: ZipError.entry("a", .checksum)) { try open(entry).bytes(0, atMost: 50) }
    }
  }

  @Test(arguments: [0, 1, 49, 51, 60, 60_000]) func aLieAboutTheSizeIsAnError(size: UInt64) throws {
    var stored = SmallZip.Entry("a", Self.content(50))
    stored.claimedSize = size
    var deflated = SmallZip.Entry.deflated("a", Self.content(50))
    deflated.claimedSize = size
    for entry in [stored, deflated] {
      #expect(throws: ZipError.self) { try open(entry).bytes(0, atMost: 60_000) }
    }
  }

  @Test func aClaimThatDeflateCannotReachIsRefusedBeforeAllocation() throws {
    var bomb = SmallZip.Entry.deflated("bomb", Self.content(50))
    bomb.claimedSize = 1 << 40
    bomb.isZip64 = true
    let archive = try open(bomb)
    #expect(throws: ZipError.entry("bomb", .size)) { try archive.bytes(0, atMost: .max) }
  }

  @Test func entriesThatShareTheirBytesAreRefused() throws {
    let kernel = SmallZip.Entry("a", Self.content(1000))
    let copies = (0..<3).map { i in
      var copy = kernel
      copy.name = "\(i)"
      copy.offset = 0
      return copy
    }
    #expect(throws: ZipError.overlapping) { try open(SmallZip([kernel] + copies).bytes) }
  }

  @Test func moreEntriesThanTheLimitAreRefused() throws {
    let entries = (0..<11).map { SmallZip.Entry("\($0)") }
    #expect(throws: ZipError.tooManyEntries(count: 11, limit: 10)) { try open(SmallZip(entries).bytes, limit: 10) }
    #expect(try open(SmallZip(entries).bytes, limit: 11).entries.count == 11)
  }

  @Test(arguments: [false, true]) func aCountThatIsALieIsRefused(isZip64: Bool) throws {
    for count: UInt64 in [2, 60_000, 1 << 40, .max] where isZip64 || count < 65535 {
      var zip = SmallZip([SmallZip.Entry("a")])
      (zip.claimedCount, zip.isZip64) = (count, isZip64)
      #expect(throws: ZipError.self, "\(count)") { try open(zip.bytes) }
    }
  }

  @Test func everyTruncationIsAnError() throws {
    let bytes = SmallZip([.init("a", Self.content(30)), .deflated("b", Self.content(30))]).bytes
    for length in 0..<bytes.count {
      #expect(throws: ZipError.self, "\(length) bytes") { try open([UInt8](bytes.prefix(length))) }
    }
    #expect(throws: Never.self) { try open(bytes) }
  }

  @Test(arguments: ["seekable", "streamed", "zip64"]) func damagedArchivesNeverCrash(name: String) throws {
    var zip64 = SmallZip([.init("a", Self.content(30)), .deflated("b", Self.content(300))])
    zip64.isZip64 = true
    let sound =
      try name == "zip64" ? zip64.bytes : [UInt8](Data(contentsOf: Self.fixtures.appending(path: "\(name).zip")))
    var random = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<200 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Most of the damage goes to the list at the end.
        let first = Bool.random(using: &random) ? 0 : max(0, bytes.count - 500)
        bytes[Int.random(in: first..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let archive = try open(bytes)
        for entry in archive.entries { _ = try archive.bytes(entry.index, atMost: 100_000) }
      } catch is ZipError {
        refused += 1
      }
    }
    #expect(refused > 40)
  }

  @Test func foldersPipesAndMissingFilesAreRefused() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "calvaria-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let link = folder.appending(path: "link").path
    try #require(symlink(pipe, link) == 0)
    #expect(throws: ZipError.file(.notRegular(kind: .phrase("folder")))) { try ZipArchive(folder.path) }
    #expect(throws: ZipError.file(.notRegular(kind: .phrase("pipe")))) { try ZipArchive(pipe) }
    #expect(throws: ZipError.file(.notRegular(kind: .phrase("pipe")))) { try ZipArchive(link) }
    #expect(throws: ZipError.file(.missing)) { try ZipArchive(folder.path + "/none") }
  }

  /// Each thread reads every entry, starting at another one.
  @Test func threadsReadAtOnce() throws {
    let entries = (0..<40).map { i in
      i % 2 == 0 ? SmallZip.Entry("\(i)", Self.content(5000 + i)) : .deflated("\(i)", Self.content(90_000 + i))
    }
    let archive = try open(SmallZip(entries).bytes)
    let wrong = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for i in 0..<entries.count {
        let index = (i + 5 * thread) % entries.count
        let bytes = try? archive.bytes(index, atMost: 100_000)
        if bytes != entries[index].content { wrong.add() }
      }
    }
    #expect(wrong.count == 0)
  }
}

/// The record at the end of an archive, which is read before libzip reads anything.
@Suite struct ZipEndTests {
  private func count(_ bytes: [UInt8]) throws -> Int? {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.zip")
    try Data(bytes).write(to: file)
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    return ZipEnd.entryCount(descriptor, size: bytes.count)
  }

  /// A comment follows the record, of up to 65,535 bytes, and anything may stand before.
  @Test func theCountIsThatOfTheRecord() throws {
    let plain = SmallZip((0..<3).map { SmallZip.Entry("\($0)") }).bytes
    let before = [UInt8](repeating: 1, count: 70_000)
    let comment = { (count: Int) in [UInt8](repeating: 7, count: count) }
    for bytes in [plain, plain + comment(500), before + plain, before + plain + comment(65_535)] {
      #expect(try count(bytes) == 3)
    }
    for bytes in [[], comment(30), Array(plain.dropLast()), before + plain + comment(65_536)] {
      #expect(try count(bytes) == nil)
    }
  }

  /// 65,535 entries and more have another record, where a locator before the first one says so.
  @Test func aLargeCountHasItsOwnRecord() throws {
    var zip = SmallZip([SmallZip.Entry("a")])
    zip.claimedCount = 65_535
    #expect(try count(zip.bytes) == 65_535)
    (zip.claimedCount, zip.isZip64) = (70_000, true)
    var bytes = zip.bytes
    #expect(try count(bytes) == 70_000)
    // The highest byte of the other record's place, which four bytes of the locator and the record of 22 follow.
    bytes[bytes.count - 22 - 5] = 0x10
    #expect(try count(bytes) == nil)
  }
}

/// Counts on any thread.
private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0
  func add() { lock.withLock { number += 1 } }
  var count: Int { lock.withLock { number } }
}
