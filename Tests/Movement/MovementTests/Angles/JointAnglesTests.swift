import Feedback
import Foundation
import Geometry
import Testing

@testable import Movement

/// Angles of bodies in known positions.
@Suite struct JointAnglesTests {
  private static let sweep = stride(from: -20.0, through: 150, by: 0.5).map { $0 }

  private func angles(
    _ sequence: LandmarkSequence, _ joint: MotionJoint, _ side: BodySide, _ view: MotionView,
    _ movement: JointMovement? = nil, _ direction: TurnDirection? = nil
  ) throws -> [Double] {
    let task = try MotionTask(joint, side, view: view, movement: movement, direction: direction)
    return try JointAngles(sequence, task, confidence: 0.3, path: "made").degrees
  }

  private func worst(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(a.count == b.count ? 0 : .infinity) { max($0, $1.0.isFinite ? abs($1.0 - $1.1) : .infinity) }
  }

  /// The direction of a flexion that nobody stated is told by the body; an abduction turns as its limb does.
  @Test func whereADirectionComesFromIsKnown() throws {
    let told = { (sequence: LandmarkSequence, joint: MotionJoint, movement: JointMovement, stated: TurnDirection?) in
      let view: MotionView = movement == .abduction ? .frontal : .lateral
      let task = try MotionTask(joint, .right, view: view, movement: movement, direction: stated)
      return try JointAngles(sequence, task, confidence: 0.3, path: "made").isDirectionTold
    }
    let (bent, spread) = (SimulatedBody(hip: Self.sweep).lateral, SimulatedBody(abduction: Self.sweep).frontal)
    #expect(try told(bent, .hip, .flexion, nil))
    #expect(try !told(bent, .hip, .flexion, .clockwise))
    #expect(try !told(spread, .hip, .abduction, nil))
    #expect(try !told(spread, .hip, .abduction, .clockwise))
  }

  @Test(arguments: BodySide.allCases) func aKneeIsRightFromHyperextensionToFullFlexion(_ side: BodySide) throws {
    let body = SimulatedBody(knee: Self.sweep, side: side)
    #expect(worst(try angles(body.lateral, .knee, side, .lateral), Self.sweep) < 1e-9)
    #expect(worst(try angles(body.space, .knee, side, .lateral), Self.sweep) < 1e-9)
  }

  @Test(arguments: BodySide.allCases) func aHipIsRightInBothPlanes(_ side: BodySide) throws {
    let flexing = SimulatedBody(hip: Self.sweep, side: side)
    #expect(worst(try angles(flexing.lateral, .hip, side, .lateral), Self.sweep) < 1e-9)
    #expect(worst(try angles(flexing.space, .hip, side, .lateral), Self.sweep) < 1e-9)
    let wide = stride(from: -30.0, through: 80, by: 0.5).map { $0 }
    let spreading = SimulatedBody(abduction: wide, side: side)
    #expect(worst(try angles(spreading.frontal, .hip, side, .frontal), wide) < 1e-9)
    #expect(worst(try angles(spreading.space, .hip, side, .frontal), wide) < 1e-9)
  }

  /// Hips and shoulders that do not lie square to the trunk, one side above the other, say nothing of thighs and arms.
  @Test(arguments: BodySide.allCases) func linesThatLeanChangeNothing(_ side: BodySide) throws {
    let tilted = { (body: SimulatedBody, points: [(BodySide) -> BodyPoint]) -> LandmarkSequence in
      var sequence = body.space
      for part in points {
        for (one, shift) in [(BodySide.left, -0.05), (.right, 0.05)] {
          for i in sequence.times.indices { sequence.tracks[part(one)]!.positions[i].y += shift }
        }
      }
      return sequence
    }
    let (legs, arms): ([(BodySide) -> BodyPoint], [(BodySide) -> BodyPoint]) = (
      [BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle], [BodyPoint.shoulder, BodyPoint.elbow, BodyPoint.wrist]
    )
    let course = stride(from: -40.0, through: 75, by: 5).map { $0 }
    let flexing = tilted(SimulatedBody(hip: course, side: side), legs)
    #expect(worst(try angles(flexing, .hip, side, .lateral), course) < 1e-9)
    let spreading = tilted(SimulatedBody(abduction: course, side: side), legs)
    #expect(worst(try angles(spreading, .hip, side, .frontal), course) < 1e-9)
    let raising = tilted(SimulatedBody(arm: course, side: side), arms)
    #expect(worst(try angles(raising, .shoulder, side, .lateral), course) < 1e-9)
    let reaching = tilted(SimulatedBody(armAbduction: course, side: side), arms)
    #expect(worst(try angles(reaching, .shoulder, side, .frontal), course) < 1e-9)
  }

