import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Files

/// The names aside under which outputs are written, and the calls of the system beneath.
@Suite struct StagingTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }
  private func path(_ name: String) -> String { folder.url.path + "/" + name }
  private func put(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path(name) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }
  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// What dead runs left goes, whatever it is; what a living one holds, and what is only named alike, stays.
  @Test func aSweepTakesWhatDeadRunsLeftAndNothingElse() throws {
    let place = try OutputPlace(path("out"))
    let (living, file) = (try Staging.folder(for: place), try Staging.file(for: place))
    let alike = [
      ".out.partial-", ".out.partial-0000001", ".out.partial-0000000G", ".out.partial-0000000A",
      ".out.partial-00000001x",
      ".outs.partial-00000001", "out.partial-00000001",
    ]
    for name in alike { try put("", name + "/f") }
    for name in [".out.partial-00000001", ".out.partial-00000002-gone"] { try put("", name + "/deep/f") }
    try put("", ".out.partial-00000003")
    Staging.sweep(place)
    let held = [living, file].map { ($0.path as NSString).lastPathComponent }
    #expect(try names == (alike + held).sorted())
  }

  @Test(arguments: [false, true]) func anEarlierOutputComesBackWhereTheNameIsFree(isTaken: Bool) throws {
    try put("earlier", ".out.partial-00000001-earlier/f")
    if isTaken { try put("later", "out/f") }
    Staging.sweep(try OutputPlace(path("out")))
    #expect(try text("out/f") == (isTaken ? "later" : "earlier"))
    #expect(try names == (isTaken ? [".out.partial-00000001-earlier", "out"] : ["out"]))
  }

  /// Nobody may write to `/sys`, not even root. The reason is told; no other run is taken to be at work there.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys"), "needs /sys"), arguments: [false, true])
  func whereNothingMayBeWrittenTheReasonIsTold(isFolder: Bool) throws {
    let place = try OutputPlace("/sys/calvaria")
    let error = #expect(throws: OutputError.self) {
      _ = isFolder ? try Staging.folder(for: place) : try Staging.file(for: place)
    }
    let reasons = ["not_allowed", "read_only"].map {
      OutputError.cannotWrite(path: "/sys/calvaria", reason: .phrase($0))
    }
    #expect(error.map(reasons.contains) == true)
  }

  /// Of names that end alike each has its own names aside.
  @Test func longNamesAreToldApart() throws {
    let long = String(repeating: "n", count: 240)
    let (a, b) = (try OutputPlace(path(long + "a")), try OutputPlace(path(long + "b")))
    var dead = try Staging.folder(for: a).path
    Staging.sweep(b)
    #expect(FileSystem.kind(dead) == .folder)
    Staging.sweep(a)
    #expect(FileSystem.kind(dead) == nil)
    dead = (dead as NSString).lastPathComponent
    #expect(dead.utf8.count <= 255 - 8)
  }

  /// Up to 200 bytes the name stands in its names aside, of a longer one its beginning and its digest.
  @Test(arguments: [200, 201]) func aLongNameIsShortened(count: Int) throws {
    let name = String(repeating: "n", count: count - 1) + "a"
    let aside = (try Staging.folder(for: OutputPlace(path(name))).path as NSString).lastPathComponent
    let title = count == 200 ? name : String(repeating: "n", count: 20) + Checksum.sha256(Array(name.utf8))
    #expect(aside.hasPrefix("." + title + ".partial-"))
    #expect(aside.utf8.count == 1 + title.utf8.count + 9 + 8)
  }

  /// Where the file system does not know how to rename only to a free name, it is looked for first.
  @Test func aFileSystemWithoutTheFlagIsAskedFirst() throws {
    try put("a", "a")
    try put("b", "b")
    for code in [EINVAL, ENOSYS] {
      let refuse = { (_: String, _: String) -> Bool in
        errno = code
        return false
      }
      #expect(!FileSystem.renameToFreeName(path("a"), path("b"), by: refuse))
      #expect(errno == EEXIST)
      #expect(try text("a") == "a" && text("b") == "b")
      #expect(FileSystem.renameToFreeName(path("a"), path("c"), by: refuse))
      #expect(try names == ["b", "c"] && text("c") == "a")
      #expect(FileSystem.renameToFreeName(path("c"), path("a"), by: refuse))
      #expect(!FileSystem.renameToFreeName(path("none"), path("d"), by: refuse))
    }
    // Any other reason is the last word.
    let denied = FileSystem.renameToFreeName(path("a"), path("c")) { _, _ in
      errno = EACCES
      return false
    }
    #expect(!denied && errno == EACCES)
    #expect(try names == ["a", "b"])
  }

  /// A link can't lead to a file of another disk.
  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "needs /dev/shm as another disk"))
  func aFileOfAnotherDiskIsCopied() throws {
    let far = "/dev/shm/calvaria-test-\(UUID().uuidString)"
    try #require(FileManager.default.createFile(atPath: far, contents: Data("far".utf8)))
    defer { unlink(far) }
    #expect(FileSystem.linkOrCopy(far, path("near")))
    #expect(try text("near") == "far")
    try put("mine", "taken")
    #expect(!FileSystem.linkOrCopy(far, path("taken")))
    #expect(try text("taken") == "mine")
    #expect(!FileSystem.linkOrCopy(path("none"), path("new")))
    #expect(try names == ["near", "taken"])
  }

  /// Pages of 64 KiB and what is left over.
  @Test(arguments: [0, 65_535, 65_536, 200_001]) func aCopyHasEveryByte(count: Int) throws {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
    #expect(FileSystem.write(bytes, to: path("a")) && FileSystem.copy(path("a"), path("b")))
    #expect(try Data(contentsOf: URL(filePath: path("b"))) == bytes)
    #expect(FileSystem.write(Data([1]), to: path("a")))
    #expect(try Data(contentsOf: URL(filePath: path("a"))) == Data([1]))
    #expect(!FileSystem.write(Data(), to: path("none/a")))
  }

  @Test func reasonsAreInWords() {
    let words: [(Int32, String)] = [
      (ENOENT, "parent_missing"), (ENOTDIR, "no_folder_in_path"), (EACCES, "not_allowed"), (EPERM, "not_allowed"),
      (EROFS, "read_only"), (ENOSPC, "disk_full"), (EDQUOT, "disk_full"), (ENAMETOOLONG, "name_too_long"),
      (ELOOP, "link_circle"),
    ]
    for (code, word) in words {
      errno = code
      let reason = FileSystem.reason
      #expect(reason == .phrase(word), "\(word)")
    }
    errno = EIO
    let reason = FileSystem.reason
    #expect(reason == .text(String(cString: strerror(EIO))))
  }

  @Test func aNameIsTakenOnlyWhereItIsFree() throws {
    try put("a", "a")
    try put("b", "b")
    #expect(!FileSystem.renameToFreeName(path("a"), path("b")))
    #expect(errno == EEXIST)
    #expect(try text("a") == "a" && text("b") == "b")
    #expect(FileSystem.renameToFreeName(path("a"), path("c")))
    #expect(try names == ["b", "c"] && text("c") == "a")
    #expect(!FileSystem.renameToFreeName(path("none"), path("d")))
    #expect(errno == ENOENT)
  }

  @Test func twoNamesChangePlaces() throws {
    try put("a", "a/f")
    try put("b", "b")
    #expect(FileSystem.exchange(path("a"), path("b")))
    #expect(try text("a") == "b" && text("b/f") == "a")
    #expect(!FileSystem.exchange(path("a"), path("none")))
    #expect(try names == ["a", "b"])
  }

  @Test func aFileIsTheSameByAllItsNames() throws {
    try put("text", "a")
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "a")
    #expect(FileSystem.linkOrCopy(path("a"), path("second")))
    #expect(FileSystem.copy(path("a"), path("copy")))
    let identity = try #require(FileSystem.identity(path("a")))
    #expect(FileSystem.identity(path("second")) == identity)
    #expect(FileSystem.identity(path("copy")) != identity)
    #expect(FileSystem.identity(path("link")) != identity)
    #expect(FileSystem.identity(path("link"), following: true) == identity)
    #expect(!FileSystem.linkOrCopy(path("a"), path("copy")))
    #expect(errno == EEXIST)
    #expect(FileSystem.identity(path("none")) == nil)
    #expect(FileSystem.identity("a\0b") == nil)
  }

  @Test func whatStandsAtAPathIsKnown() throws {
    try put("", "file")
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "file")
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let found = ["file", "link", "pipe", ".", "none"].map { FileSystem.kind(path($0)) }
    #expect(found == [.file, .link, .pipe, .folder, nil])
    #expect(FileSystem.kind(path("link"), following: true) == .file)
    #expect(FileSystem.kind("/dev/null") == .device)
    #expect(FileSystem.names(in: path(".")) == ["file", "link", "pipe"])
    #expect(FileSystem.names(in: path("file")) == nil)
  }
}
