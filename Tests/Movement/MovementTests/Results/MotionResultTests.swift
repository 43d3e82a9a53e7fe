import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// What results hold, and the lines that are printed of them.
@Suite struct MotionResultTests {
  private let rules = MotionRules.standard

  @Test func aSourceHasItsRateAndLength() {
    let source = MotionResult.Source(.mot, dimensions: 3, times: [3, 3.5, 4.5])
    #expect(source.frames == 3 && source.rate == 1.333 && source.durationS == 1.5)
    let none = MotionResult.Source(.mot, dimensions: 3, times: [])
    #expect(none.frames == 0 && none.rate == nil && none.durationS == 0)
  }

  /// A value that rests for exactly as long as is asked for, and one that rests for a frame less.
  @Test func aValueIsHeldFromTheLeastTimeOn() throws {
    let count = Int(rules.hold.seconds * 16)
    for (frames, isHeld) in [(count + 1, true), (count, false)] {
      let degrees = [Double](repeating: 40, count: frames)
      let signal = MotionSignal(degrees, times: degrees.indices.map { Double($0) / 16 }, rules.filters)
      let held = MotionResult.Held.all(signal, rules.hold)
      #expect(held == (isHeld ? [.init(degrees: 40, fromS: 0, toS: rules.hold.seconds)] : []), "\(frames) frames")
    }
  }

  @Test func withoutARangeThereIsNoToleranceAndNoLikeness() {
    let signal = MotionSignal([1, 2], times: [0, 1], rules.filters)
    let filters = MotionResult.Filters(signal, nil)
    #expect(filters.correlation == 0 && filters.toleranceDegrees == 0)
  }

  /// Repeats are covered where both ends have two, a pose error where it is known.
  @Test(arguments: [([0, 100, 0, 100, 0], 2), ([0, 100, 0, 100], 1)])
  func anIntervalSaysWhatItCovers(_ levels: [Double], _ low: Int) throws {
    let degrees = Course.levels(levels)
    let table = AngleTable(
      name: "made", isInDegrees: true, times: degrees.indices.map { Double($0) / 30 },
      columns: [.init(name: "knee_angle_r", values: degrees)])
    let knee = try MotionMeasurement(
      try MotionTask(.knee, .right), poseDeviation: 0.5, isFlexionNegative: false)
    let values = try knee.measure(.angles(table), path: "made").result.values
    let (minimum, maximum) = (try #require(values.minimum), try #require(values.maximum))
    let (one, several) = (["noise", "pose_error"], ["noise", "repeats", "pose_error"])
    #expect(maximum.plateaus == 2 && maximum.covers == several)
    #expect(minimum.plateaus == low && minimum.covers == (low == 1 ? one : several))
    #expect(values.range?.plateaus == 2 + low && values.range?.covers == (low == 1 ? one : several))
    #expect(values.start?.covers == one)
  }

  /// The longest name has seven letters: two blanks before it, two behind.
  @Test func valuesStandBelowEachOther() throws {
    let lines = try MotionMeasurement.angles(Course.repeats(1)).result.table(.english).split(separator: "\n")
    for name in ["start", "minimum", "maximum", "return", "range"] {
      let line = try #require(lines.first { $0.hasPrefix("  \(name) ") })
      #expect(line.prefix(11) == "  " + name.padding(toLength: 7, withPad: " ", startingAt: 0) + "  ")
      #expect(line.dropFirst(11).first != " ", "\(line)")
    }
  }

  /// Three angles of landmarks in space are a sequence; one in a picture, or of a table, is not.
  @Test func aNeckSaysHowItsAnglesAreDefined() throws {
    let body = SimulatedBody.moving(.neck, .lateral, Course.levels([0, -35, 25, -35, 25, 0]))
    let space = try NeckMeasurement.of(body.space.noisy(0.001), .lateral).result
    let text = String(decoding: try space.json(), as: UTF8.self)
    for (old, new, begin) in [
      ("", "", "Cardan angles:"), ("\"dimensions\" : 3", "\"dimensions\" : 2", "A single angle,"),
      ("\"format\" : \"trc\"", "\"format\" : \"mot\"", "A single angle,"),
    ] {
      let changed = old.isEmpty ? text : text.replacing(old, with: new)
      #expect(old.isEmpty || changed != text)
      let shown = try #require(try MotionResult.read(Data(changed.utf8)).neckText(.english))
      #expect(shown.hasPrefix(begin) && shown.contains("axes by the landmarks of body and face"), "\(shown)")
    }
  }

  @Test func speedsAndTimesHaveTheirIntervals() throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 50)
    let result = try NeckMeasurement(.rotation).measure(neck.series(seed: 1)).result
    let table = result.table(.english)
    for (key, unit, decimals, words) in [
      ("mean_speed", "°", 0, " on average"), ("peak_speed", "°", 0, " at most"), ("time_right", " s", 1, ", near"),
    ] {
      let estimate = try #require(result.pace.first { $0.key == key }).estimate
      let interval = try #require(estimate.ci95)
      let shown = [estimate.value, interval.lowerBound, interval.upperBound].map {
        String(format: "%.\(decimals)f", $0) + unit
      }
      #expect(table.contains("\(shown[0]) (\(shown[1]) to \(shown[2]))\(words)"), "\(table)")
    }
  }
}
