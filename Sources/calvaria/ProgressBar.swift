import Dispatch
import Foundation
import ScanPipeline

/// A bar with the time left on standard error, when that is a terminal; nothing else.
final class ProgressBar: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private let isShown = Terminal.narratesToTerminal
  private let clock = ContinuousClock()
  private var stage: ScanProgress.Stage?
  private var stageStart = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private(set) var seconds: [String: Double] = [:]

  /// Takes in a step of any thread.
  func update(_ progress: ScanProgress) {
    lock.wait()
    defer { lock.signal() }
    let now = clock.now
    if progress.stage != stage {
      closeStage(at: now)
      (stage, stageStart, lastDrawn) = (progress.stage, now, nil)
    }
    guard isShown,
      progress.done == progress.total || lastDrawn.map({ $0.duration(to: now) > .milliseconds(100) }) ?? true
    else { return }
    lastDrawn = now
    draw(progress, elapsed: stageStart.duration(to: now).inSeconds)
  }

  /// Clears the line and closes the last stage's time.
  func finish() {
    lock.wait()
    defer { lock.signal() }
    closeStage(at: clock.now)
    stage = nil
    if isShown { Terminal.draw("\r\u{1B}[K") }
  }

  private func closeStage(at now: ContinuousClock.Instant) {
    if let stage { seconds[stage.rawValue, default: 0] += stageStart.duration(to: now).inSeconds }
  }

  private func draw(_ progress: ScanProgress, elapsed: Double) {
    let share = progress.total > 0 ? Double(progress.done) / Double(progress.total) : 0
    let left = progress.done > 0 ? elapsed * (1 - share) / share : .nan
    let tail = left.isFinite ? String(format: " %3.0f %%  %.0f s left", share * 100, left) : ""
    let title = progress.stage.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
    let width = max(0, min(40, Terminal.columns - title.count - tail.count - 4))
    let filled = Int((share * Double(width)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Terminal.draw("\r\u{1B}[K\(title) \(bar)\(tail)")
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
