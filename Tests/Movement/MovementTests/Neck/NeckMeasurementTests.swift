import Feedback
import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

@Suite struct NeckMeasurementTests {
  private func measure(
    _ neck: SimulatedNeck, _ movement: JointMovement = .rotation, side: BodySide? = nil, zero: NeckZero = .rest,
    seed: UInt64 = 1
  ) throws -> MotionResult {
    try NeckMeasurement(movement, side: side).measure(neck.series(seed: seed), zero: zero).result
  }

  private func codes(_ result: MotionResult) -> Set<FindingCode> { Set(result.findings.map(\.code)) }

  @Test(arguments: [JointMovement.rotation, .lateral])
  func sidesArcAndDifferenceAreThoseOfTheMovement(_ movement: JointMovement) throws {
    let result = try measure(.sides(movement, left: 60, right: 45), movement)
    #expect(result.status == .complete, "\(result.findings)")
    let values = [
      (result.neck?.sides?.left, 60.0), (result.neck?.sides?.right, 45), (result.values.range, 105),
      (result.neck?.difference, 15),
    ]
    for (value, truth) in values {
      let value = try #require(value)
      #expect(abs(value.degrees - truth) < 0.5, "\(value)")
      #expect(value.ci95[0] < truth)
      #expect(truth < value.ci95[1])
      #expect(value.covers.contains("repeats"))
      #expect(value.covers.contains("cloth_slip"))
      #expect(value.covers.contains("cap_slip"))
    }
    #expect(result.repeats.count == 3)
    #expect(result.supportsChange)
    #expect(result.neutralZero?.notation == "60-0-45")
    #expect(result.neutralZero?.order == "left-0-right")
    // Neutral counts once in a side, twice in the difference and not in the arc.
    let budget = try #require(result.neck?.budget)
    for (part, slip) in [("left", 0.5), ("right", 0.5), ("range", 0.5), ("difference", 3.0.squareRoot() / 2)] {
      #expect(abs(try #require(budget[part]?["cap_slip"]) - slip) < 1e-3)
    }
    let side = try #require(budget["left"]?["neutral"])
    #expect(abs(try #require(budget["difference"]?["neutral"]) - 2 * side) < 2e-3)
    #expect(budget["range"]?["neutral"] == nil)
    // Three ways from −60° to 45°; those back halt in the middle.
    let speed = try #require(result.neck?.speed)
    #expect(speed.movements == 3)
    #expect(abs(speed.meanDegS - SimulatedNeck.middleSpeed) < 3, "\(speed)")
    #expect(abs(speed.peakDegS - 135) < 6, "\(speed)")
    #expect(speed.meanCi95![0] > 80, "\(speed)")
    let time = try #require(result.neck?.timeToSideS)
    #expect(time.left > 3)
    #expect(time.right > 3)
    #expect(time.middle > 3)
    let frames = result.source.durationS
    #expect(abs(time.left + time.middle + time.right + (time.unseen ?? .nan) - frames) < 0.01)
  }

