import Diagnostics
import Feedback
import Geometry
import Testing

@testable import Movement

/// Which way a body faces: one that turns round, and left-handed axes.
@Suite struct FacingTests {
  private let course = Course.repeats(3, from: 0, to: { _ in 120 })
  private let flexing = Course.repeats(3, to: { _ in 50 })

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
    let measured = try MotionMeasurement.right(turning)
    let values = measured.result.values
    #expect(abs(try #require(values.maximum).degrees - 30) < 1)
    #expect(abs(try #require(values.minimum).degrees) < 1)
    let turned = 6 * turning.times.count / 7
    #expect(measured.frames(.turned) == Set(turned..<turning.times.count))
    // A direction that is given and that most frames contradict is used, and warned of.
    let given = try MotionMeasurement.right(turning, direction: .anticlockwise)
    #expect(given.result.findings.contains { $0.code == .motionDirectionContradicts })
    #expect(abs(try #require(given.result.values.minimum).degrees + 30) < 1)
    // A head that looks back says nothing against the feet.
    var looking = SimulatedBody(knee: course).lateral.noisy(1.5)
    for i in 50..<80 { looking.tracks[.nose]!.positions[i].x = 660 }
    #expect(try MotionMeasurement.right(looking).reasons.allSatisfy { $0 == nil })
  }

  /// Without feet a head that looks over the shoulder is told from a body that turns by the knee.
  @Test func whoLooksOverTheShoulderHasNotTurned() throws {
    let feet = [BodyPoint.leftHeel, .rightHeel, .leftToe, .rightToe]
    var looking = SimulatedBody(knee: course).lateral.noisy(1.5)
    for i in 50..<100 { looking.tracks[.nose]!.positions[i].x = 660 }
    var turning = turning
    for point in feet { (looking.tracks[point], turning.tracks[point]) = (nil, nil) }
    #expect(try MotionMeasurement.right(looking).reasons.allSatisfy { $0 == nil })
    let measured = try MotionMeasurement.right(turning)
    #expect(measured.frames(.turned) == Set(6 * turning.times.count / 7..<turning.times.count))
    // Legs alone and a direction that was given: no knee bends so far backwards.
    for point in turning.tracks.keys where ![.rightHip, .rightKnee, .rightAnkle].contains(point) {
      turning.tracks[point] = nil
    }
    let legs = try MotionMeasurement.right(turning, direction: .clockwise)
    #expect(!legs.frames(.turned).isEmpty)
    #expect(legs.frames(.turned).allSatisfy { $0 >= 6 * turning.times.count / 7 })
    #expect(try #require(legs.result.values.minimum).degrees > -2)
    #expect(abs(try #require(legs.result.values.maximum).degrees - 30) < 1)
  }

  private func facing(_ points: [BodyPoint: Vector3], _ space: LandmarkSequence.Space) -> Facing {
    let sequence = LandmarkSequence(
      space: space, times: [0], frames: ["a"], tracks: points.mapValues { .init(positions: [$0]) })
    return Facing(sequence, above: 0.3)
  }

  /// Toes tell a side from a twentieth of the shank's length on, whatever the size of the picture.
  @Test(arguments: [0.01, 1, 3]) func toesThatAreHardlyAheadTellNothing(scale: Double) {
    let signs = { (ahead: Double) in
      let points: [BodyPoint: Vector3] = [
        .rightKnee: [5, -80, 0], .rightAnkle: [5, 120, 0], .rightHeel: [3, 130, 0], .rightToe: [3 + ahead, 125, 0],
      ]
      return facing(points.mapValues { $0 * scale }, .picture(width: nil, height: nil)).signs
    }
    #expect(signs(9.9) == Facing.Signs() && signs(-9.9) == Facing.Signs())
    #expect(signs(10.1) == Facing.Signs(agree: 1, contradict: 0))
    #expect(signs(-10.1) == Facing.Signs(agree: 0, contradict: 1))
  }

  /// A frame of two signs is judged with its neighbours, one of three by itself.
  @Test func aFrameOfFewSignsAsksItsNeighbours() {
    var few = SimulatedBody(knee: [Double](repeating: 0, count: 9)).lateral
    var many = few
    for point in [BodyPoint.leftHeel, .rightHeel] { few.tracks[point]!.positions[4] = .missing }
    few.tracks[.nose]!.positions[4].x = 660
    for point in many.tracks.keys { many.tracks[point]!.positions[4].x = 1400 - many.tracks[point]!.positions[4].x }
    many.tracks[.leftEar]!.positions[4] = .missing
    for (sequence, against) in [(few, [Int]()), (many, [4])] {
      let found = Facing(sequence, above: 0.3).against(isRight: true, sequence.times)
      #expect(found.indices.filter { found[$0] } == against)
    }
  }

  /// A leg without a foot, below a head that looks back: where the knee bends forwards in more frames than backwards, the
  /// body has not turned.
  @Test(arguments: [(4, 3, false), (3, 4, true), (4, 2, false), (2, 3, true)])
  func mostBendsTellABodyThatLooksBack(forward: Int, backward: Int, isTurned: Bool) {
    let bends = [Double](repeating: 30, count: forward) + [Double](repeating: -30, count: backward)
    var looking = SimulatedBody(knee: bends).lateral
    looking.tracks = looking.tracks.filter {
      [.nose, .rightEar, .rightShoulder, .rightHip, .rightKnee, .rightAnkle].contains($0.key)
    }
    for i in bends.indices { looking.tracks[.nose]!.positions[i].x = 660 }
    let against = Facing(looking, above: 0.3).against(isRight: true, looking.times)
    #expect(against == [Bool](repeating: isTurned, count: bends.count))
  }

  /// Five signs tell a direction, and four fifths of more.
  @Test func mostSignsTellADirection() {
    for (agree, contradict, isRight) in [
      (5, 0, true), (0, 5, false), (4, 0, nil), (4, 1, nil), (8, 2, true), (2, 8, false), (7, 2, nil),
    ] as [(Int, Int, Bool?)] {
      let signs = Facing.Signs(agree: agree, contradict: contradict)
      #expect(signs.isRight == isRight && signs.areEnough == (agree + contradict >= 5), "\(agree), \(contradict)")
    }
  }

  /// In space shoulders run as the hips do, wherever the subject stands; those that don't say that sides are
  /// exchanged. A frame that says nothing contradicts nothing.
  @Test(arguments: [-5.0, 5]) func shouldersRunAsTheHips(x: Double) {
    for shift in [0.2, -0.2] {
      let hips: [BodyPoint: Vector3] = [.leftHip: [x + 0.1, 0, 2], .rightHip: [x - 0.1, 0, 2]]
      let shoulders: [BodyPoint: Vector3] = [
        .leftShoulder: [x + shift, -0.5, 2], .rightShoulder: [x - shift, -0.5, 2],
      ]
      let both = facing(hips.merging(shoulders) { $1 }, .camera)
      #expect(both.isSilent && both.against(isRight: true, [0]) == [shift < 0])
      #expect(facing(hips, .camera).against(isRight: true, [0]) == [false])
    }
  }

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
      let measured = try MotionMeasurement.right(mirrored(body), joint, movement)
      #expect(measured.result.status == .incomplete, "\(joint), \(movement)")
      #expect(measured.result.neutralZero == nil, "\(joint), \(movement)")
      #expect(measured.reasons.allSatisfy { $0 == .turned }, "\(joint), \(movement)")
      #expect(try MotionMeasurement.right(body.space.noisy(0.002), joint, movement).reasons.allSatisfy { $0 == nil })
    }
    // Without face and feet a knee tells by itself, since it bends one way.
    var bare = mirrored(SimulatedBody(knee: flexing))
    for point in [BodyPoint.nose, .leftHeel, .rightHeel] { bare.tracks[point] = nil }
    #expect(throws: MotionError.self) { try MotionMeasurement.right(bare) }
    let error = #expect(throws: MotionError.self) { try MotionMeasurement.right(bare, .hip) }
    guard case .mirrored = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Nor does a hip go so far back, with a straight knee.
    var hip = mirrored(SimulatedBody(hip: flexing))
    for point in [BodyPoint.nose, .leftHeel, .rightHeel] { hip.tracks[point] = nil }
    let extended = #expect(throws: MotionError.self) { try MotionMeasurement.right(hip, .hip) }
    guard case .mirrored(_, .hip, _, _) = extended else {
      Issue.record("\(String(describing: extended))")
      return
    }
  }
}
