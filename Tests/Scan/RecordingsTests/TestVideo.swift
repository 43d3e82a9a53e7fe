import Foundation
import Images
import Recordings
import Synchronization
import TestSupport

/// Videos of 64 × 48 pixels whose brightness counts their pictures: 20, 23, 26 …; redder on the left, bluer on the right.
enum TestVideo {
  static let program = URL(fileURLWithPath: "/usr/bin/ffmpeg")
  static let canBeWritten = ["ffmpeg", "ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
  static let (width, height) = (64, 48)

  /// Videos that were written before: many tests ask for the same, and a start of ffmpeg costs more than most of them.
  private static let written = Mutex<[[String]: Data]>([:])

  static func write(
    to file: URL, frames: Int, codec: [String] = VideoRecordingTests.codecs[0], isTurned: Bool = false,
    height: Int = height
  ) throws {
    let asked = ["\(frames)", "\(isTurned)", "\(height)", file.pathExtension] + codec
    if let known = written.withLock({ $0[asked] }) { return try known.write(to: file) }
    try encode(to: file, frames: frames, codec: codec, isTurned: isTurned, height: height)
    let video = try Data(contentsOf: file)
    written.withLock { $0[asked] = video }
  }

  private static func encode(to file: URL, frames: Int, codec: [String], isTurned: Bool, height: Int) throws {
    let folder = try TemporaryFolder()
    let raw = folder.url.appendingPathComponent("raw")
    var bytes = Data(capacity: frames * width * height * 3)
    for k in 0..<frames {
      let level = 20 + 3 * k
      for _ in 0..<height {
        // Luma 0.299 r + 0.587 g + 0.114 b stays the level.
        for x in 0..<width {
          let isLeft = x < width / 2
          let red = min(255, level + (isLeft ? 10 : -10))
          let blue = min(255, max(0, level + (isLeft ? -26 : 26)))
          bytes.append(contentsOf: [UInt8(max(0, red)), UInt8(min(255, level)), UInt8(blue)])
        }
      }
    }
    try bytes.write(to: raw)
    let plain = isTurned ? folder.url.appendingPathComponent("plain.mp4") : file
    try run(
      ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(width)x\(height)", "-framerate", "30", "-i", raw.path]
        + ["-pix_fmt", codec.contains("mjpeg") ? "yuvj444p" : "yuv444p"] + codec + [plain.path])
    if isTurned { try run(["-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=90", file.path]) }
  }

  static func run(_ arguments: [String]) throws {
    let process = try Process.run(program, arguments: ["-nostdin", "-v", "error", "-y"] + arguments)
    process.waitUntilExit()
    struct Failed: Error {}
    guard process.terminationStatus == 0 else { throw Failed() }
  }
}

extension SmallRecording {
  /// Stray Scanner's folder; depth of 0.4 m of half the size, whose first row is unsure.
  static func stray(
    frames: Int, firstNumber: Int = 0, codec: [String] = VideoRecordingTests.codecs[0], isTurned: Bool = false,
    intrinsics: ((Int) -> String)? = nil
  ) throws -> SmallRecording {
    let recording = try SmallRecording()
    try TestVideo.write(
      to: recording.folder.appendingPathComponent("rgb.mp4"), frames: frames, codec: codec, isTurned: isTurned)
    let depth = try depthPNG(code: 400, width: 32, height: 24)
    var confidence = [UInt8](repeating: 2, count: 32 * 24)
    for k in 0..<32 { confidence[k] = 0 }
    let sure = try grayPNG(confidence, width: 32)
    var rows = "timestamp, frame, x, y, z, qx, qy, qz, qw"
    // Since 2026, of each frame; the centre of distortion is known with the front camera only.
    rows += intrinsics == nil ? "\n" : ", fx, fy, cx, cy, distortion_center_x, distortion_center_y\n"
    for k in 0..<frames {
      let number = String(format: "%06d", firstNumber + k)
      try recording.write("depth/\(number).png", depth)
      try recording.write("confidence/\(number).png", sure)
      // Half a turn about x: looks back along z.
      rows += "\(Double(1000 + k) / 30), \(number), 1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0"
      rows += (intrinsics.map { ", \($0(k))" } ?? "") + "\n"
    }
    try recording.write("odometry.csv", rows)
    try recording.write("camera_matrix.csv", "60.0, 0.0, 31.5\n0.0, 60.0, 23.5\n0.0, 0.0, 1.0")
    return recording
  }

