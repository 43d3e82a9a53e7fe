import Feedback
import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Frames that look whole and are not: filled in, turned round, with exchanged sides, in left-handed axes.
@Suite struct EvidenceTests {
  private let course = Course.repeats(3, from: 0, to: { _ in 120 })

  private func measure(
    _ sequence: LandmarkSequence, _ joint: MotionJoint = .knee, _ movement: JointMovement = .flexion,
    direction: TurnDirection? = nil
  ) throws -> MeasuredMotion {
    let view: MotionView? = sequence.space.isFlat ? movement == .abduction ? .frontal : .lateral : nil
    return try MotionMeasurement(
      try MotionTask(joint, .right, view: view, movement: movement, direction: direction)
    ).measure(sequence)
  }

  /// The frames that do not count for a reason.
  private func frames(_ measured: MeasuredMotion, _ reason: RejectionReason) -> Set<Int> {
    Set(measured.reasons.indices.filter { measured.reasons[$0] == reason })
  }

  // MARK: Filled in

  /// Beyond 80° the last value stands in for what was not seen: an ankle in space or in a picture, all points, or the angle.
  @Test func aPointThatIsFilledInWithItsLastValueDoesNotCount() throws {
    let body = SimulatedBody(knee: course)
    let lost = course.indices.filter { course[$0] > 80 }
    let filled = { (sequence: LandmarkSequence, points: [BodyPoint]) in
      var sequence = sequence
      for point in points {
        for i in lost { sequence.tracks[point]!.positions[i] = sequence.tracks[point]!.positions[i - 1] }
      }
      return sequence
    }
    for (name, sequence) in [
      ("space", filled(body.space.noisy(0.002), [.rightAnkle])),
      ("picture", filled(body.lateral.noisy(1), [.rightAnkle])),
      ("knee", filled(body.space.noisy(0.002), [.rightKnee])),
      ("all", filled(body.lateral.noisy(1), BodyPoint.allCases)),
    ] {
      let measured = try measure(sequence)
      #expect(measured.result.values.maximum == nil, "\(name): \(String(describing: measured.result.values.maximum))")
      #expect(frames(measured, .frozen) == Set(lost), "\(name)")
    }
    var angles = Course.noisy(course, 0.5, seed: 2)
    for i in lost { angles[i] = angles[i - 1] }
    let measured = try MotionMeasurement.angles(angles)
    #expect(measured.result.values.maximum == nil)
    #expect(measured.result.status == .incomplete)
    #expect(measured.reasons.count { $0 == .frozen } == lost.count)
  }

  /// Without noise, with few digits, or doubled here and there a value repeats by itself.
  @Test(arguments: [1.0, 0.1, 0.01]) func valuesThatRepeatByThemselvesCount(digit: Double) throws {
    let still = SimulatedBody(knee: course)
    #expect(try measure(still.lateral).reasons.allSatisfy { $0 == nil })
    let coarse = { (values: [Double]) in values.map { ($0 / digit).rounded() * digit } }
    #expect(try MotionMeasurement.angles(coarse(course)).reasons.allSatisfy { $0 == nil })
    for noise in [0.1, 0.5, 2] {
      let noisy = coarse(Course.noisy(course, noise, seed: 5))
      #expect(try MotionMeasurement.angles(noisy).reasons.allSatisfy { $0 == nil }, "\(noise)°")
    }
    // Pictures that were drawn: all of the noise is that of a video's compression, and a rest repeats to the last digit.
    var drawn = Course.noisy(course, 0.01, seed: 7)
    for i in drawn.indices.dropFirst() where course[i] == course[i - 1] { drawn[i] = drawn[i - 1] }
    #expect(try MotionMeasurement.angles(drawn).reasons.allSatisfy { $0 == nil })
    var doubled = Course.noisy(course, 0.5, seed: 6)
    for i in doubled.indices where i % 5 == 4 { doubled[i] = doubled[i - 1] }
    #expect(try MotionMeasurement.angles(doubled).reasons.allSatisfy { $0 == nil })
  }

