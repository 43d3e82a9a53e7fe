import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Whole measurements: values of simulated movements, and why one is refused.
@Suite struct MotionMeasurementTests {
  private func codes(_ measured: MeasuredMotion) -> Set<FindingCode> { Set(measured.result.findings.map(\.code)) }

  private func knee(_ side: BodySide = .right, _ view: MotionView = .lateral) throws -> MotionMeasurement {
    MotionMeasurement(try MotionTask(.knee, side, view: view))
  }

  private let course = Course.repeats(3, from: -5, to: { 130 + Double($0) }, back: { _ in -5 })

  @Test func aWholeMovementHasAllValues() throws {
    let measured = try knee().measure(SimulatedBody(knee: course).lateral)
    let result = measured.result
    #expect(result.status == .complete)
    #expect(result.repeats.count == 3)
    #expect(result.supportsChange)
    let values = result.values
    #expect(abs(values.maximum!.degrees - 131) < 0.5 && abs(values.minimum!.degrees + 5) < 0.5)
    #expect(abs(values.range!.degrees - 136) < 1 && values.range!.ci95[0] < 136 && values.range!.ci95[1] > 136)
    #expect(abs(values.start!.degrees + 5) < 0.5 && abs(values.return!.degrees + 5) < 0.5)
    #expect(result.neutralZero == NeutralZero(try MotionTask(.knee, .right), low: -5, high: 131))
    #expect(result.direction == .clockwise)
    #expect(codes(measured).contains(.motionDirectionTold))
    // The frames named are those of the extremes.
    for (index, name) in values.maximum!.frames.enumerated() {
      #expect(abs(course[Int(name)!] - 130 - Double(index)) < 0.5)
    }
    #expect(result.repeats.allSatisfy { $0.isComplete && $0.farFrame != nil && $0.nearFrame != nil })
    #expect(measured.angles[0].filtered.count == course.count)
  }

  @Test func aMovementThatBeginsBentIsReadTheSame() throws {
    let bent = Course.repeats(2, from: 110, to: { _ in 10 })
    let result = try knee().measure(SimulatedBody(knee: bent).lateral).result
    #expect(abs(result.values.maximum!.degrees - 110) < 0.5 && abs(result.values.minimum!.degrees - 10) < 0.5)
    #expect(result.repeats.count == 2 && abs(result.values.start!.degrees - 110) < 0.5)
    #expect(result.neutralZero?.notation == "0-10-110")
  }

  /// 10 mm of landmark noise on a thigh of 420 mm: about 3° of the knee's angle.
  @Test(arguments: BodySide.allCases) func noiseOfLandmarksDoesNotWidenTheRange(_ side: BodySide) throws {
    var errors: [Double] = []
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let scale = 400.0
      let noisy = { (sequence: LandmarkSequence) in
        var sequence = sequence
        for point in BodyPoint.allCases {
          for i in sequence.times.indices {
            sequence.tracks[point]!.positions[i] += Vector3(random.normal(), random.normal(), 0) * (0.01 * scale)
          }
        }
        return sequence
      }
      let body = SimulatedBody(knee: Course.repeats(3, to: { _ in 120 }), side: side)
      let result = try knee(side).measure(noisy(body.lateral)).result
      errors.append(try #require(result.values.range).degrees - 120)
    }
    print("range of \(side.rawValue) knees, bias \(RobustStatistics.mean(errors))")
    #expect(abs(RobustStatistics.mean(errors)) <= 1)
  }

  /// A movement without a rest has no settled end.
  @Test func aSwingHasNoSettledEnd() throws {
    let swing = (0..<300).map { 45 - 45 * cos(2 * .pi * Double($0) / 30) }
    let measured = try MotionMeasurement.angles(swing)
    #expect(measured.result.status == .incomplete)
    #expect(codes(measured).contains(.motionNotSettled))
    #expect(measured.result.values.maximum == nil)
    #expect(measured.result.values.range == nil)
    #expect(measured.result.neutralZero == nil)
  }

  /// A halt on the way is not taken for an end that was not held.
  @Test func aHaltOnTheWayIsNoEnd() throws {
    var halting = [Double](repeating: 0, count: 30) + Course.way(0, 80, 1, 30) + Array(repeating: 80, count: 45)
    halting += Course.way(80, 120, 0.4, 30) + Course.way(120, 0, 1, 30) + Array(repeating: 0, count: 30)
    let measured = try MotionMeasurement.angles(halting)
    #expect(measured.result.values.maximum == nil)
    #expect(codes(measured).contains(.motionNotSettled))
  }

