import Diagnostics
import Foundation
import Images
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