  /// Of a leg that is held out to the side the line of the hips is not square to the thigh.
  @Test(arguments: BodySide.allCases) func aLegHeldOutBendsAndTurnsAllTheSame(_ side: BodySide) throws {
    let course = stride(from: -20.0, through: 120, by: 2).map { $0 }
    let bending = SimulatedBody(knee: course, abduction: course.map { _ in 30 }, side: side)
    #expect(worst(try angles(bending.space, .knee, side, .lateral), course) < 1e-9)
    let turn = stride(from: -60.0, through: 70, by: 5).map { $0 }
    var turning = SimulatedBody(
      knee: turn.map { _ in 70 }, hip: turn.map { _ in 20 }, abduction: turn.map { _ in 30 }, side: side)
    turning.turn = turn
    #expect(worst(try angles(turning.space, .hip, side, .frontal, .rotation), turn) < 1e-9)
  }

  /// A knee that is never bent by 30° shows no axis: that of the hips is taken, and where the thigh is turned by 60° about
  /// itself, an angle w counts as atan(tan w · cos 60°) up to 10°, from there on more and more as w, with 3 s² − 2 s³ of the
  /// share s of the way to 30°.
  @Test(arguments: [(60.0, 1.0), (-60, 1), (120, -1)]) func aSlightBendIsReadAboutTheHips(turned: Double, sign: Double)
    throws
  {
    let course = [4.0, 10, 15, 20, 25]
    let space = bent(course, turned: turned)
    let expected = zip(course, [0, 0, 0.156_25, 0.5, 0.843_75]).map { whole, weight in
      sign * (weight * whole + (1 - weight) * atan(tan(whole * .pi / 180) * 0.5) * 180 / .pi)
    }
    #expect(worst(try angles(space, .knee, .right, .lateral), expected) < 1e-9)
  }

  /// A right leg whose thigh is turned about itself.
  private func bent(_ course: [Double], turned: Double) -> LandmarkSequence {
    var space = SimulatedBody(knee: course).space
    for i in course.indices {
      let (hip, knee) = (space.tracks[.rightHip]!.positions[i], space.tracks[.rightKnee]!.positions[i])
      let turn = Matrix3.rotation((knee - hip).normalized * (turned * .pi / 180))
      space.tracks[.rightAnkle]!.positions[i] = knee + turn * (space.tracks[.rightAnkle]!.positions[i] - knee)
    }
    return space
  }

  /// One frame that is bent by more than 30° shows the axis, about which slight bends are whole ones.
  @Test(arguments: [60.0, -60]) func oneBentFrameShowsTheAxis(turned: Double) throws {
    let course = [4.0, 20, 40]
    #expect(worst(try angles(bent(course, turned: turned), .knee, .right, .lateral), course) < 1e-9)
  }

  /// Where only a leg is seen it is turned round, from 0° to 0°, while its knee bends backwards by more than 15°.
  @Test func aKneeThatBendsBackwardsIsTurnedFromZeroToZero() throws {
    var body = SimulatedBody(knee: [5, -1, -20, -3, 0.5, -2, -14, -5, 4, -16]).lateral
    body.tracks = body.tracks.filter { [.rightHip, .rightKnee, .rightAnkle].contains($0.key) }
    let task = try MotionTask(.knee, .right, view: .lateral, direction: .clockwise)
    let turned = try JointAngles(body, task, confidence: 0.3, path: "made").facesOtherWay
    #expect(turned.indices.filter { turned[$0] } == [1, 2, 3, 9])
  }

