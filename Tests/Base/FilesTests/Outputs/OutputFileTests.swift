import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Files

/// Files that appear only when they are finished, devices and pipes.
@Suite struct OutputFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
  private var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() }
  }
  private func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

  @Test func aFileIsWrittenWithItsParents() throws {
    let file = try OutputFile(url("a/b/f"), force: false)
    try file.write(Data("new".utf8))
    #expect(try names == ["a", "a/b", "a/b/f"] && text("a/b/f") == "new")
  }

  @Test func nothingIsLeftOfAClaim() throws {
    _ = try OutputFile(url("a/b/f"), force: false)
    #expect(try names.isEmpty)
  }

  @Test func aFileThatExistsIsReplacedOnlyWhenAskedFor() throws {
    try Data("old".utf8).write(to: url("f"))
    #expect(throws: OutputError.exists(path: url("f").path)) { try OutputFile(url("f"), force: false) }
    try OutputFile(url("f"), force: true).write(Data("new".utf8))
    #expect(try text("f") == "new" && names == ["f"])
  }

  @Test func aFileThatTookTheNameMeanwhileIsKept() throws {
    let file = try OutputFile(url("f"), force: false)
    try Data("theirs".utf8).write(to: url("f"))
    #expect(throws: OutputError.exists(path: url("f").path)) { try file.write(Data()) }
    #expect(try text("f") == "theirs" && names == ["f"])
  }

  /// A folder that somebody else made may lead out of itself.
  @Test func aFileOfAFolderTakesThePlaceOfALink() throws {
    try Data("theirs".utf8).write(to: url("outside"))
    try FileManager.default.createSymbolicLink(atPath: url("rating.json").path, withDestinationPath: "outside")
    #expect(throws: OutputError.exists(path: url("rating.json").path)) {
      try OutputFile(url("rating.json"), force: false, followsLink: false)
    }
    try OutputFile(url("rating.json"), force: true, followsLink: false).write(Data("ours".utf8))
    #expect(try Data(contentsOf: url("outside")) == Data("theirs".utf8))
    #expect(
      try FileManager.default.attributesOfItem(atPath: url("rating.json").path)[.type] as? FileAttributeType
        == .typeRegular)
    #expect(try Data(contentsOf: url("rating.json")) == Data("ours".utf8))
  }

  @Test func aLinkIsNotReplacedByAFile() throws {
    try Data("old".utf8).write(to: url("f"))
    try FileManager.default.createSymbolicLink(atPath: url("link").path, withDestinationPath: "f")
    #expect(throws: OutputError.exists(path: url("link").path)) { try OutputFile(url("link"), force: false) }
    try OutputFile(url("link"), force: true).write(Data("new".utf8))
    #expect(try text("f") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url("link").path) == "f")
  }

  /// By whatever name the input goes.
  @Test func anInputIsNeverReplaced() throws {
    try FileManager.default.createDirectory(at: url("rec/rgb"), withIntermediateDirectories: true)
    try Data("list".utf8).write(to: url("rec/rgb.txt"))
    try Data("mesh".utf8).write(to: url("mesh.ply"))
    try FileManager.default.createSymbolicLink(atPath: url("link").path, withDestinationPath: "mesh.ply")
    try #require(link(url("mesh.ply").path, url("second").path) == 0)
    for output in ["mesh.ply", "link", "second", "rec/../mesh.ply", "rec/rgb.txt", "rec/rgb/../rgb.txt"] {
      #expect(throws: OutputError.self, "\(output)") {
        try OutputFile(
          URL(fileURLWithPath: folder.url.path + "/" + output), force: true, inputs: [url("mesh.ply"), url("rec")])
      }
    }
    try OutputFile(url("rec/new.json"), force: false, inputs: [url("rec")]).write(Data())
    #expect(try text("rec/rgb.txt") == "list" && text("mesh.ply") == "mesh")
  }

  @Test(arguments: ["/dev/null", "/dev/full"]) func aDeviceIsWrittenThrough(_ path: String) throws {
    let file = try OutputFile(URL(fileURLWithPath: path), force: false)
    if path == "/dev/full" {
      #expect(throws: OutputError.cannotWrite(path: path, reason: .phrase("disk_full"))) {
        try file.write(Data("x".utf8))
      }
    } else {
      try file.write(Data("x".utf8))
    }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  /// A file in memory lies below /dev too, and is no device.
  @Test func aFileBelowDevIsAFile() throws {
    let path = "/dev/shm/calvaria-test-\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: path, contents: Data("old".utf8)) else { return }
    defer { unlink(path) }
    #expect(throws: OutputError.exists(path: path)) { try OutputFile(URL(fileURLWithPath: path), force: false) }
  }

  /// Standard output may be a file, in which the results follow: neither may lie over the other.
  @Test func whatTheShellHasOpenedIsUsedAsItIs() throws {
    let descriptor = open(url("f").path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    try OutputFile(URL(fileURLWithPath: "/dev/fd/\(descriptor)"), force: false).write(Data("first".utf8))
    #expect(write(descriptor, "second", 6) == 6)
    #expect(try text("f") == "firstsecond")
  }

  @Test func aPipeIsWrittenThrough() throws {
    try #require(mkfifo(url("pipe").path, 0o600) == 0)
    let file = try OutputFile(url("pipe"), force: false)
    #expect(throws: OutputError.cannotWrite(path: url("pipe").path, reason: .phrase("nobody_reads"))) {
      try file.write(Data("x".utf8))
    }
    let reader = open(url("pipe").path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try file.write(Data("through".utf8))
    var bytes = [UInt8](repeating: 0, count: 20)
    #expect(read(reader, &bytes, 20) == 7)
    #expect(bytes.starts(with: "through".utf8))
    #expect(try names == ["pipe"])
  }

  @Test func aFolderIsNoFile() throws {
    try FileManager.default.createDirectory(at: url("d"), withIntermediateDirectories: false)
    #expect(throws: OutputError.self) { try OutputFile(url("d"), force: true) }
    #expect(throws: OutputError.cannotWrite(path: "/dev/null/x", reason: .phrase("no_folder_in_path"))) {
      try OutputFile(URL(fileURLWithPath: "/dev/null/x"), force: false)
    }
  }
}
