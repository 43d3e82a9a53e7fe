import Foundation
import TestSupport
import Testing

@testable import Files

/// Where an output goes, and what counts as an input there.
@Suite struct OutputPlaceTests {
  let folder: TemporaryFolder
  /// The folder's path without links.
  private let root: String
  init() throws {
    folder = try TemporaryFolder()
    root = try #require(FileSystem.realPath(folder.url.path))
  }

  private func exists(_ path: String) -> Bool { FileSystem.kind(root + "/" + path) != nil }
  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
  }

  @Test(arguments: [
    ("out", "", "out"), ("a//b/./out", "/a/b", "out"), ("a/b/out/", "/a/b", "out"), ("a/b/..", "", "a"),
    ("far/link/../out", "/a/b", "out"), ("far/link", "/a/b", "c"), ("far/link/x", "/a/b/c", "x"),
  ])
  func pathsAreFoundAsTheSystemFindsThem(given: String, parent: String, name: String) throws {
    try make("a/b/c")
    try make("far")
    try FileManager.default.createSymbolicLink(atPath: root + "/far/link", withDestinationPath: "../a/b/c")
    let place = try OutputPlace(root + "/" + given)
    #expect(place.folder == root + parent)
    #expect(place.name == name)
    #expect(place.path == root + parent + "/" + name)
  }

  @Test(arguments: ["", ".", "./", "/", "/..", "a\0b"]) func whatNamesNoOutputIsRefused(given: String) {
    #expect(throws: OutputError.self) { try OutputPlace(given) }
  }

  @Test func parentsAreTakenBackUnlessSomethingCameIntoThem() throws {
    try make("old")
    let first = try OutputPlace(root + "/old/a/b/out")
    #expect(exists("old/a/b"))
    first.takeBack()
    #expect(exists("old"))
    #expect(!exists("old/a"))
    let second = try OutputPlace(root + "/old/a/b/out")
    try make("old/a/theirs")
    second.takeBack()
    #expect(exists("old/a/theirs"))
    #expect(!exists("old/a/b"))
  }

  /// Nothing that was made on the way stays.
  @Test func aPathThroughAFileIsRefused() throws {
    try Data().write(to: URL(filePath: root + "/f"))
    #expect(throws: OutputError.self) { try OutputPlace(root + "/f/a/out") }
    try FileManager.default.createSymbolicLink(atPath: root + "/loop", withDestinationPath: "loop")
    #expect(throws: OutputError.self) { try OutputPlace(root + "/loop/a/out") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root).sorted() == ["f", "loop"])
  }

  @Test func anInputIsKnownByWhateverName() throws {
    try make("rec/rgb")
    try make("recent")
    for file in ["rec/rgb/1.jpg", "rec/list", "recent/f", "lone"] {
      try Data().write(to: URL(filePath: root + "/" + file))
    }
    try FileManager.default.createSymbolicLink(atPath: root + "/alias", withDestinationPath: "rec")
    try #require(link(root + "/lone", root + "/second") == 0)
    let inputs = OutputInputs([URL(filePath: root + "/rec"), URL(filePath: root + "/lone")])
    for path in ["rec/list", "rec/rgb/1.jpg", "alias/list", "rec/../rec/rgb/1.jpg"] {
      #expect(inputs.first(at: root + "/" + path) == root + "/rec", "\(path)")
    }
    for path in ["lone", "second"] { #expect(inputs.first(at: root + "/" + path) == root + "/lone") }
    // A name that only begins alike lies elsewhere, and what does not exist can't be read.
    for path in ["recent/f", "rec/new", "new"] { #expect(inputs.first(at: root + "/" + path) == nil, "\(path)") }
    #expect(inputs.first(within: root) == root + "/rec")
    #expect(inputs.first(within: root + "/alias") == root + "/rec")
    #expect(inputs.first(within: root + "/recent") == nil)
    #expect(inputs.first(within: root + "/rec/rgb") == nil)
  }
}