  /// Arms go up past the horizontal, and past 180°, where angles begin anew.
  @Test(arguments: BodySide.allCases) func aShoulderIsRightInBothPlanes(_ side: BodySide) throws {
    let up = stride(from: -50.0, through: 190, by: 0.5).map { $0 }
    let raising = SimulatedBody(arm: up, side: side, lean: 10)
    #expect(worst(try angles(raising.lateral, .shoulder, side, .lateral), up) < 1e-9)
    #expect(worst(try angles(raising.space, .shoulder, side, .lateral), up) < 1e-9)
    let spreading = SimulatedBody(armAbduction: up, side: side)
    #expect(worst(try angles(spreading.frontal, .shoulder, side, .frontal), up) < 1e-9)
    #expect(worst(try angles(spreading.space, .shoulder, side, .frontal), up) < 1e-9)
    // An arm that is held straight out to the side is neither flexed nor extended.
    for (flexed, out, isTold) in [(0.0, 90.0, false), (45, 62, false), (45, 58, true)] {
      let held = SimulatedBody(arm: [flexed], armAbduction: [out], side: side)
      let angle = try angles(held.space, .shoulder, side, .lateral)[0]
      #expect(isTold ? abs(angle - flexed) < 1e-9 : angle.isNaN, "\(flexed)°, \(out)°: \(angle)")
    }
  }

  /// In space an elbow is read about the axis that it shows: here an upper arm that is turned about itself by 70°.
  @Test(arguments: BodySide.allCases, [0.0, 70, -70]) func anElbowIsRight(_ side: BodySide, turned: Double) throws {
    let bent = stride(from: -9.0, through: 150, by: 0.5).map { $0 }
    let body = SimulatedBody(elbow: bent, side: side)
    if turned == 0 { #expect(worst(try angles(body.lateral, .elbow, side, .lateral), bent) < 1e-9) }
    var space = body.space
    for i in bent.indices {
      let (shoulder, elbow) = (space.tracks[.shoulder(side)]!.positions[i], space.tracks[.elbow(side)]!.positions[i])
      let turn = Matrix3.rotation((elbow - shoulder).normalized * (turned * .pi / 180))
      space.tracks[.wrist(side)]!.positions[i] = elbow + turn * (space.tracks[.wrist(side)]!.positions[i] - elbow)
    }
    #expect(worst(try angles(space, .elbow, side, .lateral), bent) < 1e-9)
  }

  @Test(arguments: BodySide.allCases) func anAnkleIsRightFromPlantarflexionToDorsiflexion(_ side: BodySide) throws {
    let drawn = stride(from: -60.0, through: 35, by: 0.5).map { $0 }
    let body = SimulatedBody(foot: drawn, side: side)
    #expect(worst(try angles(body.lateral, .ankle, side, .lateral), drawn) < 1e-9)
    #expect(worst(try angles(body.space, .ankle, side, .lateral), drawn) < 1e-9)
  }

  /// Every movement of the table from points to the three numbers, in space and in the picture that shows it.
  @Test(arguments: [
    (MotionJoint.shoulder, JointMovement.flexion, -30.0, 165.0, "30-0-165"), (.shoulder, .abduction, 0, 150, "150-0-0"),
    (.elbow, .flexion, 5, 140, "0-5-140"), (.ankle, .flexion, -40, 20, "20-0-40"),
    (.hip, .flexion, -10, 110, "10-0-110"), (.hip, .abduction, -20, 40, "40-0-20"),
    (.knee, .flexion, -5, 130, "5-0-130"), (.hip, .rotation, -30, 45, "45-0-30"),
  ])
  func everyMovementOfTheTableIsMeasured(
    _ joint: MotionJoint, _ movement: JointMovement, low: Double, high: Double, form: String
  ) throws {
    let course = Course.repeats(3, from: low, to: { _ in high })
    let body = SimulatedBody.moving(joint, movement, course)
    let picture = movement == .abduction ? body.frontal : body.lateral
    for sequence in movement == .rotation ? [body.space.noisy(0.001)] : [picture.noisy(0.5), body.space.noisy(0.001)] {
      let result = try MotionMeasurement.right(sequence, joint, movement).result
      #expect(result.status == .complete && result.neutralZero?.notation == form, "\(result.neutralZero as Any)")
      #expect(abs(result.values.maximum!.degrees - high) < 0.7 && abs(result.values.minimum!.degrees - low) < 0.7)
    }
  }

  /// A thigh about itself, by the shank of a bent knee, standing and with the hip flexed; no picture shows it.
  @Test(arguments: BodySide.allCases, [0.0, 80]) func aHipIsRightAboutTheThigh(_ side: BodySide, flexed: Double) throws
  {
    let turn = stride(from: -60.0, through: 70, by: 1).map { $0 }
    var body = SimulatedBody(knee: turn.map { _ in 70 }, hip: turn.map { _ in flexed }, side: side)
    body.turn = turn
    #expect(worst(try angles(body.space, .hip, side, .frontal, .rotation), turn) < 1e-9)
    body.knee = turn.map { _ in 29 }
    #expect(try angles(body.space, .hip, side, .frontal, .rotation).allSatisfy(\.isNaN))
    body.knee = turn.map { _ in 31 }
    #expect(worst(try angles(body.space, .hip, side, .frontal, .rotation), turn) < 1e-9)
    #expect(throws: MotionError.notInPictures(joint: .hip, movement: .rotation)) {
      try self.angles(body.frontal, .hip, side, .frontal, .rotation)
    }
  }

