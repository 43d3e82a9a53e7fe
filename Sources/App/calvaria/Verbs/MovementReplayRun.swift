import Diagnostics
import Feedback
import Foundation
internal import Files
import Replay
import ScanPipeline

/// What `replay --task` drives a recording through.
enum ReplayTask: String, CaseIterable {
  case neck
}

/// `calvaria replay --task neck`: guides and counts instead of steering a scan.
struct MovementReplayRun {
  let replay: MovementReplay
  let speech: SpokenFile?
  let video: OutputFile?
  let tool: VideoTool?
  let narration: NarrationOptions
  let isRealtime: Bool

  /// Looks for everything that could stop it, before the work begins.
  init(
    _ replay: MovementReplay, speech: String?, video: String?, force: Bool, inputs: [URL], narration: NarrationOptions,
    isRealtime: Bool
  ) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    (self.replay, self.narration, self.isRealtime) = (replay, narration, isRealtime)
    self.video = try video.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    self.speech = try speech.map {
      try SpokenFile($0, language: replay.phrasebook.language, force: force, inputs: inputs)
    }
    tool = try video.map { _ in try VideoTool(path: path) }
  }

  /// Replays into a folder that is being written.
  func fill(_ folder: OutputFolder) throws -> MovementSummary {
    let files = try MovementFiles(folder, of: replay)
    let grown = folder.staging.appending(path: "video.mp4")
    let film = try tool.map { try replay.video($0, to: grown) }
    var plan = SpeechPlan()
    let bar = ProgressBar(.replay, narration)
    defer { bar.finish() }
    let start = ContinuousClock.now
    let show: ((MovementScene) throws -> Void)? = film.map { film in { try film.add($0) } }
    let summary = try replay.run(progress: { if !isRealtime { bar.update($0) } }, show: show) {
      feedback, reference, name in
      try files.add(feedback, reference, name: name)
      if isRealtime {
        let ahead = ContinuousClock.now.duration(to: start + .seconds(feedback.time)).inSeconds
        if ahead > 0 { Thread.sleep(forTimeInterval: ahead) }
      }
      for event in feedback.events {
        guard let text = replay.phrasebook.text(for: event) else { continue }
        plan.add(text, kind: event.name, at: event.time)
        if isRealtime {
          narration.tell(replay.language.number(event.time, digits: 2) + " s  " + text)
        }
      }
    }
    try files.finish(summary)
    // What other programs make comes first: where one fails, no file is there.
    try film?.finish()
    let sound = try speech?.sound(plan, duration: summary.duration)
    if let sound { try speech?.write(sound) }
    if let video, film != nil { try video.take(grown) }
    return summary
  }
}
