import Testing
import Workers

@testable import ScanPipeline

/// The time left of a run, over the stages' times of runs that were recorded, and of such as go awry.
@Suite struct RunForecastTests {
  /// Seconds of markers, tracking, fusion and analysis as `--timings` wrote them.
  struct Run: CustomTestStringConvertible, Sendable {
    let name: String
    let frames: Int
    let seconds: [Double]
    var testDescription: String { name }
    var total: Double { seconds.reduce(0, +) }
  }

  /// What is shown at a time of the run.
  private struct Shown {
    let time, share: Double
    let left: Double?
  }

  /// Steps that a stage reports: markers and fusion a frame each, tracking and analysis only that they have begun.
  private func shown(_ run: Run, every tick: Double) -> [Shown] {
    var forecast = RunForecast(.markers)
    let stages: [(ScanProgress.Stage, Int)] = [
      (.markers, run.frames), (.tracking, 1), (.fusion, run.frames), (.analysis, 1),
    ]
    var told: [(time: Double, progress: ScanProgress)] = []
    var begun = 0.0
    for ((stage, total), seconds) in zip(stages, run.seconds) {
      if total == 1 { told.append((begun, ScanProgress(stage: stage, done: 0, total: 1))) }
      for done in 1...total where total > 1 {
        let time = begun + seconds * Double(done) / Double(total)
        told.append((time, ScanProgress(stage: stage, done: done, total: total)))
      }
      begun += seconds
    }
    var next = told[...]
    return stride(from: 0, to: run.total, by: tick).map { time in
      while let step = next.first, step.time <= time {
        forecast.add(step.progress, at: step.time)
        next.removeFirst()
      }
      return Shown(time: time, share: forecast.done(), left: forecast.left(at: time))
    }
  }

  static let recorded: [Run] = [
    Run(name: "practice_a", frames: 300, seconds: [4.220, 0.963, 3.852, 0.661]),
    Run(name: "practice_half", frames: 90, seconds: [1.833, 0.428, 4.027, 0.097]),
    Run(name: "sample", frames: 60, seconds: [0.753, 0.311, 0.798, 0.705]),
    Run(name: "plagio", frames: 54, seconds: [1.007, 0.370, 1.068, 0.895]),
    Run(name: "half", frames: 22, seconds: [0.295, 0.118, 0.904, 0.039]),
  ]

  /// Runs of two seconds and more: of shorter ones nobody reads the time left.
  @Test(arguments: recorded.filter { $0.total > 2 }) func ofARecordedRunTheWholeIsForetold(run: Run) throws {
    let shown = shown(run, every: run.total / 200)
    // In the first half second nothing is told.
    for moment in shown where moment.time > max(0.15 * run.total, 0.5) && moment.time < 0.9 * run.total {
      let left = try #require(moment.left)
      #expect(abs(left - (run.total - moment.time)) < 0.3 * run.total, "\(run.name) at \(moment.time): \(left)")
    }
  }

  /// Runs ten times as long, so that the steadiness in seconds has something to hold.
  @Test(arguments: recorded) func itNeverJumpsAndNeverPromisesNothingForLong(run: Run) {
    var long = run
    long = Run(name: run.name, frames: 10 * run.frames, seconds: run.seconds.map { 10 * $0 })
    check(shown(long, every: 0.2), total: long.total)
  }

  @Test func aStageThatTakesTenTimesAsLongIsStillLeftSomeTime() {
    for slow in 0..<4 {
      var seconds = [8.4, 2.4, 7.5, 0.4]
      seconds[slow] *= 10
      let run = Run(name: "slow \(slow)", frames: 3000, seconds: seconds)
      check(shown(run, every: 0.2), total: run.total)
    }
  }

  private func check(_ shown: [Shown], total: Double) {
    var silent = 0.0
    for (last, now) in zip(shown, shown.dropFirst()) {
      #expect(now.share >= last.share)
      #expect(now.share < 1)
      guard let before = last.left, let left = now.left else { continue }
      let passed = now.time - last.time
      #expect(left > 0, "from \(before) to \(left) at \(now.time)")
      #expect(abs(left - (before - passed)) < 0.1 * max(total, 10), "from \(before) to \(left) at \(now.time)")
      silent = left < 0.5 && total - now.time > 1 ? silent + passed : 0
      #expect(silent < 2, "nothing promised for \(silent) s at \(now.time) of \(total)")
    }
  }

  @Test func nothingIsToldBeforeThereIsAPace() {
    var forecast = RunForecast(.replay)
    #expect(forecast.left(at: 0) == nil)
    forecast.add(ScanProgress(stage: .replay, done: 1, total: 1000), at: 0.1)
    #expect(forecast.left(at: 0.1) == nil)
    #expect(forecast.left(at: 5) == nil)
    forecast.add(ScanProgress(stage: .replay, done: 100, total: 1000), at: 10)
    #expect(forecast.left(at: 10).map { abs($0 - 90) < 1 } == true)
    #expect(abs(forecast.done() - 0.1) < 1e-9)
  }

  @Test func stagesOfOtherRunsAndThoseThatComeBackChangeNothing() {
    var forecast = RunForecast(.markers)
    forecast.add(ScanProgress(stage: .markers, done: 50, total: 100), at: 1)
    let share = forecast.done()
    forecast.add(ScanProgress(stage: .replay, done: 99, total: 100), at: 1)
    #expect(forecast.done() == share)
    forecast.add(ScanProgress(stage: .fusion, done: 100, total: 100), at: 2)
    let later = forecast.done()
    forecast.add(ScanProgress(stage: .markers, done: 1, total: 100), at: 3)
    forecast.add(ScanProgress(stage: .fusion, done: 1, total: 100), at: 3)
    #expect(forecast.done() == later)
    #expect(later > share)
  }
}