  /// An 8-bit grey image.
  static func grayPNG(_ pixels: [UInt8], width: Int) throws -> Data {
    try ImageFile.png(
      ColorImage(width: width, height: pixels.count / width, pixels: pixels.flatMap { [$0, $0, $0] }))
  }

  /// k4arecorder's file; depth of 400, 401 … mm, none in the first pixel.
  ///
  /// - Parameters:
  ///   - lens: k₁ … k₆ of the depth camera.
  ///   - title: what the file calls the track of depth.
  static func kinect(
    frames: Int, size: (width: Int, height: Int) = (640, 576), lens: [Double] = [0, 0, 0, 0, 0, 0],
    title: String = "DEPTH"
  ) throws -> SmallRecording {
    let recording = try SmallRecording()
    let (width, height) = size
    var depth = Data(capacity: 2 * width * height * frames)
    for k in 0..<frames {
      depth.append(contentsOf: [0, 0])
      let code: [UInt8] = [UInt8((400 + k) >> 8), UInt8((400 + k) & 255)]
      for _ in 1..<(width * height) { depth.append(contentsOf: code) }
    }
    try recording.write("depth.raw", depth)
    let terms = lens.map { "\($0)" }.joined(separator: ",")
    try recording.write("calibration.json", kinectCalibration.replacing("LENS", with: terms, maxReplacements: 1))
    let color = recording.folder.appendingPathComponent("color.mkv")
    try TestVideo.write(to: color, frames: frames, codec: VideoRecordingTests.codecs[2])
    let file = recording.folder.appendingPathComponent("scan.mkv")
    let raw = recording.folder.appendingPathComponent("depth.raw")
    var words = ["-i", color.path, "-f", "rawvideo", "-pix_fmt", "gray16be", "-s", "\(width)x\(height)"]
    words += ["-framerate", "30", "-i", raw.path, "-map", "0:v", "-map", "1:v", "-c", "copy"]
    words += ["-allow_raw_vfw", "1", "-metadata:s:v:0", "title=COLOR", "-metadata:s:v:1", "title=\(title)"]
    words += ["-attach", recording.folder.appendingPathComponent("calibration.json").path]
    words += ["-metadata:s:t", "mimetype=application/octet-stream", file.path]
    try TestVideo.run(words)
    // The header of the track as k4arecorder writes it: upright, and with the name of the code.
    var content = try Data(contentsOf: file)
    let number = { (value: Int32) in withUnsafeBytes(of: value.littleEndian) { Data($0) } }
    var written = number(40), header = number(40)
    for part in [number(Int32(width)), number(-Int32(height))] { written += part }
    for part in [number(Int32(width)), number(Int32(height)), Data([1, 0, 16, 0]), Data("b16g".utf8)] { header += part }
    let place = content.firstRange(of: written)!.lowerBound
    content.replaceSubrange(place..<(place + header.count), with: header)
    try content.write(to: file)
    for name in ["depth.raw", "calibration.json", "color.mkv"] { try recording.remove(name) }
    return recording
  }

  private static let kinectCalibration = """
    {"CalibrationInformation": {"Cameras": [
      {"Intrinsics": {"ModelParameters": [0.5, 0.5, 0.5, 0.5, LENS, 0,0, 0,0]},
       "Purpose": "CALIBRATION_CameraPurposeDepth",
       "Rt": {"Rotation": [1,0,0,0,1,0,0,0,1], "Translation": [0,0,0]}},
      {"Intrinsics": {"ModelParameters": [0.5, 0.5, 1.0, 1.3333333333333333, 0,0,0,0,0,0, 0,0, 0,0]},
       "Purpose": "CALIBRATION_CameraPurposePhotoVideo",
       "Rt": {"Rotation": [1,0,0,0,1,0,0,0,1], "Translation": [-0.032,-0.002,0.004]}}]}}
    """
}
