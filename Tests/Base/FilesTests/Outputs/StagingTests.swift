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
