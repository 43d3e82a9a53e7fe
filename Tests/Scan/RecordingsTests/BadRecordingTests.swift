import Diagnostics
import Foundation
import Testing

@testable import Recordings

/// A recording that can't be used: what is done to a sound one, and what the error says.
struct BadRecording: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let kind: UserFacingErrorKind
  /// Parts of the message.
  let says: [String]
  let spoil: @Sendable (SmallRecording) throws -> Void

  init(
    _ name: String, _ kind: UserFacingErrorKind = .badData, says: [String],
    _ spoil: @escaping @Sendable (SmallRecording) throws -> Void
  ) {
    (testDescription, self.kind, self.says, self.spoil) = (name, kind, says, spoil)
  }
}

@Suite struct BadRecordingTests {
  @Test(arguments: badTUM) func badTUMRecordings(_ bad: BadRecording) throws {
    try check(bad, SmallRecording.tum(), .tum)
  }

  @Test(arguments: badOpen3D) func badOpen3DRecordings(_ bad: BadRecording) throws {
    try check(bad, SmallRecording.open3d(), .open3d)
  }

  @Test(arguments: badZEISS) func badZEISSRecordings(_ bad: BadRecording) throws {
    try check(bad, SmallRecording.zeiss(), .zeiss)
  }

  @Test(arguments: badRecord3D) func badRecord3DRecordings(_ bad: BadRecording) throws {
    try check(bad, RecorderSample.r3d.copy(), .record3d)
  }

  @Test(arguments: badRecord3DExports) func badRecord3DExportedRecordings(_ bad: BadRecording) throws {
    try check(bad, RecorderSample.exr.copy(), .record3dEXR)
  }

  /// Recognised by looking, however damaged: a message that knows the layout says more.
  @Test(arguments: badStandardCyborg) func badStandardCyborgRecordings(_ bad: BadRecording) throws {
    try check(bad, RecorderSample.cyborg.copy(), nil)
  }

  @Test(arguments: badSevenScenes) func badSevenScenesRecordings(_ bad: BadRecording) throws {
    try check(bad, RecorderSample.scenes.copy(), .sevenScenes)
  }

  @Test(arguments: badSens) func badSensRecordings(_ bad: BadRecording) throws {
    try check(bad, RecorderSample.sens.copy(), .sens)
  }

  @Test func aMissingFolderIsMissingInput() {
    let error = #expect(throws: RecordingError.self) { try Recording.open(URL(fileURLWithPath: "/no/such/scan")) }
    #expect(error?.kind == .inputMissing)
    #expect(error?.subject == "/no/such/scan")
  }

  @Test func aFileInsteadOfAFolderIsMissingInput() throws {
    let small = try SmallRecording.tum()
    let error = #expect(throws: RecordingError.self) {
      try Recording.open(small.folder.appendingPathComponent("rgb.txt"))
    }
    #expect(error?.kind == .inputMissing)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func anUnreadableFolderIsMissingInput() throws {
    let small = try SmallRecording.tum()
    let rights: (Int) -> [FileAttributeKey: Any] = { [.posixPermissions: NSNumber(value: $0)] }
    try FileManager.default.setAttributes(rights(0), ofItemAtPath: small.folder.path)
    defer { try? FileManager.default.setAttributes(rights(0o700), ofItemAtPath: small.folder.path) }
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error?.kind == .inputMissing)
  }

  @Test func anEmptyFolderTellsWhatWasLookedFor() throws {
    let small = try SmallRecording()
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error?.kind == .badData)
    for format in RecordingFormat.allCases { #expect(error?.problem.contains("(\(format.rawValue))") == true) }
  }

  @Test func aMissingFileOfIntrinsicsIsMissingInput() throws {
    let small = try SmallRecording.tum()
    let error = #expect(throws: RecordingError.self) {
      try Recording.open(small.folder, RecordingReading(intrinsics: URL(fileURLWithPath: "/no/such.json")))
    }
    #expect(error?.kind == .inputMissing)
    #expect(error?.subject == "/no/such.json")
  }

  /// Opens a spoilt recording and decodes all of it; exactly one error must come, with its words.
  private func check(_ bad: BadRecording, _ small: SmallRecording, _ format: RecordingFormat?) throws {
    try bad.spoil(small)
    let error = #expect(throws: RecordingError.self) { try Recording.readingAll(small.folder, format) }
    #expect(error?.kind == bad.kind)
    #expect(error?.remedy != nil)
    for words in bad.says { #expect(error?.description.contains(words) == true, "\(error?.description ?? "")") }
  }
}
