import Diagnostics
import Feedback
internal import Files
import Foundation
import Replay
import Workers

/// `calvaria replay --task`: guides and counts instead of steering a scan.
struct MovementReplayRun {
  let book: MovementPhrases
  let language: Language
  let speech: SpokenFile?
  let video: OutputFile?
  let tool: VideoTool?
  let narration: NarrationOptions
  let isRealtime: Bool

  /// Looks for everything that could stop it, before the work begins.
  init(
    _ book: MovementPhrases, _ language: Language, speech: String?, video: String?, force: Bool, inputs: [URL],
    narration: NarrationOptions, isRealtime: Bool
  ) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    (self.book, self.language, self.narration, self.isRealtime) = (book, language, narration, isRealtime)
    self.video = try video.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    self.speech = try speech.map { try SpokenFile($0, language: book.language, force: force, inputs: inputs) }
    tool = try video.map { _ in try VideoTool(path: path) }
  }

  /// Takes in what is told in a frame, a note for its line in the timeline, and its name.
  typealias Teller = (MovementFeedback, String, String) throws -> Void

  /// Replays into a folder that is being written.
  ///
  /// - Parameter play: tells every frame in turn, and has written the video, where one is wanted, when it returns.
  func fill(
    _ folder: OutputFolder, _ files: MovementFiles,
    play: ((ScanProgress) -> Void, (tool: VideoTool, file: URL)?, Teller) throws -> MovementSummary
  ) throws -> MovementSummary {
    let grown = folder.staging.appending(path: "video.mp4")
    var plan = SpeechPlan()
    let bar = ProgressBar(.replay, narration)
    defer { bar.finish() }
    let pace = isRealtime ? Pace() : nil
    // What other programs make comes first: where one fails, no file is there.
    let summary = try play({ if !isRealtime { bar.update($0) } }, tool.map { ($0, grown) }) { feedback, note, name in
      try files.add(feedback, note: note, name: name)
      pace?.wait(for: feedback.time)
      for event in feedback.events {
        guard let text = book.text(for: event) else { continue }
        plan.add(text, kind: event.name, at: event.time)
        if isRealtime, let line = book.line(for: event, in: language) { narration.tell(line) }
      }
    }
    try files.finish(summary)
    let sound = try speech?.sound(plan, duration: summary.duration)
    if let sound { try speech?.write(sound) }
    if let video { try video.take(grown) }
    return summary
  }
}
