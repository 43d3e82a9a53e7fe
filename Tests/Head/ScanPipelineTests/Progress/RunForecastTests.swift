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

  /// 100 frames cost 3, 2 and 1: markers 0.02 a frame and 1, tracking 2, fusion 0.01 a frame.
  private static let plan = RunPlan([
    .init(.markers, perFrame: 0.02, fixed: 1), .init(.tracking, perFrame: 0, fixed: 2), .init(.fusion, perFrame: 0.01),
  ])

  private func told(_ steps: [(ScanProgress.Stage, done: Int, total: Int, at: Double)]) -> RunForecast {
    var forecast = RunForecast(Self.plan)
    for step in steps {
      forecast.add(ScanProgress(stage: step.0, done: step.done, total: step.total), at: step.at)
    }
    return forecast
  }

  /// A quarter of the markers in 2 s: 8 s a stage of 3, so that 5 s of them are left after 3 s, and 8 s of the others.
  @Test func theFirstStageTellsThePace() throws {
    var forecast = told([(.markers, 25, 100, 2)])
    #expect(abs(forecast.done() - 0.125) < 1e-12)
    let left = forecast.left(at: 3) ?? .nan
    #expect(abs(left - 13) < 1e-9)
  }

  @Test func aStageWithoutAStepHasThePaceOfThoseBefore() throws {
    // Markers took 12 s, 4 s a unit: tracking 8 s, of which 1 s is over, and fusion 4 s.
    var forecast = told([(.markers, 25, 100, 2), (.tracking, 0, 1, 12)])
    #expect(abs(forecast.done() - 0.5) < 1e-12)
    let left = forecast.left(at: 13) ?? .nan
    #expect(abs(left - 11) < 1e-9)
  }

  private static let half: [(ScanProgress.Stage, done: Int, total: Int, at: Double)] = [
    (.markers, 25, 100, 2), (.tracking, 0, 1, 12), (.tracking, 1, 2, 15),
  ]

  /// 15 s for 4 units are 3.75 s each, which foretells 7.5 s of tracking; its own half took 3 s, which foretells 6 s. Half-way
  /// both count alike: 6.75 s, of which 4 s are over.
  @Test func theMoreOfAStageIsDoneTheMoreItsOwnPaceCounts() throws {
    var forecast = told(Self.half)
    #expect(abs(forecast.done() - 4.0 / 6) < 1e-12)
    let left = forecast.left(at: 16) ?? .nan
    #expect(abs(left - (2.75 + 3.75)) < 1e-9)
  }

  /// 15 s after its last step a stage is expected to take half of that longer.
  @Test func aLateStageIsLeftHalfOfItsDelay() throws {
    var forecast = told(Self.half)
    let left = forecast.left(at: 30) ?? .nan
    #expect(abs(left - (7.5 + 3.75)) < 1e-9)
  }

  /// The estimate of 6.5 s is followed by 1 − e^−1.5 of the way from the 8 s that were to be expected.
  @Test func whatIsShownFollowsTheEstimate() throws {
    var forecast = told(Array(Self.half.prefix(2)))
    let left = forecast.left(at: 13) ?? .nan
    #expect(abs(left - 11) < 1e-9)
    forecast.add(ScanProgress(stage: .tracking, done: 1, total: 2), at: 15)
    let next = forecast.left(at: 16) ?? .nan
    #expect(abs(next - 6.834_695) < 1e-5)
    // From nothing that is expected towards 11.25 s, by 1 − e^−7.
    let last = forecast.left(at: 30) ?? .nan
    #expect(abs(last - 11.239_741) < 1e-5)
  }

  @Test func aClockThatGoesBackChangesNothing() throws {
    var forecast = told(Self.half)
    let left = forecast.left(at: 16) ?? .nan
    #expect(abs(left - 6.5) < 1e-9)
    let next = forecast.left(at: 15.9) ?? .nan
    #expect(abs(next - 6.5) < 1e-9)
  }

  /// With ten times the frames fusion costs 10: 37.5 s, and 2.55 s of tracking. At least seven tenths of it are shown.
  @Test func aLeapOfTheEstimateIsShownForTheMost() throws {
    var forecast = told(Self.half)
    let left = forecast.left(at: 16) ?? .nan
    #expect(abs(left - 6.5) < 1e-9)
    let share = forecast.done()
    forecast.add(ScanProgress(stage: .tracking, done: 500, total: 1000), at: 16.1)
    let next = forecast.left(at: 16.2) ?? .nan
    #expect(abs(next - 0.7 * 40.05) < 1e-9)
    #expect(forecast.done() == share, "4 of 33 is less, and what is shown never falls")
  }

  @Test func aPaceNeedsAShareAndATime() {
    var forecast = told([(.markers, 3, 100, 0.2)])
    #expect(forecast.left(at: 0.49) == nil)
    #expect(forecast.left(at: 0.5) != nil)
    // 1 % of the markers is half a per cent of the run.
    var early = told([(.markers, 1, 100, 3)])
    #expect(early.left(at: 4) == nil)
    #expect(abs(early.done() - 0.005) < 1e-12)
  }

  @Test func stagesMayBeSkippedAndOverrun() {
    var forecast = told([(.markers, 10, 100, 1), (.fusion, 0, 1, 6)])
    #expect(abs(forecast.done() - 5.0 / 6) < 1e-12)
    forecast = told([(.markers, 150, 100, 1)])
    #expect(abs(forecast.done() - 0.5) < 1e-12)
    forecast = told([(.markers, 50, 100, 1), (.markers, 5, 0, 2)])
    #expect(abs(forecast.done() - 0.25) < 1e-12)
    forecast = told([(.markers, 0, 100, 1), (.fusion, 100, 100, 6)])
    #expect(forecast.done() == 0.99)
    forecast = told([(.markers, 100, 100, 1), (.tracking, 1, 1, 6)])
    #expect(abs(forecast.done() - 5.0 / 6) < 1e-12)
    // Two frames cost 1.04, 2 and 0.02; a step of one tells no number of frames, and fusion of none costs nothing.
    forecast = told([(.markers, 1, 2, 1)])
    #expect(abs(forecast.done() - 0.52 / 3.06) < 1e-12)
    forecast = told([(.tracking, 0, 1, 1)])
    #expect(abs(forecast.done() - 1.0 / 3) < 1e-12)
    var none = RunForecast(RunPlan([.init(.replay, perFrame: 0)]))
    #expect(none.done() == 0)
  }
}
