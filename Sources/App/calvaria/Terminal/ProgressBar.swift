import Diagnostics
import Dispatch
import Foundation
import ScanPipeline
import Studies
import Workers

/// A bar with the time left of the whole run on standard error, when that is a terminal; and the seconds of each stage.
final class ProgressBar: @unchecked Sendable {
  /// Guards everything below; the clock that draws runs on it.
  private let queue = DispatchQueue(label: "progress")
  private let narration: NarrationOptions
  private let isShown: Bool
  private let language = Language.ofCall
  private let start = ContinuousClock.now
  private var ticks: (any DispatchSourceTimer)?
  private var forecast: RunForecast
  private var stage: (name: ScanProgress.Stage, begun: Double)?
  private var times: [String: Double] = [:]

  /// Is told how far the run has come as often as the bar is drawn.
  private let listener: ((ScanJobProgress) -> Void)?

  /// Between two drawings.
  private static let pause = DispatchTimeInterval.milliseconds(200)

  /// The bar of a run that begins now.
  init(_ plan: RunPlan, _ narration: NarrationOptions, tell listener: ((ScanJobProgress) -> Void)? = nil) {
    forecast = RunForecast(plan)
    (self.narration, self.listener) = (narration, listener)
    isShown = Terminal.narratesToTerminal && !narration.quiet
    guard isShown || listener != nil else { return }
    let ticks = DispatchSource.makeTimerSource(queue: queue)
    ticks.schedule(deadline: .now() + Self.pause, repeating: Self.pause)
    ticks.setEventHandler { [unowned self] in draw() }
    ticks.resume()
    self.ticks = ticks
  }

  /// The seconds of each stage that is over.
  var seconds: [String: Double] { queue.sync { times } }

  /// Takes in a step of any thread.
  func update(_ progress: ScanProgress) {
    queue.sync {
      let now = elapsed
      forecast.add(progress, at: now)
      guard progress.stage != stage?.name else { return }
      closeStage(at: now)
      stage = (progress.stage, now)
      if isShown || listener != nil { draw() }
    }
  }

  /// Wipes out the bar and closes the last stage's time.
  func finish() {
    queue.sync {
      ticks?.cancel()
      ticks = nil
      closeStage(at: elapsed)
      stage = nil
      if isShown { Terminal.wipe() }
    }
  }

  private var elapsed: Double { start.duration(to: .now).inSeconds }

  private func closeStage(at now: Double) {
    guard let stage else { return }
    times[stage.name.rawValue, default: 0] += now - stage.begun
    if isShown && narration.verbose { Terminal.wipe() }
    narration.tell(stage.name.rawValue, seconds: now - stage.begun)
  }

  private func draw() {
    guard let stage else { return }
    let (share, secondsLeft) = (forecast.done(), forecast.left(at: elapsed))
    listener?(ScanJobProgress(share: share, secondsLeft: secondsLeft))
    guard isShown else { return }
    let left = secondsLeft.map { "  " + Self.text(left: $0, language) } ?? ""
    let tail = String(format: " %3.0f %%", share * 100) + left
    let title = FindingValue.progress(stage.name.rawValue).text(language).padding(
      toLength: 10, withPad: " ", startingAt: 0)
    let width = max(0, min(40, Terminal.columns - title.count - tail.count - 2))
    let filled = Int((share * Double(width)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Terminal.draw("\r\u{1B}[K\(title) \(bar)\(tail)")
  }

  /// A time as people read it; never nothing, as long as something is left to do.
  static func text(left seconds: Double, _ language: Language) -> String {
    let whole = max(1, Int(min(seconds, 359_999).rounded(.up)))
    let (key, count) =
      whole < 100 ? ("s", whole) : whole < 6000 ? ("min", (whole + 30) / 60) : ("h", (whole + 1800) / 3600)
    return language("narration.left", ["time": .number(Double(count), decimals: 0, unit: key)])
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
