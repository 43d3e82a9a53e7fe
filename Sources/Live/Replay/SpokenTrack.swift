import Diagnostics
import Feedback
public import Foundation
import Platform

/// Speaks phrases through espeak-ng; each is synthesised once, however often it is said.
public final class SpokenTrack {
  private let program: URL
  private let language: String
  private var spoken: [String: WaveFile] = [:]

  /// The longest file, in seconds: times in a recording may be anything.
  private static let longest = 7200.0

  /// Finds espeak-ng.
  ///
  /// - Parameters:
  ///   - language: the language of the phrases.
  ///   - path: the folders to look in, as `PATH` has them.
  public init(language: String, path: String) throws(SpeechError) {
    self.language = language
    let candidates = path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appending(path: "espeak-ng") }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw .notInstalled
    }
    program = found
  }

  /// A plan's phrases at their times, with silence between them and up to `duration` seconds, as a WAV file's bytes.
  ///
  /// - Throws: ``SpeechError/tooLong(seconds:)`` before any memory is taken for silence.
  public func sound(_ plan: SpeechPlan, duration: Double) throws -> Data {
    var plan = plan
    guard duration <= Self.longest else { throw SpeechError.tooLong(seconds: duration) }
    try plan.place { try speech($0).duration }
    let rate = spoken.values.first?.rate ?? 22_050
    var sound = Data()
    for utterance in plan.utterances {
      let start = Int((utterance.start * Double(rate)).rounded())
      sound.append(Data(count: max(0, 2 * start - sound.count)))
      sound.append(try speech(utterance.text).samples)
    }
    sound.append(Data(count: max(0, 2 * Int((duration * Double(rate)).rounded()) - sound.count)))
    return WaveFile.header(rate: rate, bytes: sound.count) + sound
  }

  private func speech(_ text: String) throws -> WaveFile {
    if let known = spoken[text] { return known }
    let file = FileManager.default.temporaryDirectory.appending(path: "calvaria-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = ["-v", language, "-w", file.path, "--", text]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw SpeechError.failed(language: language, text: text) }
    process.waitUntilExit()
    guard process.terminationStatus == 0, let data = try? Data(contentsOf: file), let wave = WaveFile(data),
      spoken.values.first.map({ $0.rate == wave.rate }) ?? true
    else { throw SpeechError.failed(language: language, text: text) }
    spoken[text] = wave
    return wave
  }
}

/// Why nothing can be spoken.
public enum SpeechError: UserFacingError, Equatable {
  /// There is no espeak-ng.
  case notInstalled
  /// espeak-ng does not speak a phrase.
  case failed(language: String, text: String)
  /// What is to be spoken to lasts too long.
  case tooLong(seconds: Double)

  public var message: ErrorMessage {
    switch self {
    case .notInstalled: ErrorMessage(.speechNotInstalled, at: "espeak-ng")
    case .failed(let language, let text):
      ErrorMessage(.speechFailed, at: "espeak-ng", nil, ["text": .text(text), "language": .text(language)])
    case .tooLong(let seconds):
      ErrorMessage(.speechTooLong, at: "--speak", nil, ["seconds": .number(seconds, decimals: 0, unit: "s")])
    }
  }
}

/// Mono sound of 16-bit samples.
struct WaveFile {
  let rate: Int
  /// Little-endian samples.
  let samples: Data

  /// Seconds.
  var duration: Double { Double(samples.count / 2) / Double(rate) }

  /// Reads a RIFF file; nil for one that is no mono sound of 16-bit samples.
  init?(_ file: Data) {
    let bytes = [UInt8](file)
    let number = { (at: Int, count: Int) in (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    guard bytes.count > 12, bytes[0..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WAVE".utf8) else {
      return nil
    }
    var (at, rate) = (12, 0)
    while at + 8 <= bytes.count {
      let name = bytes[at..<(at + 4)]
      // A program that writes to a pipe can't know the length: the data is then the rest of the file.
      let size = min(number(at + 4, 4), bytes.count - at - 8)
      if name.elementsEqual("fmt ".utf8), size >= 16 {
        guard number(at + 8, 2) == 1, number(at + 10, 2) == 1, number(at + 22, 2) == 16 else { return nil }
        rate = number(at + 12, 4)
      }
      if name.elementsEqual("data".utf8) {
        guard (4000...192_000).contains(rate) else { return nil }
        self.rate = rate
        samples = Data(bytes[(at + 8)..<(at + 8 + size / 2 * 2)])
        return
      }
      at += 8 + size + size % 2
    }
    return nil
  }

  /// The header of a file with a number of bytes of samples.
  static func header(rate: Int, bytes: Int) -> Data {
    let number = { (value: Int, count: Int) in (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let format = number(1, 2) + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2)
    return Data(
      Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
        + Array("data".utf8) + number(bytes, 4))
  }
}
