import Foundation
import Geometry
import Testing

import Reports

@testable import Feedback
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

  /// Labels with a decimal up to 8 s; the first begins at its tick, and one at the right end ends there.
  @Test func labelsStandAtTheirTicks() throws {
    let book = try FeedbackFile.builtIn.phrasebook("en")
    let seven = TimeAxis(end: 7).markup(book).source
    #expect(seven.contains("<span class=\"first\" style=\"left:0.000%\">0.0 s</span>"))
    #expect(seven.contains("<span class=\"\" style=\"left:14.286%\">1.0 s</span>"))
    #expect(seven.contains("<span class=\"last\" style=\"left:100.000%\">7.0 s</span>"))
    #expect(TimeAxis(end: 8).markup(book).source.contains("\">1 s</span>"))
    #expect(TimeAxis(end: 10).ticks == [0, 2, 4, 6, 8, 10])
    #expect(TimeAxis(end: 0.5).share(0.125) == 0.25)
  }
}

/// The lanes of a scan that is made up.
@Suite struct LanesTests {
  private func scan(
    _ frames: [FrameFeedback], _ change: (inout FeedbackRules) -> Void = { _ in }
  ) throws -> ReplayedScan {
    var timeline = FeedbackTimeline()
    for frame in frames { timeline.add(frame) }
    var file = FeedbackFile.builtIn
    change(&file.rules)
    return ReplayedScan(
      timeline: timeline, names: frames.map { "\($0.frame)" }, pictures: [], summary: FeedbackSummary(), file: file,
      book: try file.phrasebook("en"))
  }

  /// A frame every second.
  private func frames(_ count: Int, _ change: (Int, inout FrameFeedback) -> Void = { _, _ in }) -> [FrameFeedback] {
    (0..<count).map { index in
      var frame = DrawnScene.feedback(time: Double(index))
      frame.frame = index
      change(index, &frame)
      return frame
    }
  }