  /// Frames of torso and cap don't matter, nor which way the camera looks.
  @Test func framesOfTorsoAndCapDoNotMatter() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 80, right: 70)
    let first = try measure(neck)
    (neck.torso, neck.cap) = (.identity, .rotation([0, 3, 0]))
    let other = try measure(neck)
    #expect(abs(first.values.range!.degrees - other.values.range!.degrees) < 0.4)
  }

  @Test func flexionHasNoSides() throws {
    let result = try measure(.sides(.flexion, left: 50, right: 40), .flexion)
    #expect(result.neck?.sides == nil)
    #expect(result.neck?.difference == nil)
    #expect(result.neutralZero?.order == "extension-0-flexion")
    #expect(abs(result.values.maximum!.degrees - 40) < 0.5 && abs(result.values.minimum!.degrees + 50) < 0.5)
    #expect(throws: MotionError.noSideOfFlexion) { try NeckMeasurement(.flexion, side: .left) }
    #expect(throws: MotionError.self) { try NeckMeasurement(.abduction) }
  }

  /// A head that trembles rests all the same: neutral is where it rests first, and no end that is held more quietly.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func aHeadThatTremblesRests(seed: UInt64) throws {
    var neck = SimulatedNeck.sides(.flexion, left: 40, right: 30, repeats: 1)
    neck.tremor = 0.6
    let result = try measure(neck, .flexion, seed: seed)
    #expect(abs(try #require(result.values.maximum).degrees - 30) < 1.5, "seed \(seed)")
    #expect(abs(try #require(result.values.minimum).degrees + 40) < 1.5, "seed \(seed)")
  }

  /// Without landmarks of the head, the patch lies on a slope, and the movement tells its axis.
  @Test(arguments: [JointMovement.rotation, .lateral], [35.0, 15, -20])
  func theMovementTellsTheAxis(_ movement: JointMovement, slope: Double) throws {
    var neck = SimulatedNeck.sides(movement, left: 60, right: 50)
    (neck.slope, neck.knowsHead) = (slope, false)
    let result = try measure(neck, movement)
    #expect(abs(result.values.range!.degrees - 110) < 0.6)
    #expect(abs(result.neck!.sides!.left!.degrees - 60) < 1)
    #expect(result.neck?.neutral?.axes == .movement)
    #expect(codes(result).contains(.neckAxesByMovement))
    neck.slope = nil
    let none = try measure(neck, movement)
    #expect(codes(none).contains(.neckNoAxes))
    #expect(none.status == .incomplete)
  }

  /// A head that rests 12° to the left: neutral by the landmarks says so, neutral by the rest does not.
  @Test func theHeadFrameIsNeutralWhereItIsSquareToThePatch() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 60)
    neck.slope = 35
    let turned = SimulatedNeck.rotation(HeadAngles(flexion: 0, lateral: 0, rotation: -12))
    var series = neck.series()
    for i in series.poses.indices {
      let pose = series.poses[i]!.torsoFromHead
      series.poses[i]!.torsoFromHead = pose * neck.cap * turned * neck.cap.transpose
    }
    let square = try NeckMeasurement(.rotation).measure(series, zero: .square).result
    #expect(abs(square.neck!.sides!.left!.degrees - 72) < 0.6 && abs(square.neck!.sides!.right!.degrees - 48) < 0.6)
    let rest = try NeckMeasurement(.rotation).measure(series).result
    #expect(abs(rest.neck!.sides!.left!.degrees - 60) < 0.6 && abs(rest.neck!.sides!.right!.degrees - 60) < 0.6)
    #expect(codes(try measure(.sides(.rotation, left: 60, right: 60), zero: .square)).contains(.neckNotSquare))
  }

  @Test func aNamedFrameIsNeutral() throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 60)
    // At 2.4 s the head is held at 60° to the left.
    let result = try measure(neck, zero: .frame(50))
    #expect(codes(result).isDisjoint(with: [.neckNeutralRest]))
    #expect(result.neck?.neutral?.kind == "frame")
    #expect(abs(result.values.maximum!.degrees - 120) < 1)
    // From there nothing lies to the left.
    #expect(codes(result).contains(.neckSideNotReached))
    #expect(result.neck?.sides?.left == nil)
    #expect(result.status == .incomplete)
  }

  /// A slip about the movement's axis is found, and the intervals hold.
  @Test(arguments: [5.0, 12]) func aSlipIsFoundAndCovered(_ degrees: Double) throws {
    for seed in UInt64(1)...5 {
      var neck = SimulatedNeck.sides(.lateral, left: 60, right: 50)
      neck.slip = ([0, degrees, 0], 8)
      let result = try measure(neck, .lateral, seed: seed)
      let finding = try #require(result.findings.first { $0.code == .neckNeutralChanged })
      #expect(finding.severity == .warning)
      #expect(abs(abs(result.neck!.neutral!.changeDegrees!) - degrees) < 0.7, "seed \(seed)")
      for (value, truth) in [
        (result.neck!.sides!.left!, 60.0), (result.neck!.sides!.right!, 50), (result.values.range!, 110),
        (result.neck!.difference!, 10),
      ] {
        #expect(value.ci95[0] < truth, "seed \(seed): \(value)")
        #expect(truth < value.ci95[1], "seed \(seed): \(value)")
      }
    }
  }

  @Test func tooFewFramesWithTheTorsoWithholdEverything() throws {
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 60).series()
    for i in series.poses.indices where i % 2 == 0 { (series.poses[i], series.reasons[i]) = (nil, .torsoUnseen) }
    let result = try NeckMeasurement(.rotation).measure(series).result
    #expect(codes(result) == [.neckFewValidFrames])
    #expect(result.status == .incomplete)
    #expect(result.gates.rejected["torso_unseen"] == (series.poses.count + 1) / 2)
    #expect(result.neck?.sides == nil)
    #expect(result.values.range == nil)
    #expect(result.neck?.budget == nil)
  }

  @Test func beyondThe75thDegreeOfLateralFlexionNothingIsTold() throws {
    let result = try measure(.sides(.lateral, left: 80, right: 60), .lateral)
    #expect(codes(result).contains(.neckGimbal))
    #expect(result.values.range == nil)
    #expect(result.gates.rejected["gimbal"]! > 30)
    #expect(!codes(try measure(.sides(.lateral, left: 70, right: 60), .lateral)).contains(.neckGimbal))
  }

  @Test func oneSideAloneIsMeasuredWhereItIsAskedFor() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 0)
    let both = try measure(neck)
    #expect(both.status == .incomplete)
    #expect(codes(both).contains(.neckSideNotReached))
    #expect(both.values.range == nil)
    #expect(both.neck?.difference == nil)
    let left = try measure(neck, side: .left)
    #expect(
      left.status == .complete && abs(left.neck!.sides!.left!.degrees - 60) < 0.5 && left.neck?.sides?.right == nil)
    let right = try measure(.sides(.rotation, left: 0, right: 50), side: .right)
    #expect(right.status == .complete)
    #expect(abs(try #require(right.neck?.sides?.right).degrees - 50) < 0.5)
    #expect(right.neck?.sides?.left == nil)
    neck.stops = []
    #expect(codes(try measure(neck)).contains(.neckStill))
  }

  /// A head that turns by less than 5° to a side does not reach it.
  @Test(arguments: [(60.0, 4.4, "right"), (4.4, 60, "left")]) func anEndNearNeutralIsNone(
    _ left: Double, _ right: Double, _ name: String
  ) throws {
    var neck = SimulatedNeck.sides(.rotation, left: left, right: right)
    neck.slope = 35
    neck.stops.append(neck.stops[0])
    let result = try measure(neck, zero: .square)
    let finding = try #require(result.findings.first { $0.code == .neckSideNotReached }, "\(result.findings)")
    #expect(finding.values["end"] == .term(name, of: "neck_end"))
  }

  /// Four frames between two gaps are too few to be filtered.
  @Test func fewFramesBetweenGapsAreStray() throws {
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 50).series()
    for frame in Array(100..<104) + Array(108..<112) {
      (series.poses[frame], series.reasons[frame]) = (nil, .torsoUnseen)
    }
    let result = try NeckMeasurement(.rotation).measure(series).result
    #expect(result.gates.rejected == ["torso_unseen": 8, "stray": 4])
  }

  /// It is told of from 0.3 s on, which are seven frames.
  @Test(arguments: [(6, false), (7, true)]) func aHeadMayLeanTooFarForAMoment(_ frames: Int, _ isTold: Bool) throws {
    let neck = SimulatedNeck.sides(.lateral, left: 60, right: 50)
    var series = neck.series()
    let lateral = try NeckMeasurement(.lateral).measure(series).angles[1].degrees
    let held = try #require(lateral.firstIndex { $0 < -59 }) + 4
    let leaning = SimulatedNeck.rotation(HeadAngles(flexion: 0, lateral: -80, rotation: 0))
    for frame in held..<(held + frames) {
      series.poses[frame]!.torsoFromHead = neck.torso * leaning * neck.cap.transpose
    }
    let result = try NeckMeasurement(.lateral).measure(series).result
    #expect(result.gates.rejected["gimbal"] == frames)
    #expect(codes(result).contains(.neckGimbal) == isTold, "\(result.findings)")
  }

  @Test func uncertainPosesDoNotCount() throws {
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 60).series()
    for i in series.poses.indices where i % 5 == 0 {
      series.poses[i]!.covariance = series.poses[i]!.covariance * 400
    }
    let result = try NeckMeasurement(.rotation).measure(series).result
    #expect(result.gates.rejected["uncertain_pose"] == (series.poses.count + 4) / 5)
    #expect(abs(result.values.range!.degrees - 120) < 0.6)
  }

  @Test func aHeadThatNeverRestsHasNoNeutral() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 60)
    neck.hold = 0
    var series = neck.series()
    let moving = series.times.indices.filter { (1.6...series.times.last! - 1.2).contains(series.times[$0]) }
    series.times = moving.map { series.times[$0] }
    series.frames = moving.map { series.frames[$0] }
    series.poses = moving.map { series.poses[$0] }
    series.reasons = moving.map { series.reasons[$0] }
    #expect(try codes(NeckMeasurement(.rotation).measure(series).result).contains(.neckNoRest))
  }

  @Test func filesHaveThreeAngles() throws {
    let measured = try NeckMeasurement(.rotation).measure(
      SimulatedNeck.sides(.rotation, left: 60, right: 50).series())
    let files = try measured.files()
    #expect(files.map(\.name) == ["motion.json", "angles.csv", "angles.mot"])
    let lines = String(decoding: files[1].content, as: UTF8.self).split(separator: "\n")
    #expect(
      lines[0] == "frame,time_s,flexion_deg,lateral_deg,rotation_deg,filtered_flexion_deg,filtered_lateral_deg,"
        + "filtered_rotation_deg,state")
    #expect(lines.count == measured.times.count + 1)
    let table = try MOTReader(path: "angles.mot").table(Array(files[2].content))
    #expect(table.columns.map(\.name) == ["neck_extension", "neck_bending", "neck_rotation"])
    // Turning to the left is positive there.
    #expect(abs(table.columns[2].values.max()! - 60) < 1.5)
    #expect(abs(table.columns[2].values.min()! + 50) < 1.5)
    #expect(try MotionResult.read(files[0].content).json() == files[0].content)
  }

  @Test func normsAreOfOneKindAndAge() throws {
    var measured = try NeckMeasurement(.rotation).measure(
      SimulatedNeck.sides(.rotation, left: 60, right: 50).series())
    measured.state(effort: .passive, ageMonths: 6)
    #expect(measured.result.neck?.norm?.sideDegrees == 110)
    #expect(measured.result.neck?.norm?.name == "ohman-2008-passive")
    #expect(measured.result.table(.english).contains("110°"))
    measured.state(effort: .active, ageMonths: 6)
    #expect(measured.result.neck?.norm == nil)
    #expect(measured.result.effort == .active)
    measured.state(effort: .passive, ageMonths: 12)
    #expect(measured.result.neck?.norm == nil)
    #expect(MotionNorm.find(.neck, .lateral, ageMonths: 3, effort: .passive)?.sides[.lateral] == 70)
    #expect(MotionNorm.find(.neck, .flexion, ageMonths: 3, effort: .passive) == nil)
  }

  @Test func tablesNameWhatIsMeasured() throws {
    let result = try measure(.sides(.rotation, left: 60, right: 50))
    let english = result.table(.english)
    #expect(english.hasPrefix("neck: rotation (head against the torso's surface)\n"))
    #expect(english.contains("Cardan angles: X flexion, then Y lateral flexion, then Z rotation"))
    #expect(english.contains("left − right"))
    #expect(result.table(.german).contains("Kardanwinkel"))
    #expect(result.table(.german).contains("links − rechts"))
  }

  // MARK: Hidden ends

  private func measured(_ series: NeckSeries) throws -> MeasuredMotion {
    try NeckMeasurement(.rotation).measure(series)
  }

  /// Behind the last end that counts, the head is held farther out in frames that don't count.
  @Test func anEndIsHiddenByFramesThatDoNotCount() throws {
    let stops = [-60.0, 45, 0, -60, 70, 0].map { HeadAngles(flexion: 0, lateral: 0, rotation: $0) }
    let neck = SimulatedNeck(stops: stops)
    var series = neck.series()
    let plain = try measured(series)
    for (frame, rotation) in plain.angles[2].degrees.enumerated() where rotation > 50 {
      neck.turn(frame, of: &series, by: 0, deviation: 3.5)
    }
    let result = try measured(series).result
    let finding = try #require(result.findings.first { $0.code == .neckEndHidden }, "\(result.findings)")
    #expect(finding.severity == .withheld)
    #expect(result.neck?.sides?.right == nil)
    #expect(result.values.range == nil)
    #expect(abs(try #require(result.neck?.sides?.left).degrees - 60) < 0.6)
  }

  /// To the left as well; but not by what lies 6° farther out, where 10.5° may be the poses' own error.
  @Test(arguments: [(-70.0, true), (-52, false)]) func aLeftEndIsHiddenByFramesThatDoNotCount(
    _ last: Double, _ isHidden: Bool
  ) throws {
    let neck = SimulatedNeck(
      stops: [60.0, -46, 0, 60, last, 0].map { HeadAngles(flexion: 0, lateral: 0, rotation: $0) })
    var series = neck.series()
    let plain = try measured(series)
    for (frame, rotation) in plain.angles[2].degrees.enumerated() where rotation < -48.5 {
      neck.turn(frame, of: &series, by: 0, deviation: 3.5)
    }
    let result = try measured(series).result
    #expect(codes(result).contains(.neckEndHidden) == isHidden, "\(result.findings)")
    #expect((result.neck?.sides?.left == nil) == isHidden, "\(result.findings)")
    #expect(abs(try #require(result.neck?.sides?.right).degrees - 60) < 0.6)
  }

  /// Seven frames, which last 0.3 s, hide an end, and six don't.
  @Test(arguments: [(6, false), (7, true)]) func anEndIsHiddenByWhatIsHeld(_ frames: Int, _ isHidden: Bool) throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 45)
    var series = neck.series()
    let held = try #require(try measured(series).angles[2].degrees.firstIndex { $0 > 44 }) + 4
    for frame in held..<(held + frames) { neck.turn(frame, of: &series, by: 30, deviation: 3.5) }
    let result = try measured(series).result
    #expect(codes(result).contains(.neckEndHidden) == isHidden, "\(result.findings)")
  }

  /// Single frames that don't count hide nothing, however many there are; nor do those whose pose leaves as much open.
  @Test func strayFramesHideNoEnd() throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 45)
    var scattered = neck.series()
    for frame in scattered.poses.indices where frame % 10 == 0 {
      neck.turn(frame, of: &scattered, by: 30, deviation: 3.5)
    }
    let one = try measured(scattered).result
    #expect(!codes(one).contains(.neckEndHidden), "\(one.findings)")
    #expect(one.status == .complete, "\(one.findings)")
    #expect(abs(one.neck!.sides!.right!.degrees - 45) < 0.6)
    var vague = neck.series()
    // Half of the frames of the last hold to the right, one behind the other.
    let rotation = try measured(vague).angles[2].degrees
    for frame in rotation.indices.filter({ rotation[$0] > 44 }).suffix(10) {
      neck.turn(frame, of: &vague, by: 30, deviation: 12)
    }
    let other = try measured(vague).result
    #expect(!codes(other).contains(.neckEndHidden), "\(other.findings)")
  }
}
