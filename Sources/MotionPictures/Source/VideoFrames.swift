internal import Diagnostics
import Foundation
internal import Images
internal import Replay

/// The frames of a video one after the other, decoded by ffmpeg into uncompressed rows.
final class VideoFrames {
  private let path: String
  private let program: URL
  private let process = Process()
  private let pipe = Pipe()
  private var size: (width: Int, height: Int)?
  private var next = 0
  private var last: (index: Int, image: ColorImage)?
  private var isStarted = false

  /// Pictures of videos are made no larger than this, in pixels: they are only looked at.
  private static let most = 1280
  /// The longest header of a picture, in bytes.
  private static let longestHeader = 64

  init(_ path: String, programs: String) throws {
    self.path = path
    program = try VideoTool(path: programs).program
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The frame of a number, from 0; nil behind the end. Numbers must not descend.
  func picture(_ index: Int) throws -> ColorImage? {
    if let last, last.index == index { return last.image }
    if !isStarted { try start() }
    while next < index { guard try read() != nil else { return nil } }
    guard next == index, let image = try read() else { return nil }
    last = (index, image)
    return image
  }

  private func start() throws {
    isStarted = true
    process.executableURL = program
    // A list or a playlist must not lead anywhere else.
    process.arguments =
      ["-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file,pipe", "-i", "file:" + absolute]
      + ["-map", "0:v:0", "-fps_mode", "passthrough"]
      + ["-vf", "scale='min(\(Self.most),iw)':-2", "-c:v", "ppm", "-f", "image2pipe", "-"]
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw fault(.phrase("not_startable")) }
  }

  private var absolute: String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// The next frame; nil at the end. The first must be there.
  private func read() throws -> ColorImage? {
    guard let header = try self.header() else {
      if next == 0 { throw fault(.phrase("none")) }
      return nil
    }
    let bytes = try content(3 * header.width * header.height)
    next += 1
    return bytes.map { ColorImage(width: header.width, height: header.height, pixels: $0) }
  }

  /// The size that the header of a PPM states: `P6`, width, height, 255, each with one blank behind.
  private func header() throws -> (width: Int, height: Int)? {
    var (words, word, count): ([String], String, Int) = ([], "", 0)
    while words.count < 4 {
      guard count < Self.longestHeader, let byte = try content(1)?.first else { return nil }
      count += 1
      if byte == 0x20 || byte == 0x0A {
        words.append(word)
        word = ""
      } else {
        word.unicodeScalars.append(UnicodeScalar(byte))
      }
    }
    guard words[0] == "P6", words[3] == "255", let width = Int(words[1]), let height = Int(words[2]),
      (1...Self.most).contains(width), (1...65_536).contains(height)
    else { throw fault(.phrase("something_else")) }
    return (width, height)
  }

  /// The next bytes; nil where the program ended before.
  private func content(_ count: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let part = try pipe.fileHandleForReading.read(upToCount: count - bytes.count), !part.isEmpty else {
        return nil
      }
      bytes += part
    }
    return bytes
  }

  private func fault(_ found: FindingValue) -> MotionPictureError { .unreadable(path: path, found: found) }
}