  /// Filled in and smoothed, in either order. Smoothed noise, and smooth values without any, count.
  @Test(arguments: [30.0, 60, 120]) func whatIsFilledInAndSmoothedDoesNotCount(rate: Double) throws {
    let course = Course.repeats(3, from: 0, to: { _ in 120 }, rate: rate)
    let lost = course.indices.filter { course[$0] > 80 }
    let filled = { (values: [Double]) in
      lost.reduce(into: values) { $0[$1] = $0[$1 - 1] }
    }
    let smooth = { (values: [Double]) in Butterworth(cutoff: 6, rate: rate).filtered(values) }
    let digits = { (values: [Double], digit: Double) in values.map { ($0 / digit).rounded() * digit } }
    // Smoothing mixes in what is near.
    let near = Set(course.indices.filter { course[$0] > 70 })
    for (noise, seed) in [(0.5, 3), (0.5, 4), (0.5, 5), (0.5, 6), (2, 3), (2, 4)] {
      let noisy = Course.noisy(course, noise, seed: seed)
      for (name, values) in [("filled first", smooth(filled(noisy))), ("smoothed first", filled(smooth(noisy)))] {
        let measured = try MotionMeasurement.angles(digits(values, 1e-6), rate: rate)
        #expect(measured.result.values.maximum == nil, "\(name), \(noise)°, seed \(seed)")
        #expect(!frames(measured, .frozen).isEmpty, "\(name), \(noise)°")
        #expect(frames(measured, .frozen).isSubset(of: near), "\(name), \(noise)°")
      }
      for digit in [1e-6, 0.1] {
        #expect(try MotionMeasurement.angles(digits(smooth(noisy), digit), rate: rate).reasons.allSatisfy { $0 == nil })
      }
    }
    #expect(try MotionMeasurement.angles(smooth(course), rate: rate).reasons.allSatisfy { $0 == nil })
    // A gait is louder than the rest behind it.
    let gait = (0..<Int(12 * rate)).map { 35 - 30 * cos(2 * .pi * 0.7 * min(8.57, Double($0) / rate)) }
    let walking = try MotionMeasurement.angles(Course.noisy(gait, 0.15, seed: 4), rate: rate)
    #expect(!walking.reasons.contains(.frozen))
    var space = SimulatedBody(knee: course, rate: rate).space.noisy(0.004)
    for i in lost { space.tracks[.rightAnkle]!.positions[i] = space.tracks[.rightAnkle]!.positions[i - 1] }
    for point in space.tracks.keys {
      let positions = space.tracks[point]!.positions
      let axes = (0..<3).map { axis in smooth(positions.map { $0[axis] }) }
      space.tracks[point]!.positions = positions.indices.map { [axes[0][$0], axes[1][$0], axes[2][$0]] }
    }
    let measured = try measure(space)
    #expect(measured.result.values.maximum == nil)
    #expect(frames(measured, .frozen).isSubset(of: near))
  }

  // MARK: Turned round

  /// Six bends facing right, one facing left.
  private var turning: LandmarkSequence {
    let bends = Course.repeats(7, to: { _ in 30 })
    var body = SimulatedBody(knee: bends).lateral.noisy(1.5)
    for point in body.tracks.keys {
      for i in 6 * bends.count / 7..<bends.count {
        body.tracks[point]!.positions[i].x = 1400 - body.tracks[point]!.positions[i].x
      }
    }
    return body
  }

  @Test func whoTurnsRoundIsMeasuredFacingOneWay() throws {
    let turning = turning
    let measured = try measure(turning)
    let values = measured.result.values
    #expect(abs(try #require(values.maximum).degrees - 30) < 1)
    #expect(abs(try #require(values.minimum).degrees) < 1)
    let turned = 6 * turning.times.count / 7
    #expect(frames(measured, .turned) == Set(turned..<turning.times.count))
    // A direction that is given and that most frames contradict is used, and warned of.
    let given = try measure(turning, direction: .anticlockwise)
    #expect(given.result.findings.contains { $0.code == .motionDirectionContradicts })
    #expect(abs(try #require(given.result.values.minimum).degrees + 30) < 1)
    // A head that looks back says nothing against the feet.
    var looking = SimulatedBody(knee: course).lateral.noisy(1.5)
    for i in 50..<80 { looking.tracks[.nose]!.positions[i].x = 660 }
    #expect(try measure(looking).reasons.allSatisfy { $0 == nil })
  }

  /// Without feet a head that looks over the shoulder is told from a body that turns by the knee.
  @Test func whoLooksOverTheShoulderHasNotTurned() throws {
    let feet = [BodyPoint.leftHeel, .rightHeel, .leftToe, .rightToe]
    var looking = SimulatedBody(knee: course).lateral.noisy(1.5)
    for i in 50..<100 { looking.tracks[.nose]!.positions[i].x = 660 }
    var turning = turning
    for point in feet { (looking.tracks[point], turning.tracks[point]) = (nil, nil) }
    #expect(try measure(looking).reasons.allSatisfy { $0 == nil })
    let measured = try measure(turning)
    #expect(frames(measured, .turned) == Set(6 * turning.times.count / 7..<turning.times.count))
    // Legs alone and a direction that was given: no knee bends so far backwards.
    for point in turning.tracks.keys where ![.rightHip, .rightKnee, .rightAnkle].contains(point) {
      turning.tracks[point] = nil
    }
    let legs = try measure(turning, direction: .clockwise)
    #expect(!frames(legs, .turned).isEmpty)
    #expect(frames(legs, .turned).allSatisfy { $0 >= 6 * turning.times.count / 7 })
    #expect(try #require(legs.result.values.minimum).degrees > -2)
    #expect(abs(try #require(legs.result.values.maximum).degrees - 30) < 1)
  }

