import Diagnostics
import Foundation
import Geometry
import Images
import TestSupport
import Testing

@testable import Recordings

/// Recordings with videos, which ffmpeg writes for the tests.
@Suite(.enabled(if: TestVideo.canBeWritten, "needs ffmpeg and ffprobe, which are absent here"))
struct VideoRecordingTests {
  /// Open groups of pictures, so that decoding can't begin everywhere, and pictures stored out of order.
  static let codecs = [
    ["-c:v", "libx265", "-crf", "10", "-x265-params", "log-level=none:keyint=8:min-keyint=8"],
    ["-c:v", "libx264", "-crf", "10", "-bf", "2", "-x264-params", "open-gop=1:keyint=9:min-keyint=9"],
    ["-c:v", "mjpeg", "-q:v", "2"],
  ]

  @Test(arguments: codecs)
  func picturesAreTheSameInAnyOrder(codec: [String]) throws {
    let small = try SmallRecording.stray(frames: 60, codec: codec)
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .strayScanner)
    #expect(recording.frames.count == 60)
    var decoder = FrameDecoder(recording)
    var image = GrayImage(width: 0, height: 0, pixels: [])
    var inOrder: [[UInt8]] = []
    for frame in recording.frames {
      try decoder.gray(frame, into: &image)
      inOrder.append(image.pixels)
      // The number of the frame is its brightness.
      #expect(abs(brightness(image) - Double(20 + 3 * frame.index)) < 2)
    }
    // Another recording, so that nothing is kept; more of it than is kept.
    for index in [59, 8, 0, 41] {
      let other = try Recording.open(small.folder)
      #expect(try other.gray(other.frames[index]).pixels == inOrder[index], "frame \(index)")
    }
  }

  /// As 1080 rows are: codecs hold such pictures in whole blocks, of more pixels than are shown.
  @Test(arguments: codecs) func picturesOfPartsOfBlocksAreRead(codec: [String]) throws {
    let small = try SmallRecording()
    try TestVideo.write(
      to: small.folder.appendingPathComponent("rgb.mp4"), frames: 5, codec: codec, height: 42)
    let file = try VideoFile(RecordingFolder(checking: small.folder), "rgb.mp4", .mp4, path: "/usr/bin")
    let pictures = VideoPictures(file, try #require(file.tracks.first), .color)
    var bytes = FileBytes()
    for number in [0, 4, 2] {
      try pictures.read(number, name: "rgb.mp4", into: &bytes)
      #expect(bytes.content.count == 3 * 64 * 42)
      let sum: Int = bytes.content.reduce(0) { $0 + Int($1) }
      #expect(abs(Double(sum) / Double(bytes.content.count) - Double(20 + 3 * number)) < 6)
    }
  }

  @Test func threadsGetTheirOwnPictures() throws {
    let small = try SmallRecording.stray(frames: 60)
    let recording = try Recording.open(small.folder)
    let wrong = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var decoder = FrameDecoder(recording)
      var image = GrayImage(width: 0, height: 0, pixels: [])
      for step in 0..<60 {
        let frame = recording.frames[thread % 2 == 0 ? step : 59 - step]
        guard (try? decoder.gray(frame, into: &image)) != nil else { return wrong.add() }
        if abs(brightness(image) - Double(20 + 3 * frame.index)) > 2 { wrong.add() }
      }
    }
    #expect(wrong.value == 0)
  }

  /// Before its version 1.2 the app wrote neither times nor numbers: its poses belong to no frame.
  @Test func posesWithoutTimesAreLeftOut() throws {
    let small = try SmallRecording.stray(frames: 5)
    let rows = String(repeating: "0.0, -0.0, 0.0, 0.0, 0.0, 0.0, 1.0\n", count: 5)
    try small.write("odometry.csv", "x, y, z, qx, qy, qz, qw\n" + rows)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 5)
    #expect(recording.frames.allSatisfy { $0.recordedPose == nil })
    #expect(recording.findings.map(\.code) == [.recordingUnusedPoses, .recordingLastIntrinsics])
    try small.remove("odometry.csv")
    #expect(try Recording.open(small.folder).frames.map(\.time) == recording.frames.map(\.time))
  }

  @Test func aStrayScannerFolderIsRead() throws {
    let small = try SmallRecording.stray(frames: 5, firstNumber: 7)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.name) == (7..<12).map { String(format: "%06d", $0) })
    #expect(abs(recording.frames[2].time - 1002.0 / 30) < 1e-6)
    let camera = recording.frames[0].cameras
    #expect([camera.color.fx, camera.color.cx, camera.color.cy] == [60, 31.5, 23.5])
    #expect(camera.depth.width == 32)
    #expect(camera.depth.fx == 30)
    #expect(camera.shareView)
    #expect(recording.findings.map(\.code) == [.recordingLastIntrinsics])
    #expect(Set(recording.sources.keys) == ["rgb.mp4", "odometry.csv", "camera_matrix.csv", "confidence/*.png"])
    #expect(recording.sources["confidence/*.png"]?.count == 5)
    #expect(recording.gravity == .poses)
    let depth = try recording.depth(recording.frames[1])
    // Confidence 0 in the first row.
    #expect(depth.pixels[..<32].allSatisfy(\.isNaN) && depth.pixels[32...].allSatisfy { $0 == 0.4 })
    let pose = try #require(recording.frames[1].recordedPose)
    let forward: Vector3 = pose.rotation * Vector3(0, 0, 1)
    // The world's y axis points up: the camera is upright.
    #expect(recording.frames[1].down == Vector3(0, 1, 0))
    #expect(pose.translation == Vector3(1, 2, 3))
    #expect((forward - Vector3(0, 0, -1)).length < 1e-12)
  }

  @Test func intrinsicsOfEachFrameAreReadWhereTheAppWroteThem() throws {
    let small = try SmallRecording.stray(frames: 3) { "\(60 + $0), \(60 + $0), 31.5, 23.5, , " }
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.cameras.color.fx) == [60, 61, 62] && recording.frames[2].cameras.color.fy == 62)
    #expect(recording.frames[1].cameras.depth.fx == 30.5)
    #expect(recording.findings.isEmpty)
    // A row without them leaves the matrix of the last frame.
    let some = try SmallRecording.stray(frames: 3) { $0 == 1 ? ", , , , , " : "60, 60, 31.5, 23.5, , " }
    #expect(try Recording.open(some.folder).findings.map(\.code) == [.recordingLastIntrinsics])
    let wrong = try SmallRecording.stray(frames: 3) { "\($0 == 1 ? 0 : 60), 60, 31.5, 23.5, , " }
    #expect(throws: RecordingError.self) { try Recording.open(wrong.folder) }
    let words = try SmallRecording.stray(frames: 3) { _ in "60, sixty, 31.5, 23.5, , " }
    #expect(throws: RecordingError.self) { try Recording.open(words.folder) }
  }

  /// The app begins the video a sixtieth of a second after its first picture: that one is in the file, but before its edit,
  /// or not in the file.
  @Test(arguments: [true, false]) func theFirstPictureIsNotShown(isInTheFile: Bool) throws {
    let small = try SmallRecording.stray(frames: 6)
    let video = small.folder.appendingPathComponent("rgb.mp4")
    let whole = small.folder.appendingPathComponent("whole.mp4")
    try FileManager.default.moveItem(at: video, to: whole)
    if isInTheFile {
      // Copied from after the first picture on, which decoding needs: ffmpeg writes an edit that hides it.
      try TestVideo.run(["-ss", "0.02", "-i", whole.path, "-c", "copy", video.path])
    } else {
      try TestVideo.run(
        ["-i", whole.path, "-vf", "trim=start_frame=1,setpts=PTS-STARTPTS", "-pix_fmt", "yuv444p"]
          + VideoRecordingTests.codecs[0] + [video.path])
    }
    try small.remove("whole.mp4")
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.name) == (1..<6).map { "00000\($0)" })
    #expect(recording.findings.contains { $0.code == .recordingUnmatchedDepth })
    // The picture of each is its own: levels count by 3.
    let first = try recording.gray(recording.frames[0]).pixels, last = try recording.gray(recording.frames[4]).pixels
    let level = { (pixels: [UInt8]) in pixels.reduce(0.0) { $0 + Double($1) } / Double(pixels.count) }
    #expect(abs(level(first) - 23) < 3, "\(level(first)), \(level(last))")
    #expect(abs(level(last) - 35) < 3, "\(level(first)), \(level(last))")
  }

  @Test func colorsAndRotationAreThoseOfTheVideo() throws {
    let small = try SmallRecording.stray(frames: 3, isTurned: true)
    let recording = try Recording.open(small.folder)
    #expect(recording.colorHeader.width == 64)
    #expect(recording.colorHeader.height == 48)
    let color = try recording.color(recording.frames[0])
    // Red on the left, blue on the right.
    let (left, right) = (3 * (24 * 64 + 8), 3 * (24 * 64 + 56))
    #expect(color.pixels[left] > color.pixels[left + 2])
    #expect(color.pixels[right] < color.pixels[right + 2])
  }

  @Test func framesThatAreMissingInTheVideoAreLeftOut() throws {
    let small = try SmallRecording.stray(frames: 6)
    try small.remove("depth/000005.png")
    try TestVideo.write(to: small.folder.appendingPathComponent("rgb.mp4"), frames: 4)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 4)
    #expect(recording.findings.first { $0.code == .recordingUnmatchedDepth }?.values["count"] == .count(1))
    #expect(!recording.findings.contains { $0.code == .recordingUnmatchedColor })
    for number in [1, 2] { try small.remove("depth/00000\(number).png") }
    let fewer = try Recording.open(small.folder)
    #expect(fewer.frames.count == 2)
    #expect(fewer.findings.first { $0.code == .recordingUnmatchedColor }?.values["count"] == .count(2))
  }

  @Test func aVideoThatBreaksOffIsAnError() throws {
    let small = try SmallRecording.stray(frames: 60)
    #expect(try Recording.open(small.folder).frames.count == 60)
    let whole = try small.read("rgb.mp4")
    // Damaged pictures behind an index that promises all of them.
    var damaged = whole
    let start = try #require(whole.firstRange(of: Data("mdat".utf8))).upperBound
    let end = try #require(whole.firstRange(of: Data("moov".utf8))).lowerBound
    for k in (start + (end - start) / 3)..<(start + (end - start) / 2) {
      damaged[k] = UInt8(truncatingIfNeeded: k &* 37)
    }
    try small.write("rgb.mp4", damaged)
    let recording = try Recording.open(small.folder)
    #expect(throws: RecordingError.self) {
      for frame in recording.frames { _ = try recording.gray(frame) }
    }
    try small.write("rgb.mp4", whole.prefix(whole.count / 2))
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
  }

  @Test func anotherKindOfFileIsNotOpened() throws {
    let small = try SmallRecording.stray(frames: 3)
    try small.write("rgb.mp4", "#EXTM3U\n#EXTINF:1,\n/etc/hostname\n")
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    try small.write("rgb.mp4", "ffconcat version 1.0\nfile '/etc/hostname'\n")
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
  }

  @Test func withoutFFmpegTheErrorSaysWhatToInstall() throws {
    let small = try SmallRecording.stray(frames: 3)
    let reading = RecordingReading(programs: small.folder.path)
    #expect(throws: RecordingError.noVideoProgram(file: "rgb.mp4")) { try Recording.open(small.folder, reading) }
  }

  @Test func anAzureKinectRecordingIsRead() throws {
    let small = try SmallRecording.kinect(frames: 12)
    let file = small.folder.appendingPathComponent("scan.mkv")
    let recording = try Recording.open(file)
    #expect(recording.format == .azureKinect)
    #expect(recording.frames.count == 12)
    #expect(recording.frames.map(\.name) == (0..<12).map(String.init))
    let cameras = recording.frames[0].cameras
    // The middle of a sensor of 1024 × 1024, of which the image begins at (192, 180).
    #expect(cameras.depth.cx == 319.5)
    #expect(cameras.depth.cy == 331.5)
    #expect(cameras.depth.fx == 512)
    #expect(cameras.color.fx == 64)
    #expect(cameras.color.cy == 23.5)
    #expect((cameras.colorFromDepth.translation - Vector3(-0.032, -0.002, 0.004)).length < 1e-12)
    #expect(recording.frames[3].colorImage.name == "scan.mkv (COLOR 3)")
    #expect(recording.frames[3].depthImage.name == "scan.mkv (DEPTH 3)")
    for index in [11, 3] {
      let depth = try recording.depth(recording.frames[index])
      #expect(depth.pixels[0].isNaN)
      #expect(depth.pixels[1...].allSatisfy { $0 == Float(400 + index) / 1000 })
    }
  }

  /// The lens of a real device's wide modes: it reaches no corner of the image.
  @Test func aWideModeOfAnAzureKinectIsRefusedByName() throws {
    let lens = [5.29, 3.46, 0.17, 5.63, 5.19, 0.92]
    let small = try SmallRecording.kinect(frames: 3, size: (512, 512), lens: lens)
    let error = #expect(throws: RecordingError.self) {
      try Recording.open(small.folder.appendingPathComponent("scan.mkv"))
    }
    let message = try #require(error).message
    #expect(message.code == .recordingWideLens)
    let words = try #require(error)
    #expect(words.problem.contains("512×512"))
    #expect(words.remedy?.contains("narrow mode") == true)
  }

  /// A narrow mode against the device's own model, a ratio of polynomials, at places all over the image. The only track of
  /// 16 bits is that of depth, whatever it is called.
  @Test func theLensOfANarrowModeIsTheDevices() throws {
    let k = [5.29, 3.46, 0.17, 5.63, 5.19, 0.92]
    let small = try SmallRecording.kinect(frames: 3, lens: k, title: "Z")
    let camera = try Recording.open(small.folder.appendingPathComponent("scan.mkv")).frames[0].cameras.depth
    #expect(camera.lens != nil)
    #expect(camera.fx == 512)
    var places = 0
    for y in stride(from: -0.8, through: 0.8, by: 0.1) {
      for x in stride(from: -0.8, through: 0.8, by: 0.1) {
        let s = x * x + y * y
        let ratio = (1 + s * (k[0] + s * (k[1] + s * k[2]))) / (1 + s * (k[3] + s * (k[4] + s * k[5])))
        let expected = Vector2(x, y) * ratio * 512 + Vector2(camera.cx, camera.cy)
        guard camera.contains(expected) else { continue }
        places += 1
        #expect((camera.project([x, y, 1]) - expected).length < 0.05, "\(x), \(y)")
      }
    }
    #expect(places > 100)
  }

  /// A time that no clock has, before or after all others.
  @Test(arguments: ["-1e300", "1e300", "nan", "1700000000033333"]) func rowsOfNoTimeAreRefused(time: String) throws {
    let small = try SmallRecording.stray(frames: 3)
    let rows = String(decoding: try small.read("odometry.csv"), as: UTF8.self)
    let first = try #require(rows.split(separator: "\n").dropFirst().first?.prefix { $0 != "," })
    try small.write("odometry.csv", rows.replacing(first, with: time))
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
  }

  /// The same size without a lens, as simulated ones are, and a size of no mode.
  @Test func otherSizesOfAnAzureKinect() throws {
    let wide = try SmallRecording.kinect(frames: 3, size: (512, 512))
    let depth = try Recording.open(wide.folder.appendingPathComponent("scan.mkv")).frames[0].cameras.depth
    #expect([depth.fx, depth.cx, depth.cy] == [256, 255.5, 255.5])
    let odd = try SmallRecording.kinect(frames: 3, size: (640, 480))
    let error = #expect(throws: RecordingError.self) {
      try Recording.open(odd.folder.appendingPathComponent("scan.mkv"))
    }
    #expect(try #require(error).problem.contains("1024×1024"))
  }

  @Test func aVideoWithoutDepthNamesTheMakersTools() throws {
    let small = try SmallRecording()
    try TestVideo.write(to: small.folder.appendingPathComponent("scan.mkv"), frames: 3)
    let error = #expect(throws: RecordingError.self) {
      try Recording.open(small.folder.appendingPathComponent("scan.mkv"))
    }
    let message = try #require(error).message
    #expect(message.code == .recordingNoDepthTrack)
    #expect(try #require(error).problem.contains("hevc yuv444p"), "what there is in its place")
  }
}

/// The mean of an image's pixels.
private func brightness(_ image: GrayImage) -> Double {
  let sum: Int = image.pixels.reduce(0) { $0 + Int($1) }
  return Double(sum) / Double(image.pixels.count)
}

/// A count from several threads.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var value = 0

  func add() { lock.withLock { value += 1 } }
}
