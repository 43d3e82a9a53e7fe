import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Recordings that are odd, but no reason to refuse them.
@Suite struct OddRecordingTests {
  private static let odd: [Float] = [.nan, .infinity, -.infinity, -0.3, 0, -0.0]
  private static let sound: [Float] = [0.3, .leastNonzeroMagnitude, 3e38]

  private static func bytes(_ values: [Float]) -> [UInt8] { values.flatMap { SmallZip.little($0.bitPattern) } }

  private func expectOdd(_ depth: [Float]) {
    for k in Self.odd.indices { #expect(depth[k].isNaN, "\(Self.odd[k])") }
    #expect(Array(depth[Self.odd.count..<(Self.odd.count + Self.sound.count)]) == Self.sound)
  }

  @Test func numbersThatAreNoDepthAreNoneInRecord3D() throws {
    let small = try RecorderSample.r3d.copy()
    var sample = try SmallR3D(small)
    let values = Self.odd + Self.sound
    let rest = [Float](repeating: 0.25, count: 4800 - values.count)
    sample["rgbd/0.depth"] = StoredLZFSE.stream(Self.bytes(values + rest))
    try sample.write(small)
    let recording = try Recording.open(small.folder)
    expectOdd(try recording.depth(recording.frames[0]).pixels)
    #expect(recording.summary().sampledFrames == 4)
  }

  @Test func numbersThatAreNoDepthOrNoColorAreNoneInStandardCyborg() throws {
    let small = try RecorderSample.cyborg.copy()
    var file = try small.read("frame-000.ply")
    let values = Self.odd + Self.sound
    let depth = file.count - 4 * 4800
    file.replaceSubrange(depth..<(depth + 4 * values.count), with: Self.bytes(values))
    let colors: [Float] = [.nan, .infinity, -.infinity, -1, 2, 1, 0, 0.5, .leastNonzeroMagnitude]
    file.replaceSubrange((depth - 12 * 4800)..<(depth - 12 * 4800 + 4 * colors.count), with: Self.bytes(colors))
    try small.write("frame-000.ply", file)
    let recording = try Recording.open(small.folder)
    expectOdd(try recording.depth(recording.frames[0]).pixels)
    // Half the light is the level 255 · 0.5^(1/2.2).
    #expect(try recording.color(recording.frames[0]).pixels.prefix(9) == [0, 255, 0, 0, 255, 255, 0, 186, 0])
    _ = try recording.gray(recording.frames[0])
  }

  @Test func aFrameOfOneImageIsLeftOutAndSaid() throws {
    let exported = try RecorderSample.exr.copy()
    try exported.remove("depth/2.exr")
    try exported.remove("rgb/0.jpg")
    let exportedRecording = try Recording.open(exported.folder)
    #expect(exportedRecording.frames.map(\.name) == ["1", "3"])
    #expect(exportedRecording.findings.map(\.code).contains(.recordingUnmatchedColor))
    #expect(exportedRecording.findings.map(\.code).contains(.recordingUnmatchedDepth))

    let small = try RecorderSample.r3d.copy()
    var sample = try SmallR3D(small)
    sample["rgbd/1.depth"] = nil
    try sample.write(small)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.name) == ["0", "2", "3"])
    #expect(recording.findings.map(\.code).contains(.recordingUnmatchedColor))

