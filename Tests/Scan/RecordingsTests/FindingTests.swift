import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite struct FindingTests {
  /// How many frames, images or files a finding is about.
  static func count(_ finding: Finding) -> Int { Int(finding.values["count"]?.figure ?? 1) }

  func codes(_ small: SmallRecording) throws -> [FindingCode: Int] {
    let findings = try Recording.open(small.folder).findings
    return Dictionary(findings.map { ($0.code, Self.count($0)) }) { $0 + $1 }
  }

  /// Their partners without a pair and the gaps in time follow from it and are not told again.
  @Test func missingImagesAreToldOnce() throws {
    let small = try SmallRecording.tum(frames: 8)
    try small.remove("rgb/1.jpg")
    try small.remove("depth/4.png")
    #expect(try codes(small) == [.recordingMissingFiles: 2, .recordingNotSynchronised: 1])
  }

  @Test func imagesWithoutAPartnerAreCounted() throws {
    let small = try SmallRecording.tum(frames: 8)
    for (list, image) in [("rgb.txt", "rgb/1.jpg"), ("depth.txt", "depth/4.png")] {
      let lines = try String(contentsOf: small.folder.appending(path: list), encoding: .utf8)
        .split(whereSeparator: \.isNewline)
      try small.write(list, lines.filter { !$0.hasSuffix(image) }.joined(separator: "\n") + "\n")
    }
    let found = try codes(small)
    #expect(found[.recordingUnmatchedColor] == 1)
    #expect(found[.recordingUnmatchedDepth] == 1)
    #expect(found[.recordingDroppedFrames] == 2)
    #expect(found[.recordingMissingFiles] == nil)
  }

  @Test func aRowMajorMatrixIsReadAsSuch() throws {
    let rows = #"{"width":16,"height":12,"intrinsic_matrix":[15,0,7.5,0,14.8,5.5,0,0,1]}"#
    let small = try SmallRecording.tum(intrinsics: rows)
    #expect(try codes(small)[.recordingRowMajorIntrinsics] == 1)
    let camera = try Recording.open(small.folder).frames[0].camera
    #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [15, 14.8, 7.5, 5.5])
  }

  @Test func aSecondFileOfIntrinsicsIsMentioned() throws {
    let small = try SmallRecording.tum()
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics)
    #expect(try codes(small)[.recordingUnusedIntrinsics] == 1)
  }

  @Test func missingNumbersAreDroppedFrames() throws {
    let small = try SmallRecording.open3d(numbers: [0, 10, 20, 50, 60, 70])
    #expect(try codes(small)[.recordingDroppedFrames] == 2)
  }

  @Test func foreignFilesAmongTheImagesAreCounted() throws {
    let small = try SmallRecording.open3d()
    try small.write("color/notes.txt", "x")
    try small.write("color/.DS_Store", "x")
    try small.write("depth/preview.png", "x")
    #expect(try codes(small)[.recordingIgnoredFiles] == 2)
  }

  @Test func zeissFramesWithoutMetadataUseTheNearest() throws {
    let small = try SmallRecording.zeiss(frames: 5, metadata: 3)
    #expect(try codes(small)[.recordingMissingMetadata] == 2)
  }

  @Test func aSummaryTellsWhatIsThere() throws {
    let small = try SmallRecording.tum(frames: 5)
    try small.write("depth/2.png", small.read("depth/2.png").dropLast(20))
    let summary = try Recording.open(small.folder).summary()
    #expect((summary.frames, summary.sampledFrames) == (5, 4))
    #expect(summary.duration == 4)
    #expect(summary.rate == 1)
    #expect(summary.largestGap == 1)
    #expect(abs(summary.timeDifferenceMedian - 0.005) < 1e-9)
    #expect(summary.validDepthFraction == 1)
    let range = try #require(summary.depthRange)
    #expect(abs(range.p50 - 0.4) <= 0.00025 + 1e-7)
    #expect(summary.findings.map(\.code) == [.recordingNotSynchronised, .recordingUnreadableFrames])
    #expect(summary.findings[1].text().contains("frame 102.000, depth/2.png"))
  }

  @Test func depthInTheWrongUnitIsImplausible() throws {
    let small = try SmallRecording.tum(frames: 5)
    for i in 0..<5 { try small.write("depth/\(i).png", SmallRecording.depthPNG(code: 400)) }
    let recording = try Recording.open(small.folder)
    #expect(recording.implausibleDepth().map(Self.count) == [3])
    #expect(recording.summary(sample: 0).findings.last?.code == .recordingImplausibleDepth)
  }

  @Test func depthThatStandsStillIsCounted() throws {
    let small = try SmallRecording.tum(frames: 6)
    #expect(try !codes(ofSummary: small).contains(.recordingRepeatedDepth))
    for i in 3..<5 { try small.write("depth/\(i).png", small.read("depth/2.png")) }
    let finding = try #require(
      try Recording.open(small.folder).summary().findings.first { $0.code == .recordingRepeatedDepth })
    #expect(finding.values["count"] == .count(2))
    #expect(finding.values["looked_at"] == .count(6))
  }

  /// A slanted surface with noise, as it is and with the bytes of its codes exchanged.
  @Test(arguments: [false, true]) func exchangedBytesOfDepthAreNamed(areExchanged: Bool) throws {
    let small = try SmallRecording.tum(frames: 3)
    var random = SeededGenerator(seed: 4)
    for i in 0..<3 {
      let codes = (0..<(16 * 12)).map { UInt16(1900 + 7 * ($0 % 16) + Int.random(in: -3...3, using: &random)) }
      try small.write(
        "depth/\(i).png",
        ImageFile.png(depthCodes: areExchanged ? codes.map(\.byteSwapped) : codes, width: 16, height: 12))
    }
    let found = try codes(ofSummary: small)
    #expect(found.contains(.recordingSwappedDepth) == areExchanged)
    #expect(!found.contains(.recordingImplausibleDepth))
  }

  /// Neither noise, which is as rough either way, nor a wall with a few steps of 256 codes, which only high bytes show.
  @Test func roughDepthHasItsBytesInOrder() throws {
    let small = try SmallRecording.tum(frames: 1)
    var random = SeededGenerator(seed: 5)
    let noise = (0..<192).map { _ in UInt16.random(in: 500...60_000, using: &random) }
    let steps = (0..<192).map { UInt16($0 < 96 && $0 % 16 >= 8 ? 2304 : 2048) }
    for codes in [noise, steps] {
      try small.write("depth/0.png", ImageFile.png(depthCodes: codes, width: 16, height: 12))
      #expect(try !Recording.open(small.folder).hasSwappedDepth)
    }
  }

  /// Of six frames one can't be decoded, one has no depth, and one repeats the one before.
  @Test func oneFrameOfEachKindIsCounted() throws {
    let small = try SmallRecording.tum(frames: 6)
    try small.write("depth/1.png", small.read("depth/1.png").dropLast(20))
    try small.write("depth/3.png", SmallRecording.depthPNG(code: 0))
    try small.write("depth/5.png", small.read("depth/4.png"))
    let findings = try Recording.open(small.folder).summary().findings
    for code in [FindingCode.recordingInvalidDepth, .recordingRepeatedDepth] {
      let values = try #require(findings.first { $0.code == code }).values
      #expect(values["count"] == .count(1))
      #expect(values["looked_at"] == .count(5))
    }
  }

  /// A hundredth of 192 pixels is more than one and less than two.
  @Test func nextToNoDepthIsBlank() throws {
    let small = try SmallRecording.tum(frames: 3)
    let write = { (frame: Int, valid: Int) in
      let codes = (0..<192).map { UInt16($0 < valid ? 2000 : 0) }
      try small.write("depth/\(frame).png", ImageFile.png(depthCodes: codes, width: 16, height: 12))
    }
    for frame in 0..<3 { try write(frame, 1) }
    let recording = try Recording.open(small.folder)
    #expect(recording.hasBlankDepth)
    try write(1, 2)
    #expect(!recording.hasBlankDepth)
    for frame in 0..<3 { try small.remove("depth/\(frame).png") }
    #expect(!recording.hasBlankDepth, "what can't be read is not known")
  }

  private func codes(ofSummary small: SmallRecording) throws -> [FindingCode] {
    try Recording.open(small.folder).summary().findings.map(\.code)
  }

  @Test(arguments: [(14.0, 1), (14.8, 0), (16, 1)]) func pixelsThatAreNotSquareAreNamed(fy: Double, count: Int) throws {
    let layouts = [
      try SmallRecording.tum(
        intrinsics: "{\"width\":16,\"height\":12,\"intrinsic_matrix\":[15,0,0,0,\(fy),0,7.5,5.5,1]}"),
      try SmallRecording.zeiss(matrix: [15, fy, 7.5, 5.5]),
    ]
    for small in layouts {
      let recording = try Recording.open(small.folder)
      let findings = recording.findings.filter { $0.code == .recordingNonSquarePixels }
      #expect(findings.map(Self.count) == (count == 0 ? [] : [recording.frames.count]))
    }
  }

  @Test func depthThatIsInvalidThroughoutIsNamed() throws {
    let small = try SmallRecording.tum(frames: 5)
    for i in 0..<4 { try small.write("depth/\(i).png", SmallRecording.depthPNG(code: 0)) }
    let summary = try Recording.open(small.folder).summary()
    #expect(summary.findings.filter { $0.code == .recordingInvalidDepth }.map(Self.count) == [4])
    #expect(abs(try #require(summary.validDepthFraction) - 0.2) < 1e-9)
    let sound = try SmallRecording.tum()
    #expect(try Recording.open(sound.folder).summary().findings.allSatisfy { $0.code != .recordingInvalidDepth })
  }

  @Test func aFrameIsFoundByItsImageToo() throws {
    let (small, other) = (try SmallRecording.tum(), try SmallRecording.zeiss())
    let tum = try Recording.open(small.folder)
    for name in ["102.000", "2.jpg", "rgb/2.jpg"] { #expect(tum.frame(named: name)?.index == 2, "\(name)") }
    for name in ["102", "2", "depth/2.png", "gb/2.jpg", ""] { #expect(tum.frame(named: name) == nil, "\(name)") }
    let zeiss = try Recording.open(other.folder)
    for name in ["1033", "rgb_1033.png"] { #expect(zeiss.frame(named: name)?.index == 1, "\(name)") }
  }

  @Test(arguments: [0, 1, 2, 3, 7, 100])
  func aSampleIsSpreadFromFirstToLast(count: Int) throws {
    let small = try SmallRecording.tum(frames: 7)
    let recording = try Recording.open(small.folder)
    let indices = recording.spread(count).map(\.index)
    #expect(indices.count == min(count, 7))
    #expect(Set(indices).count == indices.count)
    if count > 1 {
      #expect(indices.first == 0)
      #expect(indices.last == 6)
    }
  }
}
