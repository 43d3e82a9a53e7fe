import Diagnostics
import Feedback
import Foundation
import Geometry
import Testing

@testable import Movement

/// The axes of a neck's angles, and what poses leave open about them.
@Suite struct NeckOrientationTests {
  /// Without landmarks, flexion is taken about the axes of the patch, and no movement tells others.
  @Test func axesOfThePatchAreSaidToBeItsOwn() throws {
    var neck = SimulatedNeck.sides(.flexion, left: 50, right: 40)
    (neck.slope, neck.knowsHead) = (35, false)
    let result = try NeckMeasurement(.flexion).measure(neck.series()).result
    #expect(result.neck?.neutral?.axes == .patch)
    let codes = result.findings.map(\.code)
    #expect(codes.contains(.neckAxesByPatch))
    #expect(!codes.contains(.neckAxesByMovement))
    #expect(abs(result.values.maximum!.degrees - 40) < 0.6 && abs(result.values.minimum!.degrees + 50) < 0.6)
  }

  /// A patch on a slope is square in the end: its tilt about right is taken from the rest, and no other angle.
  @Test func aPatchOnASlopeIsSquare() throws {
    let head = Matrix3.rotation([-1.1, 0.2, 0.7])
    let patch = Matrix3.rotation([0.4, -0.9, 1.3]) * Matrix3.rotation([0.6, 0, 0])
    // At rest the head is flexed by 0 against the slope, leans by 3° and is turned by 8°; then it moves.
    let torso = Matrix3.rotation([0.4, -0.9, 1.3])
    let courses = [HeadAngles(flexion: 0, lateral: 3, rotation: 8), HeadAngles(flexion: 20, lateral: -4, rotation: 31)]
    let poses = courses.map { angles in
      NeckSeries.Pose(
        torsoFromHead: torso * SimulatedNeck.rotation(angles) * head.transpose, covariance: .identity * 1e-6)
    }
    let series = NeckSeries(
      times: [0, 1], frames: ["0", "1"], poses: poses, reasons: [nil, nil], reference: .patch,
      axes: NeckAxes(headFromRAS: head, torsoFromRAS: patch, source: .reconstruction))
    let neutral = try #require(NeckNeutral(rests: [NeckRest([0], series.poses)], .standard))
    let orientation = try #require(NeckOrientation(series, neutral, .rotation, isSquare: true))
    for (found, expected) in zip(orientation.angles, courses) {
      let found = try #require(found)
      #expect(abs(found.flexion - expected.flexion) < 1e-6)
      #expect(abs(found.lateral - expected.lateral) < 1e-6)
      #expect(abs(found.rotation - expected.rotation) < 1e-6)
    }
  }

  /// Without landmarks the axis is that of the turns by more than 15° that are mostly about it. Others are left out: a
  /// small one, one about the other axis of the patch, and one about its right.
  @Test(arguments: [JointMovement.rotation, .lateral], [40.0, -40]) func anAxisIsThatOfLargeTurns(
    _ movement: JointMovement, _ slope: Double
  ) throws {
    let degree = Double.pi / 180
    let patch = Matrix3.rotation([0.4, -0.9, 1.3]), cap = Matrix3.rotation([-1.1, 0.2, 0.7])
    // From the movement's own axis of the patch towards the other one.
    let about = { (angle: Double, right: Double) -> Vector3 in
      let (own, other) = (cos(angle * degree), sin(angle * degree))
      return movement == .rotation ? [right, other, own] : [right, own, other]
    }
    let turns: [Vector3] = [
      .zero, about(slope, 0) * 16, about(slope, 0) * -25, about(0, 0) * 14, about(60, 0) * 70, about(0, 1.2) * 60,
    ]
    let series = NeckSeries(
      times: turns.indices.map(Double.init), frames: turns.indices.map { "\($0)" },
      poses: turns.map {
        NeckSeries.Pose(torsoFromHead: .rotation(patch * ($0 * degree)) * cap.transpose, covariance: .zero)
      }, reasons: turns.map { _ in nil }, reference: .patch,
      axes: NeckAxes(headFromRAS: nil, torsoFromRAS: patch, source: .reconstruction))
    let neutral = try #require(NeckNeutral(rests: [NeckRest([0], series.poses)], .standard))
    let found = try #require(NeckOrientation(series, neutral, movement, isSquare: false))
    #expect(found.source == .movement)
    let axes = found.torsoFromRAS
    #expect((axes.c0 - patch.c0).length < 1e-9)
    #expect(((movement == .rotation ? axes.c2 : axes.c1) - patch * about(slope, 0)).length < 1e-9)
    // A part has the sign of its angle; deviations add up by their squares.
    let turn = axes * Vector3(3, 5, -7)
    for (movement, part) in [(JointMovement.flexion, -3.0), (.lateral, 5), (.rotation, 7)] {
      #expect(abs(found.part(of: turn, about: movement) - part) < 1e-9, "\(movement)")
    }
    let parts = Vector3(2 * axes.c1.x, 3 * axes.c1.y, 5 * axes.c1.z)
    #expect(abs(found.deviation(Vector3(2, 3, 5), about: .lateral) - parts.length) < 1e-9)
  }

  /// The deviation of an angle is that which small turns of the pose make, by finite differences.
  @Test func aPosesDeviationIsThatOfItsAngle() throws {
    var random = SeededGenerator(seed: 17)
    let (torso, cap) = (Matrix3.rotation([0.4, -0.9, 1.3]), Matrix3.rotation([-1.1, 0.2, 0.7]))
    let (step, axes) = (1e-5, [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
    for _ in 0..<200 {
      let angles = HeadAngles(
        flexion: 60 * (2 * random.uniform() - 1), lateral: 70 * (2 * random.uniform() - 1),
        rotation: 100 * (2 * random.uniform() - 1))
      let root = Matrix3(columns: random.normal3(), random.normal3(), random.normal3()) * 0.01
      let head = torso * SimulatedNeck.rotation(angles) * cap.transpose
      let poses = [torso * cap.transpose, head].map {
        NeckSeries.Pose(torsoFromHead: $0, covariance: root * root.transpose)
      }
      let series = NeckSeries(
        times: [0, 1], frames: ["0", "1"], poses: poses, reasons: [nil, nil], reference: .patch,
        axes: NeckAxes(headFromRAS: cap, torsoFromRAS: nil, source: .landmarks))
      let neutral = try #require(NeckNeutral(rests: [NeckRest([0], series.poses)], .standard))
      for movement in JointMovement.ofNeck {
        let orientation = try #require(NeckOrientation(series, neutral, movement, isSquare: false))
        let found = orientation.deviation(poses[1], at: try #require(orientation.angles[1]), about: movement)
        let slopes = axes.map { axis in
          let angle = { (turn: Double) in
            HeadAngles(torso.transpose * Matrix3.rotation(axis * turn) * head * cap)[movement]
          }
          return (angle(step) - angle(-step)) / (2 * step)
        }
        let slope = Vector3(slopes[0], slopes[1], slopes[2])
        let truth = slope.dot(root * root.transpose * slope).squareRoot()
        #expect(abs(found - truth) < 1e-5 * max(1, truth), "\(movement), \(angles): \(found) and \(truth)")
      }
    }
  }
}