    let scenes = try RecorderSample.scenes.copy()
    try scenes.remove("frame-000003.color.png")
    #expect(try Recording.open(scenes.folder).findings.map(\.code).contains(.recordingUnmatchedDepth))
  }

  /// Of four frames two have no depth, and another one no colour.
  @Test func imagesOfSevenScenesWithoutAPartnerAreCounted() throws {
    let small = try RecorderSample.scenes.copy()
    for name in ["0.depth", "1.depth", "3.color"] { try small.remove("frame-00000\(name).png") }
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.name) == ["frame-000002"])
    let counts = { (code: FindingCode) in recording.findings.filter { $0.code == code }.map { $0.values["count"] } }
    #expect(counts(.recordingUnmatchedColor) == [.count(2)])
    #expect(counts(.recordingUnmatchedDepth) == [.count(1)])
    #expect(recording.isWithoutDepth("frame-000001") && !recording.isWithoutDepth("frame-000003"))
  }

  /// One matrix of the first frame serves all, and that is said; an unknown rate is 30 frames a second.
  @Test(arguments: [0, -30, 1e-308, 1e308]) func metadataOfOldVersionsWillDo(rate: Double) throws {
    let small = try RecorderSample.r3d.copy()
    var sample = try SmallR3D(small)
    let old: [String: Any?] = [
      "perFrameIntrinsicCoeffs": nil, "frameTimestamps": nil, "poses": nil, "dw": nil, "dh": nil, "fps": rate,
    ]
    sample["metadata"] = Array(try ChangedJSON.text(Data(sample["metadata"]!), old))
    try sample.write(small)
    let recording = try Recording.open(small.folder)
    #expect(recording.findings.map(\.code) == [.recordingOneIntrinsics])
    let times: [Double] = (0..<4).map { Double($0) / 30 }
    #expect(recording.frames.map(\.time) == times)
    #expect(recording.frames.allSatisfy { $0.recordedPose == nil })
  }

  /// Without `dw` and `dh` the bytes of depth say its size; its confidences have the same.
  @Test func theSizeOfDepthFollowsFromItsBytes() throws {
    let small = try RecorderSample.lidar.copy()
    let stated = try Recording.open(small.folder)
    let depths = try stated.frames.map { try stated.depth($0) }
    var sample = try SmallR3D(small)
    sample["metadata"] = Array(try ChangedJSON.text(Data(sample["metadata"]!), ["dw": nil, "dh": nil]))
    try sample.write(small)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.cameras) == stated.frames.map(\.cameras))
    for (frame, depth) in zip(recording.frames, depths) {
      let pixels = try recording.depth(frame).pixels
      #expect(zip(pixels, depth.pixels).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    }
    // Bytes of no image of that shape.
    sample["rgbd/0.depth"] = StoredLZFSE.stream([UInt8](repeating: 0, count: 4 * 1201))
    try sample.write(small)
    #expect(throws: RecordingError.self) { try Recording.readingAll(small.folder) }
  }

  /// The same of an export, whose files state their size.
  @Test func theSizeOfExportedDepthIsThatOfItsFiles() throws {
    let small = try RecorderSample.exr.copy()
    let stated = try Recording.open(small.folder).frames.map(\.cameras)
    try small.write("metadata.json", ChangedJSON.text(small.read("metadata.json"), ["dw": nil, "dh": nil]))
    // Where there are both `metadata` and `metadata.json`, the latter counts.
    try small.write("metadata", "no JSON")
    #expect(try Recording.open(small.folder).frames.map(\.cameras) == stated)
  }

  /// The name of the file, which may be a child's, gets into no finding.
  @Test func findingsDoNotNameTheArchive() throws {
    let small = try RecorderSample.r3d.copy()
    var sample = try SmallR3D(small)
    sample["metadata"] = Array(try ChangedJSON.text(Data(sample["metadata"]!), ["perFrameIntrinsicCoeffs": nil]))
    try sample.write(small)
    let finding = try #require(try Recording.open(small.folder).findings.first)
    #expect(finding.code == .recordingOneIntrinsics)
    #expect(finding.values["file"] == .text("metadata"))
  }

  private static func number(at place: Int, in file: Data) -> UInt64 {
    file[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// How far the frames of a `.sens` file lie behind the first.
  private static func starts(of frames: Int, in file: Data) -> [Int] {
    (1..<frames).reduce(into: [0]) { starts, _ in
      let last = starts[starts.count - 1]
      let bytes = [SensPlace.colorBytes, SensPlace.depthBytes].map { Int(number(at: last + $0, in: file)) }
      starts.append(last + SensPlace.payload - SensPlace.firstFrame + bytes[0] + bytes[1])
    }
  }

  /// Stamps of depth that count from another zero would make all depth seconds old.
  @Test(arguments: [(UInt64(50_000), 0.05, true), (1_000_000, 0, false)])
  func depthOfAnotherClockIsToldApart(shift: UInt64, delay: Double, isOne: Bool) throws {
    let small = try RecorderSample.sens.copy()
    var file = try small.read("scan.sens")
    for start in Self.starts(of: 4, in: file) {
      let place = SensPlace.depthStamp + start
      let depth = Self.number(at: place, in: file) + shift
      file.replaceSubrange(place..<(place + 8), with: SmallZip.little(depth))
    }
    try small.write("scan.sens", file)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.allSatisfy { abs($0.depthTime - $0.time - delay) < 1e-9 })
    #expect(recording.findings.map(\.code) == (isOne ? [.recordingNotSynchronised] : [.recordingOtherClock]))
  }

  /// Stamps in microseconds since 1970 or since the start; depth that has none is as old as its colour. Where there are
  /// none at all, or one beyond all times, frames are counted.
  @Test(
    arguments: [
      ([0, 33_000, 66_000, 100_000].map { 1_700_000_000_000_000 + $0 }, true, true),
      ([5_000_000, 5_033_000, 5_066_000, 5_100_000], false, true), ([7000, 40_000], true, true),
      ([0, 0, 0, 0], true, false), ([0, 33_000, 66_000, 200_000_000_000_000_000], true, false),
    ] as [([UInt64], Bool, Bool)])
  func stampsAreTimesWhereTheyCanBe(stamps: [UInt64], isDepthStamped: Bool, areTimes: Bool) throws {
    let small = try RecorderSample.sens.copy()
    var file = try small.read("scan.sens")
    file.replaceSubrange(SensPlace.frames..<SensPlace.firstFrame, with: SmallZip.little(UInt64(stamps.count)))
    for (stamp, start) in zip(stamps, Self.starts(of: stamps.count, in: file)) {
      let both = SmallZip.little(stamp) + SmallZip.little(isDepthStamped ? stamp : 0)
      file.replaceSubrange((SensPlace.colorStamp + start)..<(SensPlace.colorBytes + start), with: both)
    }
    try small.write("scan.sens", file)
    let recording = try Recording.open(small.folder)
    let times = stamps.enumerated().map { areTimes ? Double($1) * 1e-6 : Double($0) / 30 }
    #expect(zip(recording.frames, times).allSatisfy { abs($0.time - $1) < 1e-6 && $0.depthTime == $0.time })
    #expect(recording.frames.count == stamps.count)
    #expect(recording.findings.map(\.code) == (areTimes ? [] : [.recordingAssumedRate]))
  }

  /// Names of more than seconds: milliseconds to nanoseconds of an epoch.
  @Test(arguments: ["color", "depth"]) func namesThatAreNoSecondsAreRefused(folder: String) throws {
    let small = try SmallRecording()
    for k in 0..<3 {
      let names = ["color": "170000000003333\(k).333.jpg", "depth": "170000000003333\(k).333.png"]
      let plain = ["color": "1.\(k)00.jpg", "depth": "1.\(k)00.png"]
      try small.write("color/" + (folder == "color" ? names : plain)["color"]!, SmallRecording.color())
      try small.write("depth/" + (folder == "depth" ? names : plain)["depth"]!, SmallRecording.depthPNG(code: 400))
    }
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics)
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
  }

  /// A pose is read or left; the images count.
  @Test(arguments: ["", "1 0 0", "nan 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1", "\u{0}"])
  func rubbishIsNoPose(text: String) throws {
    let small = try RecorderSample.scenes.copy()
    try small.write("frame-000001.pose.txt", text)
    let frames = try Recording.open(small.folder).frames
    #expect(frames[1].recordedPose == nil && frames[2].recordedPose != nil)
  }

  @Test func posesThatAreNoneAreLeftInRecord3D() throws {
    let small = try RecorderSample.r3d.copy()
    var sample = try SmallR3D(small)
    let poses: [[Double]] = [[0, 0, 0, 0, 0, 0, 0], [1, 2, 3], [1e300, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 2, 3]]
    sample["metadata"] = Array(try ChangedJSON.text(Data(sample["metadata"]!), ["poses": poses]))
    try sample.write(small)
    let frames = try Recording.open(small.folder).frames
    #expect(frames.map { $0.recordedPose == nil } == [true, true, true, false])
    #expect(frames[3].recordedPose?.translation == [1, 2, 3])
  }

  /// ScanNet's depth may be stored as it is.
  @Test func rawDepthIsRead() throws {
    let small = try RecorderSample.sens.copy()
    let file = try small.read("scan.sens")
    let original = try Recording.open(RecorderSample.original)
    // The header says raw and one frame; the frame has its colour and the codes.
    var raw = file.prefix(SensPlace.payload)
    raw.replaceSubrange(SensPlace.depthCoding..<SensPlace.colorSize, with: SmallZip.little(UInt32(0)))
    raw.replaceSubrange(SensPlace.frames..<SensPlace.firstFrame, with: SmallZip.little(UInt64(1)))
    let color = Int(Self.number(at: SensPlace.colorBytes, in: file))
    raw.replaceSubrange(SensPlace.depthBytes..<SensPlace.payload, with: SmallZip.little(UInt64(9600)))
    let codes = try ImageFile.depthCodes(
      Data(contentsOf: RecorderSample.original.appendingPathComponent(original.frames[0].depthImage.name)))
    raw += file[SensPlace.payload..<(SensPlace.payload + color)] + codes.pixels.flatMap { SmallZip.little($0) }
    try small.write("scan.sens", raw)
    let recording = try Recording.open(small.folder)
    let (depth, truth) = (try recording.depth(recording.frames[0]), try original.depth(original.frames[0]))
    #expect(zip(depth.pixels, truth.pixels).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
  }
}
