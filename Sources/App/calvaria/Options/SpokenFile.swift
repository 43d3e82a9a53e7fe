import Feedback
import Foundation
internal import Files
import Replay

/// Phrases at their times as a WAV file, where an option names one.
struct SpokenFile {
  private let file: OutputFile
  private let track: SpokenTrack

  /// Looks for everything that could stop it, before the work begins.
  ///
  /// - Parameter language: that of the phrases.
  init(_ path: String, language: String, force: Bool, inputs: [URL]) throws {
    file = try OutputFile(.given(path), force: force, inputs: inputs)
    track = try SpokenTrack(language: language, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// The file's bytes, which another program makes; nothing is written yet.
  ///
  /// - Parameter duration: how long it is at least, in seconds.
  func sound(_ plan: SpeechPlan, duration: Double) throws -> Data { try track.sound(plan, duration: duration) }

  /// Writes what was made.
  func write(_ sound: Data) throws { try file.write(sound) }
}
