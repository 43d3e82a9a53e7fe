import Feedback
import Geometry
import Testing

import Reports

@testable import Replay

/// The parts of a timeline.
@Suite struct TimelineLanesTests {
  @Test(arguments: 1...20) func aThinnedCurveKeepsItsExtremes(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var x = 0.0
    let run = (0..<(1 + Int(random.next() % 3000))).map { _ -> Vector2 in
      x += random.uniform()
      return [x, 100 * random.uniform()]
    }
    let thinned = CurveLane.thinned(run)
    guard run.count > 1 else { return }
    #expect(zip(thinned, thinned.dropFirst()).allSatisfy { $0.x < $1.x }, "seed \(seed)")
    #expect(thinned.first == run.first, "seed \(seed)")
    #expect(thinned.last == run.last, "seed \(seed)")
    let (before, after) = (Dictionary(grouping: run) { Int($0.x) }, Dictionary(grouping: thinned) { Int($0.x) })
    #expect(before.keys == after.keys, "seed \(seed)")
    #expect(after.values.allSatisfy { $0.count <= 4 }, "seed \(seed)")
    for (column, points) in before {
      let kept = after[column]!.map(\.y)
      #expect(kept.min() == points.map(\.y).min(), "seed \(seed)")
      #expect(kept.max() == points.map(\.y).max(), "seed \(seed)")
    }
  }

  @Test func aSinglePointIsADot() { #expect(CurveLane.thinned([[3, 4]]) == [[3, 4], [3, 4]]) }

  @Test(arguments: [0.03, 0.9, 1, 7.7, 8, 10, 59.9, 60, 120, 3600])
  func ticksAreRoundAndFew(_ end: Double) {
    let ticks = TimeAxis(end: end).ticks
    #expect(ticks.first == 0)
    #expect(ticks.count >= 4)
    #expect(ticks.count <= 9)
    #expect(ticks.allSatisfy { $0 <= end * 1.001 })
  }

  @Test func anAxisWithoutLengthIsNoFault() {
    #expect(TimeAxis(end: 0).ticks == [0])
    #expect(TimeAxis(end: 0).share(0) == 0)
    #expect(TimeAxis(end: 4).place(1) == "25.000%")
    #expect(TimeAxis(end: 4).share(9) == 1)
  }

  /// Runs by a brute-force oracle: frame by frame what holds until the next one.
  @Test(arguments: 1...10) func runsCoverWhatHolds(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (engine, timeline) = (FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil), FeedbackTimeline())
    var values: [Int?] = []
    for index in 0..<60 {
      timeline.add(engine.step(FrameFacts(frame: index, time: Double(index))))
      values.append(random.uniform() < 0.3 ? values.last ?? nil : [nil, 1, 2][Int(random.next() % 3)])
    }
    let runs = timeline.runs { values[$0.frame] }
    for index in 0..<59 {
      let covering = runs.filter { $0.stretch.start <= Double(index) && Double(index) < $0.stretch.end }
      #expect(covering.map(\.value) == [values[index]].compactMap(\.self), "seed \(seed), frame \(index)")
    }
    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.stretch.end <= $1.stretch.start }, "seed \(seed)")
  }
}
