import Feedback
import Foundation
import Geometry
import Testing

@testable import Movement

/// Speed and time to either side.
@Suite struct NeckSpeedTests {
  private func measure(_ neck: SimulatedNeck, seed: UInt64 = 1) throws -> MotionResult {
    try NeckMeasurement(.rotation).measure(neck.series(seed: seed)).result
  }

  /// One movement of least jerk by 100° in a second, at 20 frames a second with 0.3° of noise. A tenth and nine tenths of it
  /// are passed at 0.24664 and 0.75336 s with 103.57°/s, the middle with 187.5°/s.
  @Test func aSpeedIsThatOfTheMiddleOfTheWay() throws {
    let course = Course.levels([-50, 50], rate: 20)
    let rules = MotionRules.standard
    let (noisy, times) = (Course.noisy(course, 0.3, seed: 5), course.indices.map { Double($0) / 20 })
    let signal = MotionSignal(noisy, times: times, rules.filters)
    let range = RangeOfMotion(signal, rules.repeats)
    let speed = try #require(NeckSpeed(range, signal, errors: 5))
    #expect(speed.movements == 1)
    #expect(abs(speed.mean.value - 80 / 0.506_727) < 5, "\(speed.mean.value)")
    #expect(abs(speed.peak.value - 187.5) < 10, "\(speed.peak.value)")
    // A way that is known to 5° of 100° is known to a twentieth, as is its speed.
    #expect(abs(speed.mean.systematic / speed.mean.value - 0.05) < 1e-3)
    #expect(abs(speed.peak.systematic / speed.peak.value - 0.05) < 1e-3)
    // The slope of a line through five frames has the variance of one over 0 + 2 · 1 + 2 · 4 squared steps.
    let noise = range.noise.deviation
    #expect(abs(speed.peak.variance - noise * noise / (0.05 * 0.05 * 10)) < 1e-9)
    #expect(speed.peak.freedom == range.noise.freedom)
    // The two times are known to noise / slope, and hardly anything is added by the way between two means of some 20 frames.
    let share = noise * (2 / (103.57 * 103.57 * 0.506_727 * 0.506_727)).squareRoot()
    #expect(abs(speed.mean.variance.squareRoot() / speed.mean.value / share - 1) < 0.15, "\(speed.mean), \(share)")
    // The other way round it is the same.
    let down = MotionSignal(noisy.map { -$0 }, times: times, rules.filters)
    let back = try #require(NeckSpeed(RangeOfMotion(down, rules.repeats), down, errors: 5))
    #expect(abs(back.mean.value - speed.mean.value) < 1e-6)
    #expect(abs(back.peak.value - speed.peak.value) < 1e-6)
  }

  /// 120°/s from 120 to 200°, with rests that go to and fro by 1° and ways that do not.
  private let way: [Double] =
    NeckSpeedTests.rest(120, 10) + [133, 145, 157, 169, 181, 193]
    + NeckSpeedTests.rest(200, 12)

  private static func rest(_ level: Double, _ count: Int) -> [Double] {
    (0..<count).map { $0 % 2 == 0 ? level - 1 : level + 1 }
  }

  private func speed(
    _ values: [Double], errors: Double = 4, _ rules: MotionRules.Repeats = .made()
  ) -> NeckSpeed? {
    let signal = MotionSignal.unfiltered(values)
    return NeckSpeed(RangeOfMotion(signal, rules), signal, errors: errors)
  }