  /// A lane over 4 s from 0 to 2: 250 a second, 50 a unit from below.
  @Test func aCurveHasItsThresholdsAndWhatLiesBeyond() throws {
    let values: [Double?] = [0.5, 3, nil, -1, 1]
    let timeline = try scan(
      frames(5) {
        ($1.distance, $1.isVibrating) = (values[$0], $0 == 1 || $0 == 2)
      }
    ).timeline
    let lane = CurveLane(title: "T", note: "N", top: 2, unit: .percent, limits: [0.5], guides: [1.5], bad: 1.5...2) {
      $0.distance
    }
    let source = lane.markup(timeline, TimeAxis(end: 4)).source
    for part in [
      "<rect x=\"250.00\" y=\"0.00\" width=\"500.00\" height=\"100.00\" class=\"shaken\">",
      "<rect x=\"0.00\" y=\"0.00\" width=\"1000.00\" height=\"25.00\" class=\"bad\">",
      "<line x1=\"0.00\" y1=\"75.00\" x2=\"1000.00\" y2=\"75.00\" class=\"limit\">",
      "<line x1=\"0.00\" y1=\"25.00\" x2=\"1000.00\" y2=\"25.00\" class=\"limit fine\">",
      "<polyline points=\"0.00,75.00 250.00,0.00\" class=\"curve\">",
      "<polyline points=\"750.00,100.00 1000.00,50.00\" class=\"curve\">",
      "<span>200 %</span>", "<strong>T</strong>",
    ] { #expect(source.contains(part), "\(part)") }
    #expect(CurveLane.Unit.millimetres.text(0.25) == "250 mm")
    #expect(CurveLane.Unit.pixels.text(15.6) == "16 px")
  }

  /// The scale goes a quarter beyond what is too far (450 mm), or as far as anything was, up to four times that; in whole
  /// decimetres.
  @Test(arguments: [(nil, "600"), (0.3, "600"), (0.72, "800"), (5, "1800")] as [(Double?, String)])
  func theScaleOfDistanceHoldsWhatWasSeen(_ distance: Double?, _ top: String) throws {
    let source = try TimelineLanes(
      scan(
        frames(3) {
          if $0 == 1 { $1.distance = distance } else if distance != nil { $1.distance = 0.2 }
        })
    ).markup.source
    #expect(source.contains("<span>\(top) mm</span>"))
    #expect(source.contains(">too far from 450, good 200–400 mm<"))
    #expect(source.contains("aria-valuemax=\"2\""))
  }

  @Test(arguments: [(3.0, "16"), (20, "25")]) func theScaleOfBlurGoesBeyondItsLimit(_ limit: Double, _ top: String)
    throws
  {
    let scan = try scan(frames(2)) { $0.hints.blurPixels = limit }
    #expect(TimelineLanes(scan).markup.source.contains("<span>\(top) px</span>"))
  }

  @Test func lanesWithoutAnythingSaySo() throws {
    let empty = TimelineLanes(try scan([]))
    #expect(empty.axis.end == 0)
    #expect(empty.markup.source.contains("aria-valuemax=\"0\""))
    for lane in [empty.vibration, empty.hints, empty.alerts, empty.next, empty.speech] { #expect(lane.note == "none") }
    #expect(empty.speech.rows.isEmpty)
  }

  @Test func whatHoldsIsABarFromItsBeginningToItsEnd() throws {
    let lanes = TimelineLanes(
      try scan(
        frames(5) {
          $1.isVibrating = $0 == 1 || $0 == 2
          $1.hint = $0 == 1 ? .tooFar : nil
          $1.alerts = $0 >= 3 ? [.heat] : []
        }))
    #expect(lanes.vibration.note == "2.0 s")
    #expect(lanes.vibration.rows[0].bars.map(\.stretch) == [.init(start: 1, end: 3)])
    #expect(lanes.hints.note == "")
    #expect(lanes.hints.rows.map(\.label) == ["Too far, move closer"])
    #expect(lanes.hints.rows[0].bars.map(\.stretch) == [.init(start: 1, end: 2)])
    #expect(lanes.alerts.note == "")
    #expect(lanes.alerts.rows.map(\.label) == ["The phone is getting hot"])
    #expect(lanes.alerts.rows[0].bars.map(\.stretch) == [.init(start: 3, end: 4)])
    let source = lanes.vibration.markup(lanes.axis, lanes.book).source
    #expect(source.contains("class=\"strip vibrating\" style=\"left:25.000%;width:50.000%\" title=\"1.0 s: \""))
  }

  /// Phrases take turns in three rows, advice in two; each bar reaches to the next one of its row.
  @Test func phrasesTakeTurns() throws {
    let said = frames(8) { index, frame in
      let kind: FeedbackEvent.Kind? =
        switch index {
        case 1, 2, 3: .progress(percent: 25 * index)
        case 4, 6: .reminder(.nose)
        default: nil
        }
      frame.events = [kind].compactMap(\.self).map {
        FeedbackEvent(time: frame.time, frame: index, kind: $0, figures: [:])
      }
    }
    let lanes = TimelineLanes(try scan(said))
    let stretches = { (lane: StripLane) in lane.rows.map { $0.bars.map { [$0.stretch.start, $0.stretch.end] } } }
    #expect(stretches(lanes.speech) == [[[1, 4], [4, 7]], [[2, 6], [6, 7]], [[3, 7]]])
    #expect(lanes.speech.note == "")
    #expect(lanes.speech.rows[0].bars.map(\.text) == ["25 percent", "Do not forget the nose"])
    #expect(stretches(lanes.next) == [[[4, 7]], [[6, 7]]])
    // Fewer phrases than rows.
    #expect(stretches(TimelineLanes(try scan(Array(said.prefix(3)))).speech) == [[[1, 2]], [[2, 2]]])
  }

  /// Shares in per cent, lengths in millimetres.
  @Test func theFiguresOfAFrameHaveTheirUnits() throws {
    let frame = frames(1) { _, frame in
      (frame.overlap.share, frame.distance, frame.invalidShare, frame.blur) = (0.4, 0.1234, 0.25, 2.346)
    }
    let json = Data(try FrameData(scan(frame)).json().utf8)
    let figures = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for (key, value) in [("overlap", 40), ("distance", 123.4), ("invalid", 25), ("blur", 2.35)] {
      #expect(figures[key] as? [Double] == [value], "\(key)")
    }
  }
}
