import Diagnostics
import Foundation
import Testing

@testable import Recordings

/// Folders and lists as programs of all kinds leave them.
@Suite struct FolderVariantTests {
  // MARK: Folders

  @Test(arguments: ["Depth", "depths", "DEPTH"]) func depthMayHaveOtherNames(name: String) throws {
    let small = try SmallRecording.open3d(numbers: [1, 2], colorFolder: "images")
    try FileManager.default.moveItem(
      at: small.folder.appendingPathComponent("depth"), to: small.folder.appendingPathComponent(name))
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .open3d)
    #expect(recording.frames.map(\.depthImage.name) == ["\(name)/1.png", "\(name)/2.png"])
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate])
  }

  @Test func anEmptyFolderIsPassedOver() throws {
    let small = try SmallRecording.open3d(numbers: [1, 2], colorFolder: "rgb")
    try small.write("color/.keep", "")
    try small.write("images/notes.txt", "")
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.colorImage.name) == ["rgb/1.jpg", "rgb/2.jpg"])
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate])
  }

  @Test func aSecondFolderOfImagesIsTold() throws {
    let small = try SmallRecording.open3d(numbers: [1, 2])
    try small.write("images/1.jpg", SmallRecording.color())
    let finding = try #require(Recording.open(small.folder).findings.first { $0.code == .recordingUnusedFolder })
    #expect(finding.text().contains("color"))
    #expect(finding.text().contains("images"))
  }

  @Test func numbersFromOneAndFromZeroAreAskedAbout() throws {
    let small = try SmallRecording.open3d(numbers: Array(0..<12))
    for number in 0..<12 { try small.remove("color/\(number).jpg") }
    for number in 1...12 { try small.write("color/\(number).jpg", SmallRecording.color()) }
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 11)
    let finding = try #require(recording.findings.first { $0.code == .recordingNumbering })
    #expect(finding.severity == .warning)
    #expect(finding.text().contains("1–12"))
    #expect(finding.text().contains("0–11"))
    // A picture without depth is no frame, but known by all its names.
    for name in ["12", "color/12.jpg", "12.jpg"] {
      #expect(recording.isWithoutDepth(name))
      #expect(recording.frame(named: name) == nil)
    }
    for name in ["11", "color/11.jpg", "13", "0"] { #expect(!recording.isWithoutDepth(name)) }
    // One image more of one of them is no such case.
    try small.remove("depth/0.png")
    #expect(!(try Recording.open(small.folder).findings.contains { $0.code == .recordingNumbering }))
  }

  // MARK: Lists

  @Test func listsOfWindowsAreRead() throws {
    let small = try SmallRecording.tum()
    let text = "# timestamp filename\r\n" + (0..<4).map { "\(100 + $0).000 rgb\\\($0).jpg\r\n" }.joined()
    try small.write("rgb.txt", Data([0xFF, 0xFE]) + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    try small.write("intrinsic.json", Data([0xEF, 0xBB, 0xBF]) + Data(SmallRecording.intrinsics.utf8))
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.colorImage.name) == (0..<4).map { "rgb/\($0).jpg" })
    #expect(recording.findings.map(\.code) == [.recordingNotSynchronised])
  }

  /// Some programs unpack Windows' archives into files with backslashes in their names.
  @Test func aFileOfThatVeryNameIsMeant() throws {
    let small = try SmallRecording.tum(frames: 1)
    try small.write("rgb\\0.jpg", SmallRecording.color())
    try small.write("rgb.txt", "100 rgb\\0.jpg\n")
    #expect(try Recording.open(small.folder).frames[0].colorImage.name == "rgb\\0.jpg")
  }

  private func associated(_ lines: [String], frames: Int = 4) throws -> SmallRecording {
    let small = try SmallRecording.tum(frames: frames)
    for list in ["rgb.txt", "depth.txt"] { try small.remove(list) }
    try small.write("associations.txt", "# colour depth\n" + lines.map { $0 + "\n" }.joined())
    return small
  }

  @Test func associationsAloneAreTUMs() throws {
    let small = try associated((0..<4).map { "\(100 + $0).000 rgb/\($0).jpg \(100 + $0).012 depth/\($0).png" })
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .tum)
    #expect(recording.unitsPerMetre == 5000)
    #expect(recording.frames.map(\.name) == (0..<4).map { "\(100 + $0).000" })
    #expect(abs(recording.frames[2].depthTime - 102.012) < 1e-9)
    #expect(recording.findings.map(\.code) == [.recordingNotSynchronised])
    try small.remove("depth/3.png")
    let fewer = try Recording.open(small.folder)
    #expect(fewer.frames.count == 3)
    #expect(fewer.findings.contains { $0.code == .recordingMissingFiles })
    #expect(fewer.isWithoutDepth("103.000"))
  }

  /// ICL-NUIM writes depth first, and numbers for times.
  @Test func numbersInAssociationsAreNoSeconds() throws {
    let small = try associated((0..<4).map { "\($0) depth/\($0).png \($0) rgb/\($0).jpg" })
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.colorImage.name) == (0..<4).map { "rgb/\($0).jpg" })
    #expect(abs(recording.frames[3].time - 0.1) < 1e-12)
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate])
  }

  @Test(arguments: [
    "100 rgb/0.jpg 100", "100 rgb/0.jpg 100 rgb/1.jpg", "100 depth/0.png 100 depth/1.png",
    "x rgb/0.jpg 100 depth/0.png",
    "100 rgb/0.jpg 100 ../depth/0.png", "100 rgb/0.jpg 100 depth/0.png 7", "",
  ])
  func aLineThatIsNoPairIsNamed(line: String) throws {
    let small = try associated([line])
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error?.subject.hasPrefix("associations.txt") == true)
  }
}
