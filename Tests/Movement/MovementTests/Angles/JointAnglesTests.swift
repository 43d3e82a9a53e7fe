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
