import Feedback
internal import Files
import Foundation
import Replay

/// What `replay` writes beside its folder: vibration, speech, video, each where an option names a file.
final class ReplayMedia {
  private let haptics, video: OutputFile?
  private let speech: SpokenFile?
  private let tool: VideoTool?
  private var pattern = HapticPattern(), plan = SpeechPlan()
  private var film: (video: ReplayVideo, file: URL)?

  /// Looks for everything that could stop it, before the work begins.
  init(haptics: String?, speech: String?, video: String?, language: String, force: Bool, inputs: [URL]) throws {
    let claim = { (path: String) in try OutputFile(.given(path), force: force, inputs: inputs) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    (self.haptics, self.video) = (try haptics.map(claim), try video.map(claim))
    self.speech = try speech.map { try SpokenFile($0, language: language, force: force, inputs: inputs) }
    tool = try video.map { _ in try VideoTool(path: path) }
  }

  /// Begins the video, if one is wanted, and returns what draws its frames.
  ///
  /// - Parameter folder: where it grows: when the folder is removed, so is the video.
  func begin(_ replay: Replay, in folder: OutputFolder) throws -> ((ReplayScene) throws -> Void)? {
    guard let tool else { return nil }
    let file = folder.staging.appending(path: "video.mp4")
    let video = try replay.video(tool, to: file)
    film = (video, file)
    return { try video.add($0) }
  }

  /// Takes in a frame.
  func add(_ feedback: FrameFeedback, _ book: Phrasebook) {
    if haptics != nil { pattern.add(feedback) }
    if speech != nil { for event in feedback.events { plan.add(event, book) } }
  }

  /// Writes every file.
  func finish(duration: Double) throws {
    // What other programs make comes first: where one fails, no file is there.
    try film?.video.finish()
    let sound = try speech?.sound(plan, duration: duration)
    if let haptics {
      pattern.finish()
      try haptics.write(try pattern.ahap())
    }
    if let sound { try speech?.write(sound) }
    if let video, let film { try video.take(film.file) }
  }
}