  /// A knee from the front is the angle of the picture, outwards positive: of a leg that is bent and turned it is no flexion.
  @Test(arguments: BodySide.allCases) func aKneeFromTheFrontIsAProjection(_ side: BodySide) throws {
    let course = stride(from: -20.0, through: 30, by: 1).map { $0 }
    var sequence = SimulatedBody(knee: course.map { _ in 0 }, side: side).frontal
    let out = side == .left ? 1.0 : -1
    for i in course.indices {
      let knee = sequence.tracks[.knee(side)]!.positions[i]
      let angle = course[i] * .pi / 180
      sequence.tracks[.ankle(side)]!.positions[i] = knee + Vector3(out * sin(angle), cos(angle), 0) * 160
    }
    #expect(worst(try angles(sequence, .knee, side, .frontal, .projection), course) < 1e-9)
    #expect(throws: MotionError.notInSpace(joint: .knee, movement: .projection)) {
      try self.angles(SimulatedBody(knee: course).space, .knee, side, .frontal, .projection)
    }
    let task = try MotionTask(.knee, side, view: .frontal, movement: .projection)
    #expect(NeutralZero(task, low: 0, high: 20) == nil)
  }

  /// Upper arms turn about themselves, and an elbow is bent with the arm held out as well.
  @Test func anElbowThatTurnsIsFlexedAllTheSame() throws {
    let course = [0.0, 45, 90, 120]
    let turned = { (degrees: Double) in
      var space = SimulatedBody(elbow: course).space
      for i in course.indices {
        let (shoulder, elbow) = (space.tracks[.rightShoulder]!.positions[i], space.tracks[.rightElbow]!.positions[i])
        let turn = Matrix3.rotation((elbow - shoulder).normalized * (degrees * .pi / 180))
        space.tracks[.rightWrist]!.positions[i] = elbow + turn * (space.tracks[.rightWrist]!.positions[i] - elbow)
      }
      return space
    }
    var mixed = turned(0)
    let other = turned(150)
    for i in [1, 3] { mixed.tracks[.rightWrist]!.positions[i] = other.tracks[.rightWrist]!.positions[i] }
    #expect(worst(try angles(mixed, .elbow, .right, .lateral), course) < 1e-9)
    let out = SimulatedBody(armAbduction: [90, 90], elbow: [60, 120])
    #expect(worst(try angles(out.space, .elbow, .right, .lateral), [60, 120]) < 1e-9)
  }

  /// What keeps its length: both segments of a joint but the trunk, and of a hip the line between the hips.
  @Test func bonesKeepTheirLengths() throws {
    for (joint, expected) in [
      (MotionJoint.hip, [BodySegment.thigh, .pelvis]), (.knee, [.shank, .thigh]), (.shoulder, [.upperArm]),
    ] {
      #expect(try MotionTask(joint, .left, movement: .flexion).segments.filter(\.isRigid) == expected, "\(joint)")
    }
  }

  /// Shoulders come closer where arms are raised: no frame is left out for it.
  @Test func shouldersMayComeCloser() throws {
    let course = Course.repeats(3, to: { _ in 170 })
    var space = SimulatedBody(arm: course).space
    for (i, angle) in course.enumerated() {
      let (left, right) = (space.tracks[.leftShoulder]!.positions[i], space.tracks[.rightShoulder]!.positions[i])
      let shift = (right - left) * (0.14 * angle / 170)
      space.tracks[.leftShoulder]!.positions[i] += shift
      for point in [BodyPoint.rightShoulder, .rightElbow, .rightWrist] { space.tracks[point]!.positions[i] -= shift }
    }
    let result = try MotionMeasurement.right(space.noisy(0.001), .shoulder).result
    #expect(result.gates.validShare == 1 && abs(result.values.maximum!.degrees - 170) < 1)
  }

  /// A child that sits with drawn-up legs raises its arms in front of the camera.
  @Test func armsAreSeenOfAChildThatSits() throws {
    let course = Course.repeats(3, to: { _ in 140 })
    var sequence = SimulatedBody(armAbduction: course).frontal
    for point in [BodyPoint.leftAnkle, .rightAnkle] {
      for i in course.indices { sequence.tracks[point]!.positions[i].y -= 300 }
    }
    #expect(try MotionMeasurement.right(sequence.noisy(0.5), .shoulder, .abduction).result.status == .complete)
  }

  /// A program that begins anew at 180° does so while an arm is raised.
  @Test func columnsOfEveryJointAreRead() throws {
    let table = { (name: String, values: [Double]) in
      AngleTable(
        name: "made", isInDegrees: true, times: values.indices.map(Double.init),
        columns: [.init(name: name, values: values)])
    }
    for (joint, movement, name, sign) in [
      (MotionJoint.shoulder, JointMovement.flexion, "arm_flex_r", 1.0), (.shoulder, .abduction, "arm_add_r", -1),
      (.elbow, .flexion, "elbow_flex_r", 1), (.elbow, .flexion, "elbow_flexion_r", 1),
      (.elbow, .flexion, "right elbow", 1),
      (.ankle, .flexion, "ankle_angle_r", 1), (.shoulder, .flexion, "right shoulder", 1),
      (.hip, .abduction, "hip_adduction_r", -1),
    ] {
      let task = try MotionTask(joint, .right, movement: movement)
      let read = try JointAngles(
        table(name, [10, 30]), task, isFlexionNegative: nil, hyperextension: 15, path: "made")
      #expect(read.degrees == [10 * sign, 30 * sign], "\(name)")
    }
    let raised = try JointAngles(
      table("right shoulder", [175, -175, -90]), try MotionTask(.shoulder, .right), isFlexionNegative: nil,
      hyperextension: 15, path: "made")
    #expect(raised.degrees == [175, 185, -90])
    // Without a twentieth at either end these still span 540°, more than a full turn.
    #expect(throws: MotionError.self) {
      try JointAngles(
        table("arm_flex_r", [-300, 0, 300]), try MotionTask(.shoulder, .right), isFlexionNegative: nil,
        hyperextension: 15, path: "made")
    }
  }

  /// A leaning trunk takes its lean from the hip's flexion.
  @Test func theHipIsReadAgainstTheTrunk() throws {
    let body = SimulatedBody(hip: [30, 60], lean: 15)
    #expect(worst(try angles(body.lateral, .hip, .right, .lateral, nil, .anticlockwise), [45, 75]) < 1e-9)
    #expect(worst(try angles(body.space, .hip, .right, .lateral), [45, 75]) < 1e-9)
  }

  /// The mirrored picture of the same movement with the sides exchanged has the same angles.
  @Test(arguments: BodySide.allCases) func aMirroredPictureGivesTheSame(_ side: BodySide) throws {
    let mirrored = { (sequence: LandmarkSequence) in
      var mirror = sequence
      mirror.tracks = [:]
      for (point, track) in sequence.tracks {
        let name = point.rawValue
        let swapped = name.hasPrefix("L") ? "R" + name.dropFirst() : name.hasPrefix("R") ? "L" + name.dropFirst() : name
        mirror.tracks[BodyPoint(rawValue: swapped)!] = .init(
          positions: track.positions.map { [1920 - $0.x, $0.y, 0] }, confidences: track.confidences)
      }
      return mirror
    }
    let knee = SimulatedBody(knee: Self.sweep, side: side)
    #expect(worst(try angles(mirrored(knee.lateral), .knee, side.other, .lateral), Self.sweep) < 0.1)
    let hip = SimulatedBody(hip: Self.sweep, side: side)
    #expect(worst(try angles(mirrored(hip.lateral), .hip, side.other, .lateral), Self.sweep) < 0.1)
    let wide = Array(Self.sweep.prefix(100))
    let spread = SimulatedBody(abduction: wide, side: side)
    #expect(worst(try angles(mirrored(spread.frontal), .hip, side.other, .frontal), wide) < 0.1)
  }

  @Test func theDirectionFollowsTheTable() throws {
    let body = SimulatedBody(knee: [40, 50], side: .right)
    #expect(worst(try angles(body.lateral, .knee, .right, .lateral, nil, .clockwise), [40, 50]) < 1e-9)
    #expect(worst(try angles(body.lateral, .knee, .right, .lateral, nil, .anticlockwise), [-40, -50]) < 1e-9)
    let spread = SimulatedBody(abduction: [20], side: .left)
    #expect(worst(try angles(spread.frontal, .hip, .left, .frontal, nil, .anticlockwise), [20]) < 1e-9)
    #expect(worst(try angles(spread.frontal, .hip, .left, .frontal, nil, .clockwise), [-20]) < 1e-9)
  }

  /// In space the axes of the file do not matter, nor does a subject who lies.
  @Test(arguments: 1...10) func spaceHasNoPreferredAxes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let turn = Matrix3.rotation(random.direction() * (3 * random.uniform()))
    let shift = random.normal3()
    let body = SimulatedBody(knee: Self.sweep, hip: Self.sweep.map { $0 / 3 }, side: .left)
    let turned = body.sequence(.laboratory) { turn * $0 + shift }
    #expect(worst(try angles(turned, .knee, .left, .lateral), Self.sweep) < 1e-8)
    #expect(worst(try angles(turned, .hip, .left, .lateral), Self.sweep.map { $0 / 3 }) < 1e-8)
  }

  /// In a picture a subject who lies is read like one who stands, and the way it faces is found.
  @Test(arguments: [-90.0, 90, 180, 37]) func aLyingSubjectIsReadLikeAStandingOne(degrees: Double) throws {
    let angle = degrees * .pi / 180
    let body = SimulatedBody(knee: Self.sweep, side: .right)
    var lying = body.lateral
    for (point, track) in lying.tracks {
      lying.tracks[point]!.positions = track.positions.map {
        let (x, y) = ($0.x - 900, $0.y - 500)
        return [cos(angle) * x - sin(angle) * y + 900, sin(angle) * x + cos(angle) * y + 500, 0]
      }
    }
    #expect(worst(try angles(lying, .knee, .right, .lateral), Self.sweep) < 1e-9)
  }

  /// A thigh that is turned about itself: the knee bends about another axis than the line between the hips.
  @Test(arguments: [-35.0, 20, 35]) func aTurnedThighKeepsTheWholeAngle(degrees: Double) throws {
    let body = SimulatedBody(knee: Self.sweep, side: .right)
    var turned = body.space
    let axis: Vector3 = [0, -1, 0]
    let turn = Matrix3.rotation(axis * (degrees * .pi / 180))
    let (hip, knee) = (turned.tracks[.rightHip]!.positions, turned.tracks[.rightKnee]!.positions)
    turned.tracks[.rightAnkle]!.positions = turned.tracks[.rightAnkle]!.positions.indices.map { i in
      hip[i] + turn * (body.space.tracks[.rightAnkle]!.positions[i] - hip[i])
    }
    #expect(knee[0] == turned.tracks[.rightKnee]!.positions[0])
    #expect(worst(try angles(turned, .knee, .right, .lateral), Self.sweep) < 0.01)
  }

  @Test func aPictureShowsItsOwnPlaneOnly() throws {
    let body = SimulatedBody(knee: [10, 20])
    #expect(throws: MotionError.otherPlane(joint: .knee, movement: .flexion, view: .frontal)) {
      try angles(body.frontal, .knee, .right, .frontal)
    }
    #expect(throws: MotionError.otherPlane(joint: .hip, movement: .abduction, view: .lateral)) {
      try angles(body.lateral, .hip, .right, .lateral, .abduction)
    }
    #expect(throws: MotionError.noSuchMovement(joint: .knee, movement: .abduction)) {
      try MotionTask(.knee, .right, view: .frontal, movement: .abduction)
    }
    #expect(throws: MotionError.directionInSpace) { try angles(body.space, .knee, .right, .lateral, nil, .clockwise) }
  }

  @Test func whereNothingTellsTheFacingItIsAsked() throws {
    var body = SimulatedBody(knee: Self.sweep).lateral
    for point in [BodyPoint.nose, .leftToe, .rightToe] { body.tracks[point] = nil }
    let task = try MotionTask(.knee, .right, view: .lateral)
    #expect(throws: MotionError.noFacing(path: "made")) {
      try MotionMeasurement(task).measure(.landmarks(body, .coco), path: "made")
    }
    #expect(worst(try angles(body, .knee, .right, .lateral, nil, .clockwise), Self.sweep) < 1e-9)
  }

  @Test func missingPointsAreNamed() throws {
    var body = SimulatedBody(knee: [0]).lateral
    body.tracks[.rightAnkle] = nil
    #expect(throws: MotionError.missingPoints(path: "made", points: ["RAnkle"], joint: .knee)) {
      try angles(body, .knee, .right, .lateral)
    }
  }

  /// Degrees under a header that says radians, whatever is said of their sign.
  @Test(arguments: [nil, false, true] as [Bool?]) func degreesThatAreTakenForRadiansAreTold(sign: Bool?) throws {
    let table = AngleTable(
      name: "", isInDegrees: false, times: [0, 0.1, 0.2], columns: [.init(name: "knee_angle_r", values: [-5, 60, 119])])
    let task = try MotionTask(.knee, .right, view: .lateral)
    let error = #expect(throws: MotionError.self) {
      try MotionMeasurement(task, isFlexionNegative: sign).measure(.angles(table), path: "knee.mot")
    }
    guard case .noAngles = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.remedy?.contains("inDegrees") == true)
  }

  /// Models in which flexion is negative (gait2392).
  @Test func aNegativeKneeIsAskedFor() throws {
    let table = AngleTable(
      name: "", isInDegrees: true, times: [0, 0.1, 0.2], columns: [.init(name: "knee_angle_r", values: [0, -60, -110])])
    let task = try MotionTask(.knee, .right, view: .lateral)
    #expect(throws: MotionError.self) { try MotionMeasurement(task).measure(.angles(table), path: "file") }
    let negative = try MotionMeasurement(task, isFlexionNegative: true).measure(.angles(table), path: "file")
    #expect(negative.angles[0].degrees == [0, 60, 110])
    let positive = try MotionMeasurement(task, isFlexionNegative: false).measure(.angles(table), path: "file")
    #expect(positive.angles[0].degrees == [0, -60, -110])
    // Farther than knees are commonly hyperextended, though they might be.
    for (low, isAsked) in [(-28.0, true), (-12, false)] {
      let part = AngleTable(
        name: "", isInDegrees: true, times: [0, 0.1, 0.2],
        columns: [.init(name: "knee_angle_r", values: [0, low, low])])
      if isAsked {
        #expect(throws: MotionError.self) { try MotionMeasurement(task).measure(.angles(part), path: "file") }
      } else {
        #expect(throws: Never.self) { try MotionMeasurement(task).measure(.angles(part), path: "file") }
      }
    }
  }
}