  @Test func aStillSubjectAndTheWrongSideAreTold() throws {
    let still = Course.noisy([Double](repeating: 20, count: 200), 1, seed: 1)
    let lateral = SimulatedBody(knee: still).lateral
    let measured = try knee().measure(lateral)
    #expect(codes(measured).contains(.motionStill))
    #expect(measured.result.values.range == nil)
    #expect(measured.result.status == .incomplete)
    #expect(measured.result.repeats.isEmpty)
    let other = try knee(.left).measure(SimulatedBody(knee: course, side: .right).lateral)
    #expect(codes(other).contains(.motionOtherSide))
    #expect(!codes(other).contains(.motionStill))
    // What the filters and the search for plateaus saw is stated though nothing is measured.
    #expect(measured.result.filters.noiseDegrees > 0)
    for result in [measured.result, other.result] {
      #expect(result.filters.toleranceDegrees >= MotionRules.standard.repeats.least)
    }
  }

  @Test func twoFramesAreTooFew() throws {
    let measured = try knee().measure(SimulatedBody(knee: [10, 20]).sequence(.laboratory) { $0 })
    #expect(codes(measured).contains(.motionTooFewFrames))
    #expect(measured.result.values.start == nil)
    #expect(measured.result.status == .incomplete)
    // In a picture, too, where two frames do not tell which way the subject faces.
    let flat = try knee().measure(.landmarks(SimulatedBody(knee: [10, 20]).lateral, .coco), path: "two")
    #expect(codes(flat).contains(.motionTooFewFrames))
    #expect(flat.result.values.maximum == nil)
  }

  /// Of a direction that the landmarks contradict every sign may be wrong.
  @Test(arguments: [(TurnDirection.clockwise, false), (.anticlockwise, true)])
  func aDirectionThatTheLandmarksContradictIsSaid(_ direction: TurnDirection, _ isSaid: Bool) throws {
    let body = SimulatedBody(knee: course).lateral
    let told = try knee().measure(.landmarks(body, .coco), path: "made")
    #expect(!codes(told).contains(.motionDirectionContradicts) && told.result.values.maximum!.degrees > 0)
    let task = try MotionTask(.knee, .right, view: .lateral, direction: direction)
    let given = try MotionMeasurement(task).measure(.landmarks(body, .coco), path: "made")
    #expect(codes(given).contains(.motionDirectionContradicts) == isSaid)
  }

  @Test func aCutRecordingHasNoReturn() throws {
    let cut = Array(course.prefix(course.count - 50))
    let measured = try knee().measure(SimulatedBody(knee: cut).lateral)
    #expect(codes(measured).contains(.motionNoReturn))
    #expect(measured.result.values.return == nil)
    #expect(measured.result.values.maximum != nil)
    #expect(measured.result.status == .complete)
  }

  @Test func anglesBeyond180AreNotUnwrapped() throws {
    let over = (0..<200).map { i in
      let angle = 100 + Double(i)
      return angle > 180 ? angle - 360 : angle
    }
    let measured = try MotionMeasurement.angles(over)
    #expect(codes(measured).contains(.motionWrapped))
    #expect(measured.result.values.range == nil)
    // Over a gap as well.
    let gap =
      [Double](repeating: 175, count: 50) + Array(repeating: .nan, count: 10) + Array(repeating: -175, count: 50)
    let parted = try MotionMeasurement.angles(gap)
    #expect(codes(parted).contains(.motionWrapped))
    #expect(parted.result.values.range == nil)
  }

  @Test func whatNoKneeReachesIsRefused() throws {
    let measured = try MotionMeasurement.angles(Course.repeats(3, from: -60, to: { _ in 100 }))
    #expect(codes(measured).contains(.motionImplausible))
    #expect(measured.result.values.minimum == nil)
    #expect(measured.result.status == .incomplete)
    #expect(measured.result.neutralZero == nil)
    let far = try MotionMeasurement.angles(Course.repeats(3, from: 0, to: { _ in 175 }))
    #expect(codes(far).contains(.motionImplausible))
  }

  /// A share that is too small never reads as enough, and too few frames are their own reason.
  @Test func sharesAreRoundedDown() throws {
    let whole = Course.repeats(4, to: { _ in 110 })
    let count = Int(0.547 * Double(whole.count))
    let cut = whole.indices.map { $0 < count ? whole[$0] : .nan }
    let measured = try MotionMeasurement.angles(cut)
    let finding = try #require(measured.result.findings.first { $0.code == .motionFewValidFrames })
    #expect(finding.text().contains("only 54 %"), "\(finding.text())")
    #expect(finding.text().contains("55 % are needed"), "\(finding.text())")
    let few = try MotionMeasurement.angles([0, 0, 0, 0, 0, 0, 0, 0, .nan, .nan, .nan, .nan], rate: 3)
    let short = try #require(few.result.findings.first { $0.code == .motionFewFramesLeft })
    #expect(short.text().contains("only 8 of 12 frames"), "\(short.text())")
    #expect(short.text().contains("10 are needed"), "\(short.text())")
  }

