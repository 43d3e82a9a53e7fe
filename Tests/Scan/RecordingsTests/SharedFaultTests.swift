import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Recordings

/// Recordings as strangers' programs left them; each says in its README what is right.
@Suite(.enabled(if: SharedFault.arePresent, Comment(rawValue: SharedMaterial.absence)))
struct SharedFaultTests {
  @Test(arguments: [
    SharedFault("associations-only", 5, units: 5000), SharedFault("bigtiff-depth", 2, units: 1),
    SharedFault("empty-color-folder", 2, [.recordingAssumedRate]),
    SharedFault("folder-images", 2, [.recordingAssumedRate]), SharedFault("intrinsics-nested", 2, units: 5000),
    SharedFault("intrinsics-ppx", 2, units: 5000), SharedFault("jpeg-extraneous-bytes", 5, units: 5000),
    SharedFault("kind-pgm", 1, units: 5000), SharedFault("list-backslash", 4, units: 5000),
    SharedFault("tum-depth-scale", 6),
    SharedFault(
      "click-in-unused-picture", 11,
      [
        .recordingAssumedRate, .recordingNumbering, .recordingUnmatchedColor, .recordingUnmatchedDepth,
      ]),
  ])
  func whatCanBeReadIs(fault: SharedFault) throws {
    let recording = try Recording.open(fault.url)
    #expect(recording.frames.count == fault.frames)
    #expect(recording.unitsPerMetre == fault.units)
    #expect(Set(recording.findings.map(\.code)).subtracting([.recordingDroppedFrames]) == fault.findings)
    let camera = recording.frames[0].camera
    #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [592.3, 591.1, 321.7, 238.4])
    let summary = recording.summary()
    #expect(summary.sampledFrames == fault.frames)
    let median = try #require(summary.depthRange).p50
    #expect((0.2...0.6).contains(median), "\(median)")
  }

  @Test(
    .enabled(if: TestVideo.canBeWritten, "needs ffmpeg"),
    arguments: [
      ("stray-depth-npy", []), ("stray-old-odometry", [.recordingUnusedPoses]),
    ] as [(String, [FindingCode])])
  func strayScannersEarlierVersionsAreRead(name: String, more: [FindingCode]) throws {
    let recording = try Recording.open(SharedFault(name, 4).url)
    #expect(recording.frames.count == 4)
    #expect(
      Set(recording.findings.map(\.code)).subtracting([.recordingDroppedFrames, .recordingLastIntrinsics]) == Set(more))
    let depth = try recording.depth(recording.frames[0])
    #expect((depth.width, depth.height) == (80, 60))
    #expect(depth.validCount > 500)
  }

  @Test(
    arguments: [
      ("kind-heic", .recordingForeignImage, ["HEIC", "heif-convert"]),
      ("exif-portrait", .recordingTurned, ["EXIF", "90°", "640×480", "480×640"]),
    ] as [(String, ErrorCode, [String])])
  func whatCanNotBeReadIsNamed(name: String, code: ErrorCode, words: [String]) {
    let error = #expect(throws: RecordingError.self) { try Recording.open(SharedFault(name, 0).url) }
    #expect(error?.code == code)
    for word in words { #expect(error?.description.contains(word) == true) }
  }
}

/// A folder of faults/recordings, and what is right.
struct SharedFault: CustomTestStringConvertible, Sendable {
  let name: String
  let frames: Int
  let findings: Set<FindingCode>
  let units: Double

  init(_ name: String, _ frames: Int, _ findings: Set<FindingCode> = [], units: Double = 1000) {
    (self.name, self.frames, self.findings, self.units) = (name, frames, findings, units)
  }

  static let folder = SharedMaterial.folder.appendingPathComponent("faults/recordings")
  static let arePresent = FileManager.default.fileExists(atPath: folder.path)
  var url: URL { Self.folder.appendingPathComponent(name) }
  var testDescription: String { name }
}