  // MARK: Sides and axes

  private let flexing = Course.repeats(3, to: { _ in 50 })

  @Test func leftHandedAxesAreTold() throws {
    let mirrored = { (body: SimulatedBody) in
      var space = body.space.noisy(0.002)
      for point in space.tracks.keys {
        for i in space.times.indices { space.tracks[point]!.positions[i].z *= -1 }
      }
      return space
    }
    for (joint, movement, body) in [
      (MotionJoint.hip, JointMovement.flexion, SimulatedBody(hip: flexing)),
      (.knee, .flexion, SimulatedBody(knee: flexing)),
      (.hip, .abduction, SimulatedBody(abduction: flexing)),
    ] {
      let measured = try measure(mirrored(body), joint, movement)
      #expect(measured.result.status == .incomplete, "\(joint), \(movement)")
      #expect(measured.result.neutralZero == nil, "\(joint), \(movement)")
      #expect(measured.reasons.allSatisfy { $0 == .turned }, "\(joint), \(movement)")
      #expect(try measure(body.space.noisy(0.002), joint, movement).reasons.allSatisfy { $0 == nil })
    }
    // Without face and feet a knee tells by itself, since it bends one way.
    var bare = mirrored(SimulatedBody(knee: flexing))
    for point in [BodyPoint.nose, .leftHeel, .rightHeel] { bare.tracks[point] = nil }
    #expect(throws: MotionError.self) { try measure(bare) }
    let error = #expect(throws: MotionError.self) { try measure(bare, .hip) }
    guard case .mirrored = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Nor does a hip go so far back, with a straight knee.
    var hip = mirrored(SimulatedBody(hip: flexing))
    for point in [BodyPoint.nose, .leftHeel, .rightHeel] { hip.tracks[point] = nil }
    let extended = #expect(throws: MotionError.self) { try measure(hip, .hip) }
    guard case .mirrored(_, .hip, _, _) = extended else {
      Issue.record("\(String(describing: extended))")
      return
    }
  }

  /// Hips, or all points, that are taken for those of the other side in a quarter of the frames.
  @Test func exchangedSidesInSpaceAreLeftOut() throws {
    let frames = 100..<200
    let parts: [(BodySide) -> BodyPoint] = [
      BodyPoint.ear, BodyPoint.shoulder, BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle, BodyPoint.heel, BodyPoint.toe,
    ]
    for (name, points) in [("hips", [BodyPoint.hip]), ("all", parts)] {
      let body = SimulatedBody(hip: flexing).space.noisy(0.002).exchanging(points, in: frames)
      let measured = try measure(body, .hip)
      #expect(measured.reasons.enumerated().allSatisfy { ($1 != nil) == frames.contains($0) }, "\(name)")
      #expect(abs(try #require(measured.result.values.minimum).degrees) < 1, "\(name)")
      #expect(abs(try #require(measured.result.values.maximum).degrees - 50) < 1, "\(name)")
    }
    // Without face and feet the line of the shoulders tells.
    var bare = SimulatedBody(hip: flexing).space.noisy(0.002).exchanging([BodyPoint.hip], in: 0..<100)
    for point in [BodyPoint.nose, .leftHeel, .rightHeel] { bare.tracks[point] = nil }
    let measured = try measure(bare, .hip)
    #expect(measured.reasons.enumerated().allSatisfy { ($1 != nil) == ($0 < 100) })
    // Knees alone, for a hip.
    let knees = SimulatedBody(hip: flexing).space.noisy(0.002).exchanging([BodyPoint.knee], in: frames)
    let values = try measure(knees, .hip).result.values
    #expect(abs(try #require(values.maximum).degrees - 50) < 1)
    #expect(abs(try #require(values.minimum).degrees) < 1)
  }

  // MARK: Lying

  /// A child that lies across the picture, or in any other way, is no body out of order; a mirrored one is told all the same.
  @Test(arguments: [0.0, 45, 90, 180, 270]) func howABodyLiesInThePictureDoesNotMatter(turn: Double) throws {
    let (c, s) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
    let lying = { (isMirrored: Bool) in
      var body = SimulatedBody(abduction: Course.repeats(3, to: { _ in 40 })).frontal.noisy(1)
      body.space = .picture(width: nil, height: nil)
      for point in body.tracks.keys {
        body.tracks[point]!.positions = body.tracks[point]!.positions.map {
          let (x, y) = (isMirrored ? 900 - $0.x : $0.x - 900, $0.y - 540)
          return [c * x - s * y, s * x + c * y, 0]
        }
      }
      return body
    }
    let measured = try measure(lying(false), .hip, .abduction)
    #expect(measured.result.neutralZero?.notation == "40-0-0", "\(measured.result.gates.rejected)")
    #expect(try measure(lying(true), .hip, .abduction).reasons.allSatisfy { $0 == .sidesSwapped })
  }
}
