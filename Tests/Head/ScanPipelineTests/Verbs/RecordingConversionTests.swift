import Files
import Foundation
import Geometry
import Images
import Landmarks
import Recordings
import TestSupport
import Testing
import Workers

@testable import ScanPipeline

/// Recordings written in other layouts and read again.
@Suite struct RecordingConversionTests {
  private let temporary: TemporaryFolder
  init() throws { temporary = try TemporaryFolder() }

  private static let samples = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders")
  private static let recorders = [
    "tum", "r3d", "r3d-lidar", "record3d-exr", "standard-cyborg", "7-scenes", "sens", "av-depth-data-lens",
    "zeiss", "open3d",
  ]
  /// What no other reader of Open3D's layout takes from a file of intrinsics: two sizes, or a lens.
  private static let withOwnCameras = ["r3d-lidar", "av-depth-data-lens"]

  /// What has poses in its files.
  private static let withPoses = ["r3d", "r3d-lidar", "record3d-exr", "7-scenes", "sens"]

  private func converted(
    _ recording: URL, _ target: RecordingConversion.Target, _ name: String = "out"
  ) throws -> (outcome: RecordingConversion.Outcome, recording: Recording) {
    let output = temporary.url.appendingPathComponent(name)
    let conversion = try RecordingConversion(recording, RecordingReading(), cap: nil, to: target)
    let folder = try OutputFolder(output, holding: .recording, force: false)
    let outcome = try conversion.write(into: folder, workers: Workers(count: 2))
    _ = try folder.finish()
    return (outcome, try Recording.open(output))
  }

