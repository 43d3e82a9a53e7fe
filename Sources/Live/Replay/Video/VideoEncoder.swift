import Diagnostics
import Foundation
import Images
import Platform
import Recordings

/// Encodes frames as they come; the file is whole after ``finish()``.
package final class VideoEncoder {
  private let process = Process()
  /// A socket, not a pipe: writing to a program that has ended is then an error instead of a signal.
  private let socket: Int32
  /// Where the program's messages go: a file without a name, which vanishes with the process.
  private let messages: UnsafeMutablePointer<FILE>
  /// Of the last frame, in microseconds.
  private var lastTime = -1
  private var isOpen = true

  /// Starts the program.
  package init(_ tool: VideoTool, width: Int, height: Int, to file: URL) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0,
      let messages = tmpfile()
    else { throw VideoError.failed(reason: .phrase("no_socket")) }
    (socket, self.messages) = (ends[0], messages)
    process.executableURL = tool.program
    process.arguments = VideoTool.arguments(output: file.path)
    let input = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(fileDescriptor: fileno(messages), closeOnDealloc: false)
    do { try process.run() } catch { throw VideoError.failed(reason: .phrase("not_startable")) }
    try? input.close()
    try send(RawVideo.header(width: width, height: height))
  }

  deinit {
    if isOpen { cancel() }
    fclose(messages)
  }

  /// Takes in the next frame.
  ///
  /// - Parameter time: when it is shown, in seconds; after the frame before.
  package func add(_ image: ColorImage, at time: Double) throws {
    lastTime = max(lastTime + 1, Int((time * 1e6).rounded()))
    try send(RawVideo.frameHeader(time: lastTime, bytes: image.pixels.count))
    try image.pixels.withUnsafeBytes { try send($0) }
  }

  /// Ends the video; its last frame is shown as long as the one before it.
  package func finish() throws {
    close()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw fault }
  }

  /// Abandons the video.
  package func cancel() {
    close()
    process.terminate()
    process.waitUntilExit()
  }

  private func close() {
    if isOpen { _ = Foundation.close(socket) }
    isOpen = false
  }

  private func send(_ data: Data) throws { try data.withUnsafeBytes { try send($0) } }

  private func send(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.send(socket, rest.withUnsafeBytes(\.baseAddress), rest.count, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        cancel()
        throw fault
      }
      rest = rest.dropFirst(count)
    }
  }

  /// What the program said last.
  private var fault: VideoError {
    rewind(messages)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, messages)
    let line = String(decoding: bytes.prefix(count), as: UTF8.self).split(whereSeparator: \.isNewline).last
    return .failed(reason: line.map { .text(String($0.prefix(200))) } ?? .phrase("said_nothing"))
  }
}

/// Uncompressed frames with their times as a Matroska stream (RFC 9559), the simplest that carries both.
enum RawVideo {
  /// What comes before the first frame.
  static func header(width: Int, height: Int) -> Data {
    let file = element([0x1A, 0x45, 0xDF, 0xA3], text([0x42, 0x82], "matroska") + number([0x42, 0x87], 4))
    // A segment of unknown length, so that it can be streamed.
    let segment = Data([0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7))
    let microsecond = 1000
    let info = element(
      [0x15, 0x49, 0xA9, 0x66],
      number([0x2A, 0xD7, 0xB1], microsecond) + text([0x4D, 0x80], "calvaria") + text([0x57, 0x41], "calvaria"))
    let pixels = number([0xB0], width) + number([0xBA], height) + element([0x2E, 0xB5, 0x24], Data("RGB\u{18}".utf8))
    let track =
      number([0xD7], 1) + number([0x73, 0xC5], 1) + number([0x83], 1) + text([0x86], "V_UNCOMPRESSED")
      + element([0xE0], pixels)
    return file + segment + info + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
  }

  /// What comes before the bytes of a frame: red green blue, rows from top to bottom.
  ///
  /// - Parameter time: when it is shown, in microseconds.
  static func frameHeader(time: Int, bytes: Int) -> Data {
    let time = number([0xE7], time)
    // Track 1, at the cluster's own time, a key frame.
    let block = Data([0xA3]) + size(bytes + 4) + Data([0x81, 0, 0, 0x80])
    return Data([0x1F, 0x43, 0xB6, 0x75]) + size(time.count + block.count + bytes) + time + block
  }

  private static func element(_ id: [UInt8], _ content: Data) -> Data { Data(id) + size(content.count) + content }

  private static func number(_ id: [UInt8], _ value: Int) -> Data { element(id, bigEndian(UInt64(value))) }

  private static func text(_ id: [UInt8], _ text: String) -> Data { element(id, Data(text.utf8)) }

  /// A length as Matroska writes it in eight bytes: the first bit of the second byte on counts.
  private static func size(_ count: Int) -> Data { bigEndian(1 << 56 | UInt64(count)) }

  private static func bigEndian(_ value: UInt64) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }
}

/// ffmpeg, which encodes videos.
public struct VideoTool: Sendable {
  package let program: URL

  /// Finds ffmpeg with its H.264 encoder.
  ///
  /// - Parameter path: the folders to look in, as `PATH` has them.
  public init(path: String) throws(VideoError) {
    let candidates = path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appending(path: "ffmpeg") }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw .notInstalled
    }
    program = found
    let (process, output) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = ["-hide_banner", "-h", "encoder=libx264"]
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { throw .notInstalled }
    let text = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    guard text.starts(with: Data("Encoder libx264".utf8)) else { throw .noEncoder(program: program.path) }
  }

  /// What turns frames on standard input into an H.264 video that browsers play.
  ///
  /// Every frame keeps its own time. Two threads, whatever the machine: their number changes the bytes.
  static func arguments(output: String) -> [String] {
    ["-hide_banner", "-loglevel", "error", "-y", "-f", "matroska", "-i", "pipe:0", "-an"]
      + ["-fps_mode", "passthrough", "-enc_time_base", "-1"]
      + ["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"]
      + ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
      // Without B-frames, a video of unevenly timed frames has the right length.
      + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-bf", "0", "-level", "4.2", "-threads", "2"]
      // The last frame has no next one: it is shown as long as the one before it.
      + ["-bsf:v", "setts=duration='if(N,PTS-PREV_INPTS,1/30/TB)'"]
      + ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags", "+faststart", "-f", "mp4", output]
  }
}

/// Why no video can be made.
public enum VideoError: UserFacingError, Equatable {
  /// There is no ffmpeg.
  case notInstalled
  /// ffmpeg has no encoder for H.264.
  case noEncoder(program: String)
  /// ffmpeg stopped.
  case failed(reason: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .notInstalled: ErrorMessage(.videoNotInstalled, at: "ffmpeg")
    case .noEncoder(let program): ErrorMessage(.videoNoEncoder, at: program)
    case .failed(let reason): ErrorMessage(.videoFailed, at: "ffmpeg", nil, ["reason": reason])
    }
  }
}