  /// There, back and there again, where the first end does not count. 66 values have deviations of 1, and four means. Ends of
  /// 20 frames lie between ends of 24 and of 12; 64° take 0.533 s between two passings that are known to deviation /
  /// 120 each. A line through three frames has squares of 0.02 s².
  @Test func aSpeedIsAsUncertainAsItsFrames() throws {
    let found = try #require(speed(way + way.reversed() + way))
    #expect(found.movements == 2)
    let noise = 66.0 / 62, seconds = 0.8 / 1.5
    let passings: Double = 2 / 14_400 / (seconds * seconds)
    let ends: [Double] = [1.0 / 24 + 1.0 / 20, 1.0 / 20 + 1.0 / 12]
    let shares = ends.map { (end: Double) -> Double in end / 6400 + passings }
    #expect(abs(found.mean.value - 120) < 1e-9)
    #expect(abs(found.mean.variance - noise * 14_400 * (shares[0] + shares[1]) / 4) < 1e-9)
    #expect(abs(found.mean.freedom - 62) < 1e-9)
    #expect(abs(found.mean.systematic - 120 * 4.0 / 80) < 1e-9)
    #expect(abs(found.peak.value - 120) < 1e-9)
    #expect(abs(found.peak.variance - noise / 0.02 / 2) < 1e-9)
    #expect(abs(found.peak.systematic - 120 * 4.0 / 80) < 1e-9)
  }

  /// A frame that is missing where a tenth of the way is passed leaves open when, by a tenth of a second evenly.
  @Test func aMissingFrameMakesAPassingUncertain() throws {
    var values = way
    values[10] = .nan
    let found = try #require(speed(values))
    let seconds = 0.8 / 1.5
    let ends: Double = (1.0 / 10 + 1.0 / 12) / 6400
    let passings: Double = (1.1 * 2 / 14_400 + 0.01 / 12) / (seconds * seconds)
    #expect(abs(found.mean.value - 120) < 1e-9)
    #expect(abs(found.mean.variance - 14_400 * (1.1 * ends + passings)) < 1e-9)
  }

  /// A head may go back by twice the tolerance of 2° on its way, up or down.
  @Test(arguments: [1.0, -1]) func aSmallReturnIsNone(_ sign: Double) {
    for (back, movements) in [(3.5, Int?(1)), (4.5, nil)] {
      let up: [Double] = [Double](repeating: 120, count: 10) + [130, 150, 150 - back, 170, 190]
      let values: [Double] = up + [Double](repeating: 200, count: 10)
      #expect(speed(values.map { sign * $0 })?.movements == movements, "\(back)")
    }
  }

  /// Half a degree a second, by 0.8°.
  @Test func aSlowWayHasASpeedToo() throws {
    let slow = (-10..<26).map { (i: Int) -> Double in 20 + 0.05 * Double(min(16, max(0, i))) }
    let found = try #require(speed(slow, .made(least: 0.05, movement: 0.5, speed: 0.1)))
    #expect(abs(found.mean.value - 0.5) < 1e-6)
    #expect(abs(found.peak.value - 0.5) < 1e-6)
  }