  /// An Open3D folder of 16 × 12 pixels.
  private func small(_ names: [(color: String, depth: String)], codes: [UInt16] = []) throws -> URL {
    let folder = temporary.url.appendingPathComponent("small")
    for kind in ["color", "depth"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(kind), withIntermediateDirectories: true)
    }
    let pixels = (0..<(16 * 12 * 3)).map { UInt8($0 % 200) }
    let depth = codes + [UInt16](repeating: 400, count: 16 * 12 - codes.count)
    for (color, deep) in names {
      try ImageFile.png(ColorImage(width: 16, height: 12, pixels: pixels))
        .write(to: folder.appendingPathComponent("color/\(color).png"))
      try ImageFile.png(depthCodes: depth, width: 16, height: 12)
        .write(to: folder.appendingPathComponent("depth/\(deep).png"))
    }
    let camera = #"{"width":16,"height":12,"intrinsic_matrix":[15,0,0,0,14.8,0,7.5,5.5,1]}"#
    try camera.write(to: folder.appendingPathComponent("intrinsic.json"), atomically: true, encoding: .utf8)
    return folder
  }

  /// A cap file of a megabyte is copied, a larger one is none.
  @Test(arguments: [(1_048_576, true), (1_048_577, false)]) func aHugeCapFileIsRefused(bytes: Int, isCopied: Bool)
    throws
  {
    let cap = temporary.url.appendingPathComponent("cap.yaml")
    try Data(repeating: UInt8(ascii: "#"), count: bytes).write(to: cap)
    let recording = try small([("1", "1"), ("2", "2")])
    let conversion = try RecordingConversion(recording, RecordingReading(), cap: cap, to: .open3d)
    let folder = try OutputFolder(
      temporary.url.appendingPathComponent("out"), holding: .recording, force: false)
    let written = Result { try conversion.write(into: folder, workers: Workers(count: 1)) }
    #expect(((try? written.get()) != nil) == isCopied)
  }

  @Test(arguments: recorders, RecordingConversion.Target.allCases)
  func whatIsReadAgainIsWhatWasWritten(recorder: String, target: RecordingConversion.Target) throws {
    let before = try Recording.open(Self.samples.appendingPathComponent(recorder))
    let (outcome, after) = try converted(before.url, target)
    #expect(after.format == (target == .tum ? .tum : .open3d))
    #expect(outcome.frames == 4)
    #expect(after.frames.count == 4)
    #expect(outcome.tooFar == 0)
    #expect(outcome.unpaired == 0)
    #expect(!outcome.intrinsicsVary)
    #expect(outcome.intrinsicsAreOwn == (target == .open3d && Self.withOwnCameras.contains(recorder)))
    #expect(outcome.poses == before.frames.count { $0.recordedPose != nil })
    #expect(outcome.losesUp == (before.gravity != nil))
    #expect((outcome.poses > 0) == Self.withPoses.contains(recorder))
    #expect(!after.findings.contains { $0.code == .recordingUnusedPoses })
    let start = (before.frames[0].time, after.frames[0].time)
    for (one, other) in zip(before.frames, after.frames) {
      #expect(abs((one.time - start.0) - (other.time - start.1)) < 1.1e-6)
      #expect(abs((one.depthTime - one.time) - (other.depthTime - other.time)) < 1.1e-6)
      #expect(try before.color(one) == after.color(other))
      #expect((one.recordedPose == nil) == (other.recordedPose == nil))
      if let pose = one.recordedPose, let again = other.recordedPose {
        // Matrices of single precision are not quite rotations; quaternions are.
        let turn = (pose.rotation.transpose * again.rotation).rotationVector.length
        #expect((pose.translation - again.translation).length < 1e-12, "\(turn)")
        #expect(turn < 1e-6, "\(turn)")
      }
      let (depth, again) = (try before.depth(one).pixels, try after.depth(other).pixels)
      #expect(zip(depth, again).allSatisfy { $0.isNaN == $1.isNaN })
      let worst = zip(depth, again).map { abs($0 - $1) }.filter(\.isFinite).max() ?? .nan
      #expect(Double(worst) <= outcome.largestError + 1e-6, "\(worst)")
      #expect(one.cameras.areOne == other.cameras.areOne)
      #expect(one.cameras.shareView == other.cameras.shareView)
      for (camera, read) in [(one.cameras.color, other.cameras.color), (one.cameras.depth, other.cameras.depth)] {
        #expect((camera.width, camera.height) == (read.width, read.height))
        for pixel in [Vector2(0, 0), [Double(camera.width - 1), 3], [7, Double(camera.height - 1)]] {
          #expect((camera.ray(pixel) - read.ray(pixel)).length < 1e-9)
        }
      }
    }
    // Codes of a fifth of a millimetre, and floats that were made from them, are TUM's own.
    let isRounded = target == .open3d ? !["7-scenes", "open3d"].contains(recorder) : recorder == "av-depth-data-lens"
    #expect((outcome.largestError > 0) == isRounded, "\(outcome.largestError)")
  }

  /// 65535 is depth to other tools; files without it keep their bytes.
  @Test func noFileSays65535() throws {
    for codes in [[], [65535, 0, 65534]] as [[UInt16]] {
      let (outcome, recording) = try converted(
        small([("1", "1"), ("2", "2")], codes: codes), .open3d, "codes\(codes.count)")
      #expect(outcome.largestError == 0)
      #expect(outcome.tooFar == 0)
      let file = recording.folder.appendingPathComponent("depth/000001-000000000000.png")
      let read = try ImageFile.depthCodes(Data(contentsOf: file)).pixels
      #expect(Array(read.prefix(3)) == (codes.isEmpty ? [400, 400, 400] : [0, 0, 65534]))
      let source = temporary.url.appendingPathComponent("small/depth/1.png")
      #expect(try (Data(contentsOf: file) == Data(contentsOf: source)) == codes.isEmpty)
    }
    let scenes = try converted(Self.samples.appendingPathComponent("7-scenes"), .open3d, "scenes").recording
    for name in try FileManager.default.contentsOfDirectory(atPath: scenes.folder.path + "/depth") {
      let file = scenes.folder.appendingPathComponent("depth/" + name)
      #expect(try !ImageFile.depthCodes(Data(contentsOf: file)).pixels.contains(65535))
    }
  }

  /// 13.107 m are 65535 fifths of a millimetre, which mean no depth.
  @Test func depthBeyondTheCodesIsLeftOut() throws {
    let recording = try small([("1", "1"), ("2", "2")], codes: [13_107, 13_106, 65_534, 400])
    let (outcome, read) = try converted(recording, .tum)
    #expect(outcome.tooFar == 4, "two of each frame")
    let folder = read.folder.appendingPathComponent("depth")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let codes = try ImageFile.depthCodes(Data(contentsOf: folder.appendingPathComponent(name))).pixels
      #expect(Array(codes.prefix(4)) == [0, 65_530, 0, 2000])
    }
  }

  /// Names of the same layout stay, and with them the file of clicks as it is; others are those of the new frames.
  @Test func namesStayWhereTheLayoutDoes() throws {
    let names = ["000001-000000010000", "000002-000000043000"].map { ($0, $0) }
    let source = try converted(small(names), .tum, "source").recording.folder
    for list in ["rgb.txt", "depth.txt"] {
      let url = source.appendingPathComponent(list)
      try String(contentsOf: url, encoding: .utf8).replacing("0.010000 ", with: "0.01 ")
        .write(to: url, atomically: true, encoding: .utf8)
    }
    let text = #"{"landmarks": {"sellion":   [{"frame": "0.01", "pixel": [3, 4]}]}}"#
    let clicks = { (folder: URL) in folder.appendingPathComponent("landmarks.json") }
    try text.write(to: clicks(source), atomically: true, encoding: .utf8)
    let same = try converted(source, .tum, "same").recording
    #expect(same.frames.map(\.name) == ["0.01", "0.043000"])
    #expect(try String(contentsOf: clicks(same.folder), encoding: .utf8) == text)
    let other = try converted(source, .open3d, "other").recording
    let entry = try LandmarkFile.read(clicks(other.folder)).entries[.sellion]
    guard case .clicks(let moved)? = entry else {
      Issue.record("no clicks")
      return
    }
    #expect(moved.map(\.frame) == ["000001-000000000000"])
  }

  /// Two images of one microsecond would have one name.
  @Test(arguments: RecordingConversion.Target.allCases)
  func timesTooCloseForNamesAreAnError(target: RecordingConversion.Target) throws {
    let recording = try small(["1.0000001", "1.0000002", "2.5000000"].map { ($0, $0) })
    #expect(throws: RecordingError.self) {
      try RecordingConversion(recording, RecordingReading(), cap: nil, to: target)
    }
  }

  /// Depth that comes first keeps its distance from colour.
  @Test(arguments: RecordingConversion.Target.allCases)
  func depthMayComeFirst(target: RecordingConversion.Target) throws {
    let recording = try small([
      ("000001-000000010000", "000001-000000004000"), ("000002-000000043000", "000002-000000037000"),
    ])
    let frames = try converted(recording, target).recording.frames
    #expect(frames.count == 2)
    #expect(frames.allSatisfy { abs($0.depthTime - $0.time + 0.006) < 1e-9 })
    // Numbered images count from the first one of either kind, lists have the times that they had.
    #expect(abs(frames[0].time - (target == .tum ? 0.010 : 0.006)) < 1e-9)
  }

  /// TUM's lists pair images by their times.
  @Test func imagesThatTimesWouldPairOtherwiseAreTold() throws {
    let late = try small([
      ("000001-000000000", "000001-000025000"), ("000002-000033000", "000002-000058000"),
      ("000003-000066000", "000003-000091000"),
    ])
    let (outcome, read) = try converted(late, .tum)
    // The first colour and the last depth are left alone, the others each go to a neighbour.
    #expect(outcome.unpaired == 3)
    #expect(read.frames.count == 2)
    #expect(try converted(late, .open3d, "open3d").outcome.unpaired == 0)
  }

  /// A recording of one file is named by its role: its own name may be a child's.
  @Test func noNameOfARecordingGetsIntoAResult() throws {
    let file = temporary.url.appendingPathComponent("Doe_Jane.r3d")
    try FileManager.default.copyItem(at: Self.samples.appendingPathComponent("r3d/scan.r3d"), to: file)
    try FileManager.default.copyItem(
      at: Self.samples.appendingPathComponent("r3d/cap.yaml"),
      to: temporary.url.appendingPathComponent("cap.yaml"))
    let inputs = try ScanInputs.read(ScanOptions(recording: file))
    #expect(inputs.digests["recording"] == Checksum.sha256(of: file))
    #expect(Set(inputs.digests.keys) == ["recording", "cap"])
  }
}