  @Test func aHipSaysWhatItIsTakenAgainst() throws {
    let body = SimulatedBody(hip: Course.repeats(2, to: { _ in 70 })).lateral
    let hip = try MotionTask(.hip, .right, view: .lateral)
    let ofLandmarks = try MotionMeasurement(hip).measure(body)
    #expect(ofLandmarks.result.reference == .trunk)
    #expect(ofLandmarks.result.table(.english).hasPrefix("hip, right: flexion (thigh against trunk)"))
    #expect(ofLandmarks.result.table(.german).contains("(Oberschenkel gegen Rumpf)"))
    #expect(ofLandmarks.table!.mot.contains("\nhipReference=trunk\n"))
    for (name, reference) in [("hip_flexion_r", MotionReference.pelvis), ("right hip", .trunk)] {
      let table = AngleTable(
        name: "", isInDegrees: true, times: body.times,
        columns: [.init(name: name, values: ofLandmarks.angles[0].degrees)])
      let task = try MotionTask(.hip, .right)
      #expect(try MotionMeasurement(task).measure(.angles(table), path: "made").result.reference == reference)
    }
    #expect(try knee().measure(SimulatedBody(knee: course).lateral).result.reference == nil)
  }

  @Test func noiseThatIntervalsDoNotTellIsWarnedOf() throws {
    let still = Course.repeats(3, to: { _ in 110 })
    #expect(codes(try MotionMeasurement.angles(Course.noisy(still, 8, seed: 3))).contains(.motionNoisy))
    #expect(
      codes(try MotionMeasurement.angles(Course.noisy(still, 2, seed: 3, correlation: 0.9))).contains(.motionAlikeNoise)
    )
    let plain = codes(try MotionMeasurement.angles(Course.noisy(still, 2, seed: 3)))
    #expect(!plain.contains(.motionNoisy))
    #expect(!plain.contains(.motionAlikeNoise))
  }

  @Test func aContractureThatBeginsBeyondItsRangeIsSaid() throws {
    let begins = Course.repeats(3, from: -12, to: { _ in 100 }, back: { _ in 0 })
    #expect(codes(try MotionMeasurement.angles(begins)).contains(.motionStartBeyond))
  }

  @Test func valuesHeldForTwoSecondsAreRead() throws {
    let held = Course.repeats(1, to: { _ in 90 }, rest: 3)
    let result = try MotionMeasurement.angles(held).result
    #expect(result.held.count == 3 && abs(result.held[1].degrees - 90) < 2)
    #expect(abs(result.held[0].degrees) < 2)
    #expect(result.held[0].toS - result.held[0].fromS >= 2)
    #expect(try MotionMeasurement.angles(course).result.held.isEmpty, "a second is not held")
  }

  @Test func fewRepeatsSupportNoChange() throws {
    let measured = try MotionMeasurement.angles(Course.repeats(2))
    #expect(!measured.result.supportsChange)
    #expect(codes(measured).contains(.motionFewRepeats))
  }

  @Test func aKnownPoseErrorWidensEveryInterval() throws {
    let body = SimulatedBody(knee: course).lateral
    let plain = try knee().measure(body).result
    let task = try MotionTask(.knee, .right, view: .lateral)
    let wide = try MotionMeasurement(task, poseDeviation: 4).measure(body).result
    let width = { (value: MotionValue?) in value.map { $0.ci95[1] - $0.ci95[0] } ?? 0 }
    #expect(abs(width(wide.values.start) - 2 * 1.96 * 4) < 0.5)
    #expect(width(wide.values.range) > 2 * 1.96 * 4 * 2.0.squareRoot() - 0.5)
    #expect(wide.values.range?.covers == ["noise", "repeats", "pose_error"])
    #expect(plain.values.range?.covers == ["noise", "repeats"])
    #expect(plain.findings.contains { $0.code == .motionPoseError })
    #expect(!wide.findings.contains { $0.code == .motionPoseError })
  }

  @Test func threeFramesASecondAreEnoughForHeldEnds() throws {
    let slow = Course.noisy(Course.repeats(2, to: { _ in 100 }, rest: 3, move: 2, rate: 3), 1, seed: 2)
    let measured = try MotionMeasurement.angles(slow, rate: 3)
    #expect(codes(measured).contains(.motionUnfiltered))
    #expect(abs(try #require(measured.result.values.range).degrees - 100) < 3)
  }

  @Test func theResultReadsBack() throws {
    let result = try knee().measure(SimulatedBody(knee: course).lateral).result
    let json = try result.json()
    let text = String(decoding: json, as: UTF8.self)
    for key in ["\"schema\" : \"calvaria/motion/1\"", "\"neutral_zero\"", "\"ci95\"", "\"valid_share\"", "\"return\""] {
      #expect(text.contains(key), "\(key)")
    }
    let again = try MotionResult.read(json)
    #expect(try again.json() == json && again.values == result.values && again.status == result.status)
  }

  @Test func theTableHasALineAFrameAndTheReasons() throws {
    var body = SimulatedBody(knee: course).lateral
    body.tracks[.rightKnee]!.positions[7] = .missing
    let measured = try knee().measure(body)
    let lines = measured.curve.csv.text.split(separator: "\n")
    #expect(lines.count == course.count + 1 && lines[0] == "frame,time_s,angle_deg,filtered_deg,state")
    #expect(lines[8].hasSuffix(",missing"))
    #expect(lines[8].hasPrefix("7,"))
    #expect(lines[9].hasSuffix(",valid"))
  }

  /// What the caller of the library gives no reader has checked: it is measured or refused all the same.
  @Test(arguments: [1e-20, 1e-9, 1e-6]) func anyStepIsMeasuredOrRefused(_ step: Double) throws {
    let course = Course.repeats(1)
    let table = AngleTable(
      name: "", isInDegrees: true, times: course.indices.map { Double($0) * step },
      columns: [.init(name: "knee_angle_r", values: course)])
    let task = try MotionTask(.knee, .right, view: .lateral)
    let knee = try MotionMeasurement(task, isFlexionNegative: false).measure(.angles(table), path: "made").result
    #expect(knee.status == .incomplete)
    #expect(knee.source.rate == 10_000)
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 60).series()
    series.times = series.times.indices.map { Double($0) * step }
    let neck = try NeckMeasurement(.rotation).measure(series).result
    #expect(neck.status == .incomplete)
    #expect(neck.values.range == nil)
  }

  /// Any series of angles is measured or refused: short ones, gaps, spikes, steps, walks, all at any rate.
  @Test(arguments: 1...20) func anySeriesIsMeasuredOrRefused(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      let count = Int(random.uniform() * 250)
      var (value, time) = (200 * random.uniform() - 100, 0.0)
      let (step, missing, walk) = (0.001 + random.uniform() * 0.3, random.uniform() * 0.4, random.uniform() * 40)
      var (times, values) = ([Double](), [Double]())
      for _ in 0..<count {
        time += step * (random.uniform() < 0.05 ? 30 * random.uniform() + 1e-6 : 1)
        value = random.uniform() < 0.5 ? value : value + walk * random.normal()
        times.append(time)
        values.append(random.uniform() < missing ? .nan : max(-180, min(180, value)))
      }
      let table = AngleTable(
        name: "", isInDegrees: true, times: times, columns: [.init(name: "knee_angle_r", values: values)])
      let task = try MotionTask(.knee, .right, view: .lateral)
      let result = try MotionMeasurement(task, isFlexionNegative: false).measure(.angles(table), path: "made").result
      let all = [result.values.start, result.values.minimum, result.values.maximum, result.values.range]
      for one in all.compactMap(\.self) {
        #expect(one.degrees.isFinite && one.ci95[0] <= one.degrees && one.degrees <= one.ci95[1])
      }
      #expect(try MotionResult.read(result.json()).values == result.values)
    }
  }

  @Test func theNeutralZeroFormIsTheClinicalOne() throws {
    let (knee, hip) = (try MotionTask(.knee, .left), try MotionTask(.hip, .left, movement: .abduction))
    let flexion = { NeutralZero(knee, low: $0, high: $1)?.notation }
    #expect(flexion(-5, 140) == "5-0-140")
    #expect(flexion(10, 120) == "0-10-120")
    #expect(flexion(0.4, 135.4) == "0-0-135")
    #expect(flexion(1, 30) == "0-1-30")
    #expect(flexion(-30, -1) == "30-1-0")
    #expect(flexion(-20, -5) == "20-5-0")
    #expect(NeutralZero(hip, low: -20, high: 40)?.notation == "40-0-20")
    #expect(NeutralZero(hip, low: 5, high: 30)?.notation == "30-5-0")
    #expect(NeutralZero(knee, low: 0, high: 1)?.order == "extension-0-flexion")
    #expect(NeutralZero(hip, low: 0, high: 1)?.order == "abduction-0-adduction")
    let foot = NeutralZero(try MotionTask(.ankle, .right), low: -45, high: 20)
    #expect(foot?.notation == "20-0-45" && foot?.order == "dorsiflexion-0-plantarflexion")
    // A foot that can't be drawn up to the right angle.
    #expect(NeutralZero(try MotionTask(.ankle, .right), low: -45, high: -10)?.notation == "0-10-45")
  }
}