  /// Ways with a halt between two ends have no speed from end to end.
  @Test func aHaltOnTheWayIsNoMovement() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 50, repeats: 1)
    #expect(try measure(neck).neck?.speed?.movements == 1)
    neck.stops.insert(HeadAngles(flexion: 0, lateral: 0, rotation: 10), at: 1)
    let halted = try measure(neck)
    #expect(halted.neck?.speed == nil)
    #expect(halted.values.range != nil)
  }

  /// Where frames are missing on the way, nobody knows the speed; where they are missing at rest, it does not matter.
  @Test func aWayWithAGapHasNoSpeed() throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 50, repeats: 1)
    var series = neck.series()
    // From −60° at 3.07 s the way takes 1.22 s.
    for i in series.times.indices where (3.5..<3.9).contains(series.times[i]) {
      (series.poses[i], series.reasons[i]) = (nil, .torsoUnseen)
    }
    let gapped = try NeckMeasurement(.rotation).measure(series).result
    #expect(gapped.values.range != nil)
    #expect(gapped.neck?.speed == nil)
    series = neck.series()
    for i in series.times.indices where (2.5..<2.8).contains(series.times[i]) {
      (series.poses[i], series.reasons[i]) = (nil, .torsoUnseen)
    }
    #expect(try NeckMeasurement(.rotation).measure(series).result.neck?.speed?.movements == 1)
  }

  /// To the right and back without a rest, and to the right again: no movement from end to end.
  @Test func aReturnOnTheWayIsNoMovement() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 50, repeats: 1)
    let turn = HeadAngles(flexion: 0, lateral: 0, rotation: 45),
      back = HeadAngles(flexion: 0, lateral: 0, rotation: -30)
    neck.stops.insert(contentsOf: [turn, back], at: 1)
    neck.holds = [0.9, 0, 0]
    let result = try measure(neck)
    #expect(result.values.range != nil, "\(String(describing: result.neck?.speed))")
    #expect(result.neck?.speed == nil, "\(String(describing: result.neck?.speed))")
  }

  /// A head that turns to one side alone has no speed from end to end.
  @Test func anEndThatIsWithheldHasNoSpeed() throws {
    let result = try measure(.sides(.rotation, left: 60, right: 0))
    #expect(result.values.range == nil)
    #expect(result.neck?.speed == nil)
  }

  /// A head that is held at 7° for two seconds may be nearer than 5°: neutral is known to no more than 1.3°, and cloth slips.
  @Test func aHeadNearTheBorderMayBeOnEitherSide() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 50, repeats: 1)
    neck.stops += [-7, 0].map { HeadAngles(flexion: 0, lateral: 0, rotation: $0) }
    neck.hold = 2
    let near = try #require(try measure(neck).neck?.timeToSideS)
    let left = try #require(near.leftCi95), middle = try #require(near.middleCi95)
    #expect(near.left - left[0] > 1.9, "\(near)")
    #expect(near.left - left[0] < 3, "\(near)")
    #expect(left[1] - near.left < 1.2, "\(near)")
    #expect(middle[1] - near.middle > 1.9, "\(near)")
    neck.stops[neck.stops.count - 2].rotation = -30
    let far = try #require(try measure(neck).neck?.timeToSideS)
    #expect(far.left - far.leftCi95![0] < 0.5, "\(far)")
    #expect(far.leftCi95![1] - far.left < 1.2, "\(far)")
  }

  /// Frames that do not count are on no side.
  @Test func framesThatDoNotCountAreListed() throws {
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 50).series()
    let all = try NeckMeasurement(.rotation).measure(series).result.neck!.timeToSideS!
    let hidden = series.times.indices.filter { (4.0..<6).contains(series.times[$0]) }
    for i in hidden { (series.poses[i], series.reasons[i]) = (nil, .torsoUnseen) }
    let some = try NeckMeasurement(.rotation).measure(series).result.neck!.timeToSideS!
    #expect(all.unseen == 0 && abs(some.unseen! - 2) < 0.1)
    #expect(abs(some.left + some.middle + some.right + some.unseen! - (all.left + all.middle + all.right)) < 0.01)
  }

  /// Results of before there were intervals are still read.
  @Test func earlierResultsAreRead() throws {
    let result = try measure(.sides(.rotation, left: 60, right: 50))
    var text = String(decoding: try result.json(), as: UTF8.self)
    for key in ["mean_ci95", "peak_ci95", "left_ci95", "middle_ci95", "right_ci95"] {
      text.replace(try Regex("\"\(key)\" : \\[[^\\]]*\\],?"), with: "")
    }
    for key in ["movements", "unseen", "cap_slip"] { text.replace(try Regex("\"\(key)\" : [0-9.]+,?"), with: "") }
    text.replace(try Regex(",(\\s*)\\}"), with: "}")
    let earlier = try MotionResult.read(Data(text.utf8))
    #expect(earlier.neck?.speed?.meanDegS == result.neck?.speed?.meanDegS)
    #expect(earlier.neck?.speed?.meanCi95 == nil)
    #expect(earlier.neck?.neckRules?.budget.capSlip == 0)
    #expect(earlier.neck?.timeToSideS?.left == result.neck?.timeToSideS?.left)
    #expect(earlier.neck?.timeToSideS?.unseen == nil)
    // Its speeds were defined otherwise, and are in no table of today.
    #expect(earlier.pace.isEmpty)
    #expect(result.pace.count == 6)
    #expect(result.table(.english).contains("from end to end"))
    #expect(!earlier.table(.english).contains("from end to end"))
  }
}
