import Feedback
import Foundation
import Testing

@testable import Movement

/// The table of joints, and tasks.
@Suite struct BodyMovementTests {
  /// Those of a shoulder lie about 60°, from −120° to 240°; others from −180° to 180°.
  @Test func anglesAreBroughtToTheTurnOfTheirJoint() throws {
    let (arm, knee) = (
      try #require(BodyMovement.of(.shoulder, .flexion)), try #require(BodyMovement.of(.knee, .flexion))
    )
    for (angle, found) in [(-120.5, 239.5), (-120, 240), (-119.5, -119.5), (0, 0), (240, 240), (240.5, -119.5)] {
      #expect(arm.unwrapped(angle) == found, "\(angle)")
    }
    for (angle, found) in [(-180.0, 180.0), (-179.5, -179.5), (180, 180), (180.5, -179.5), (-190, 170)] {
      #expect(knee.unwrapped(angle) == found, "\(angle)")
    }
  }

  /// The line from ear to nose is at zero where it is square to the trunk; that of the simulated head falls by 18 in 99.
  @Test func aLevelFaceIsAtZero() throws {
    var body = SimulatedBody()
    body.head = [0.0, 20, -15].map { HeadAngles(flexion: $0, lateral: 0, rotation: 0) }
    let found = FlatAngles.series(body.lateral, try MotionTask(neck: .flexion, view: .lateral), .clockwise)
    let fall = atan2(18.0, 99) * 180 / .pi
    for (angle, truth) in zip(found, [fall, fall + 20, fall - 15]) { #expect(abs(angle - truth) < 1e-9, "\(angle)") }
  }

  @Test func theOtherSideTurnsTheOtherWayFromTheFront() throws {
    let front = try MotionTask(.hip, .left, view: .frontal, direction: .clockwise).ofOtherSide
    #expect(front.side == .right && front.direction == .anticlockwise && front.movement == .abduction)
    let side = try MotionTask(.hip, .left, view: .lateral, direction: .clockwise).ofOtherSide
    #expect(side.side == .right && side.direction == .clockwise && side.movement == .flexion)
    for (side, upper, lower) in [(BodySide.right, true, false), (.left, false, true)] {
      let neck = try MotionTask(neck: .rotation, side: side)
      #expect(neck.wants(upper: true) == upper && neck.wants(upper: false) == lower)
    }
    let (both, limb) = (try MotionTask(neck: .rotation), try MotionTask(.knee, .left))
    #expect(both.wants(upper: true) && both.wants(upper: false) && limb.wants(upper: true) && limb.wants(upper: false))
  }

  /// In a picture the ends of both segments; in space the line across the body and the trunk's own axis, too.
  @Test func anAngleNeedsItsPoints() throws {
    let points = { (joint: MotionJoint, movement: JointMovement, isFlat: Bool) in
      BodyMovement.of(joint, movement)!.points(.right, isFlat: isFlat)
    }
    #expect(points(.knee, .flexion, true) == [.rightHip, .rightKnee, .rightAnkle])
    #expect(points(.knee, .flexion, false) == [.rightHip, .rightKnee, .rightAnkle, .leftHip])
    #expect(points(.hip, .flexion, true) == [.rightShoulder, .rightHip, .rightKnee])
    #expect(
      points(.hip, .flexion, false) == [.leftShoulder, .rightShoulder, .leftHip, .rightHip, .rightKnee])
    #expect(points(.ankle, .flexion, false) == [.rightKnee, .rightAnkle, .rightHeel, .rightToe])
    #expect(
      points(.neck, .lateral, false)
        == [.leftShoulder, .rightShoulder, .leftHip, .rightHip, .leftEar, .rightEar, .nose])
    #expect(points(.neck, .lateral, true) == [.leftShoulder, .rightShoulder, .leftEar, .rightEar])
  }
}
