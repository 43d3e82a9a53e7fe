import Diagnostics
import Foundation

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
  /// It has no encoder for H.264.
  case noEncoder(program: String)
  /// It stopped.
  case failed(reason: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .notInstalled: ErrorMessage(.videoNotInstalled, at: "ffmpeg")
    case .noEncoder(let program): ErrorMessage(.videoNoEncoder, at: program)
    case .failed(let reason): ErrorMessage(.videoFailed, at: "ffmpeg", nil, ["reason": reason])
    }
  }
}
