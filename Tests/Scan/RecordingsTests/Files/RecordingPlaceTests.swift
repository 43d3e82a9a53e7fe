import Diagnostics
import Foundation
import Testing

@testable import Recordings

/// Recordings of one file that lie in folders.
@Suite struct RecordingPlaceTests {
  /// A folder with so many copies of Record3D's sample.
  private func add(_ names: [String], to small: SmallRecording) throws {
    let archive = try Data(contentsOf: RecorderSample.r3d.url.appendingPathComponent("scan.r3d"))
    for name in names { try small.write(name, archive) }
  }

  @Test func aFolderWithALayoutOfItsOwnIsThat() throws {
    for small in [try SmallRecording.tum(), try SmallRecording.open3d(), try SmallRecording.zeiss()] {
      let format = try Recording.open(small.folder).format
      try add(["other.r3d", "more.r3d"], to: small)
      let recording = try Recording.open(small.folder)
      #expect(recording.format == format)
      #expect(recording.url == small.folder)
      #expect(try Recording.open(small.folder.appendingPathComponent("other.r3d")).format == .record3d)
    }
  }

  @Test func aFolderWithOneFileIsThatFile() throws {
    let small = try SmallRecording()
    try small.write("cap.yaml", "dictionary: DICT_4X4_100")
    try small.write("notes/read.me", "x")
    try add(["head.R3D"], to: small)
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .record3d)
    #expect(recording.url.lastPathComponent == "head.R3D")
  }

  @Test func severalFilesAreToldByName() throws {
    let small = try SmallRecording()
    try add(["a.r3d", "b.r3d"], to: small)
    try small.write("c.sens", Data())
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error == .several(folder: small.folder.path(percentEncoded: false), files: ["a.r3d", "b.r3d", "c.sens"]))
    let words = try #require(error).problem
    #expect(words.contains("a.r3d"), Comment(rawValue: words))
    #expect(words.contains("c.sens"), Comment(rawValue: words))
  }

  @Test func aForcedFormatTakesItsOnlyFile() throws {
    let small = try SmallRecording.tum()
    try add(["a.r3d"], to: small)
    let forced = RecordingReading(format: .record3d)
    #expect(try Recording.open(small.folder, forced).format == .record3d)
    try add(["b.r3d"], to: small)
    #expect(
      throws: RecordingError.several(
        folder: small.folder.path(percentEncoded: false), files: ["a.r3d", "b.r3d"])
    ) { try Recording.open(small.folder, forced) }
    for (format, ending) in [(RecordingFormat.sens, "sens"), (.azureKinect, "mkv")] {
      let error = #expect(throws: RecordingError.self) {
        try Recording.open(small.folder, RecordingReading(format: format))
      }
      let expected = FindingValue.phrase("file_ending", ["ending": .text(ending)])
      #expect(
        error == .missing(path: small.folder.path(percentEncoded: false), expected: expected, found: .phrase("none")))
    }
  }

  /// A folder whose name must be escaped in an address, with one recording and then with two.
  @Test func aFileBesideTheOnlyRecordingIsFoundInAFolderOfAnyName() throws {
    let small = try SmallRecording()
    let folder = small.folder.appendingPathComponent("a child, 50 % öffne")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let recording = folder.appendingPathComponent("head.r3d")
    try Data().write(to: recording)
    let file = { RecordingCompanion.url("landmarks.json", of: recording).lastPathComponent }
    #expect(file() == "landmarks.json")
    try Data().write(to: folder.appendingPathComponent("other.r3d"))
    #expect(file() == RecordingCompanion.own("landmarks.json", of: recording).lastPathComponent)
    #expect(file() != "landmarks.json")
    let cap = { RecordingCompanion.url("cap.yaml", of: recording, isShared: true).lastPathComponent }
    #expect(cap() == "cap.yaml")
    // Its own file goes first.
    try Data().write(to: folder.appendingPathComponent("head.cap.yaml"))
    #expect(cap() == "head.cap.yaml")
  }
}
