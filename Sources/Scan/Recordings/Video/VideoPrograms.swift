internal import Diagnostics
import Platform

/// The containers of videos that are read, by ffmpeg's names.
enum VideoContainerKind: String, Sendable {
  case mp4 = "mov"
  case matroska
}

/// ffmpeg and ffprobe, which decode videos and list their frames.
struct VideoPrograms: Sendable {
  private let decoder, prober: String

  /// How long a program may write nothing, seconds: seeking in a long video takes parts of one.
  static let patience = 30

  /// Finds both programs.
  ///
  /// - Parameters:
  ///   - path: the folders to look in, as `PATH` has them.
  ///   - file: the video, for the message where one is missing.
  init(path: String, for file: String) throws(RecordingError) {
    let find = { (name: String) -> String? in
      let candidates: [String] = path.split(separator: ":").map { $0 + "/" + name }
      return candidates.first { access($0, X_OK) == 0 }
    }
    guard let decoder = find("ffmpeg"), let prober = find("ffprobe") else { throw .noVideoProgram(file: file) }
    (self.decoder, self.prober) = (decoder, prober)
  }

  /// What must stand before the video's name: no other files or addresses are opened, whatever the video says; no other
  /// container is tried than the one that it should be; and no picture is larger than those of files may be.
  static func reading(_ container: VideoContainerKind) -> [String] {
    ["-protocol_whitelist", "file,pipe", "-f", container.rawValue]
  }

  /// What ffprobe writes about a file.
  func probe(_ arguments: [String], limit: Int, name: String) throws(RecordingError) -> [UInt8] {
    guard var process = ChildProcess(prober, ["-v", "error"] + arguments) else {
      throw .badContainer(file: name, fault: .phrase("no_start", ["program": .text("ffprobe")]))
    }
    return try Self.all(of: &process, limit: limit, name: name)
  }

  /// What ffmpeg writes of a small part of a file, whatever it says at its end.
  func extract(_ arguments: [String], limit: Int, name: String) throws(RecordingError) -> [UInt8] {
    guard var process = decoding(arguments) else {
      throw .badContainer(file: name, fault: .phrase("no_start", ["program": .text("ffmpeg")]))
    }
    return try Self.all(of: &process, limit: limit, name: name, mayComplain: true)
  }

  /// ffmpeg at work; nil where it can't be started.
  func decoding(_ arguments: [String]) -> ChildProcess? {
    ChildProcess(decoder, ["-nostdin", "-hide_banner", "-loglevel", "error"] + arguments)
  }

  private static func all(
    of process: inout ChildProcess, limit: Int, name: String, mayComplain: Bool = false
  ) throws(RecordingError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(ChildProcess.Silence) { bytes = try process.readAll(limit: limit, patience: patience) } catch {
      throw .badContainer(file: name, fault: silence)
    }
    guard let bytes else { throw .tooLarge(file: name, bytes: limit + 1, limit: limit) }
    guard process.endedWell(patience: patience) || mayComplain else {
      throw .badContainer(file: name, fault: words(&process))
    }
    return bytes
  }

  /// What is wrong by the words of a program that ended.
  static func words(_ process: inout ChildProcess) -> FindingValue {
    process.lastWords().map { .text($0) } ?? .phrase("said_nothing")
  }

  static let silence = FindingValue.phrase(
    "program_silent", ["time": .number(Double(patience), decimals: 0, unit: "s")])
}
