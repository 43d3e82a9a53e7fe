import Feedback
import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Which frames of a neck make neutral and hide an end, and what their poses leave open.
@Suite struct NeckPoseTests {
  private let degree = Double.pi / 180

  private func measured(
    _ series: NeckSeries, _ movement: JointMovement = .rotation, zero: NeckZero = .rest
  ) throws -> MeasuredMotion {
    try NeckMeasurement(movement).measure(series, zero: zero)
  }

  private func codes(_ result: MotionResult) -> Set<FindingCode> { Set(result.findings.map(\.code)) }

  /// Turns the head of a frame to the right by so many degrees, and makes its pose as uncertain.
  private func turn(
    _ frame: Int, of series: inout NeckSeries, _ neck: SimulatedNeck, by degrees: Double, deviation: Double
  ) {
    let turn = SimulatedNeck.rotation(HeadAngles(flexion: 0, lateral: 0, rotation: degrees))
    let pose = series.poses[frame]!.torsoFromHead
    series.poses[frame] = .init(
      torsoFromHead: pose * neck.cap * turn * neck.cap.transpose,
      covariance: .identity * (deviation * degree * deviation * degree))
  }

  // MARK: Neutral

  /// A frame in which the head moves has an angle, but no neutral.
  @Test func aFrameWithoutARestIsNoNeutral() throws {
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 60).series()
    // At 1.8 s the head is half-way to the left.
    let moving = try measured(series, zero: .frame(36)).result
    #expect(codes(moving).contains(.neckNeutralMoves))
    #expect(moving.status == .incomplete)
    #expect(moving.values.range == nil)
    #expect(moving.neck?.neutral == nil)
    (series.poses[36], series.reasons[36]) = (nil, .headUnseen)
    let unseen = try measured(series, zero: .frame(36)).result
    #expect(codes(unseen).contains(.neckNoNeutralPose))
    #expect(!codes(unseen).contains(.neckNeutralMoves))
  }

  /// At five frames a second there are 0.2 s from each frame to the next, which is no gap.
  @Test func aHeadRestsInFewFramesASecondToo() throws {
    var neck = SimulatedNeck.sides(.rotation, left: 60, right: 45)
    (neck.rate, neck.hold) = (5, 1.5)
    let result = try measured(neck.series()).result
    #expect(result.status == .complete, "\(result.findings)")
    #expect(result.filters.kind == "low_rate", "\(result.findings)")
    // A plateau may go by 2°, so that of five frames one may lie 2° within.
    #expect(abs(result.neck!.sides!.left!.degrees - 60) < 1 && abs(result.neck!.sides!.right!.degrees - 45) < 1)
  }

  /// A rest 90° from the first pose is one, whatever the axes of the markers' map are.
  @Test(arguments: [[Double.pi / 2, 0, 0], [0, Double.pi / 2, 0], [0.0, 0, 0]])
  func aRestFarFromTheFirstPoseIsOne(_ turn: [Double]) throws {
    var neck = SimulatedNeck.sides(.rotation, left: 90, right: 30)
    neck.cap = .rotation([turn[0], turn[1], turn[2]])
    // At 3 s the head is held at 90° to the left.
    let result = try measured(neck.series(), zero: .frame(60)).result
    #expect(result.neck?.neutral?.rests == 1, "\(result.findings)")
    #expect(abs(try #require(result.values.maximum).degrees - 120) < 1)
  }

  /// A rest in frames that don't count is no neutral, though it comes first.
  @Test func uncertainFramesAreNoNeutral() throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 45)
    var series = neck.series()
    for frame in 0..<10 { turn(frame, of: &series, neck, by: -20, deviation: 3.5) }
    let result = try measured(series).result
    #expect(result.gates.rejected["uncertain_pose"] == 10)
    #expect(result.neck?.neutral?.frame != "0")
    #expect(abs(result.neck!.sides!.left!.degrees - 60) < 0.6 && abs(result.neck!.sides!.right!.degrees - 45) < 0.6)
  }

  /// What the poses of the rests leave open is in the part of neutral.
  @Test func neutralIsAsUncertainAsItsPoses() throws {
    var series = SimulatedNeck.sides(.rotation, left: 60, right: 45).series()
    let part = { (deviation: Double) throws -> Double in
      for i in series.poses.indices {
        series.poses[i]!.covariance = .identity * (deviation * degree * deviation * degree)
      }
      return try #require(try measured(series).result.neck?.budget?["left"]?["neutral"])
    }
    let (none, one) = (try part(0), try part(1))
    #expect(none >= NeckRules.standard.budget.neutral)
    // Parts are written with three decimals, and a head that leans by its noise turns its axes a little.
    #expect(abs(one * one - none * none - 1) < 0.01, "\(none), \(one)")
  }

  // MARK: Ends

  /// Behind the last end that counts, the head is held farther out in frames that don't count.
  @Test func anEndIsHiddenByFramesThatDoNotCount() throws {
    let stops = [-60.0, 45, 0, -60, 70, 0].map { HeadAngles(flexion: 0, lateral: 0, rotation: $0) }
    let neck = SimulatedNeck(stops: stops)
    var series = neck.series()
    let plain = try measured(series)
    for (frame, rotation) in plain.angles[2].degrees.enumerated() where rotation > 50 {
      turn(frame, of: &series, neck, by: 0, deviation: 3.5)
    }
    let result = try measured(series).result
    let finding = try #require(result.findings.first { $0.code == .neckEndHidden }, "\(result.findings)")
    #expect(finding.severity == .withheld)
    #expect(result.neck?.sides?.right == nil)
    #expect(result.values.range == nil)
    #expect(abs(try #require(result.neck?.sides?.left).degrees - 60) < 0.6)
  }

  /// Single frames that don't count hide nothing, however many there are; nor do those whose pose leaves as much open.
  @Test func strayFramesHideNoEnd() throws {
    let neck = SimulatedNeck.sides(.rotation, left: 60, right: 45)
    var scattered = neck.series()
    for frame in scattered.poses.indices where frame % 10 == 0 {
      turn(frame, of: &scattered, neck, by: 30, deviation: 3.5)
    }
    let one = try measured(scattered).result
    #expect(!codes(one).contains(.neckEndHidden), "\(one.findings)")
    #expect(one.status == .complete, "\(one.findings)")
    #expect(abs(one.neck!.sides!.right!.degrees - 45) < 0.6)
    var vague = neck.series()
    // Half of the frames of the last hold to the right, one behind the other.
    let rotation = try measured(vague).angles[2].degrees
    for frame in rotation.indices.filter({ rotation[$0] > 44 }).suffix(10) {
      turn(frame, of: &vague, neck, by: 30, deviation: 12)
    }
    let other = try measured(vague).result
    #expect(!codes(other).contains(.neckEndHidden), "\(other.findings)")
  }

  // MARK: Axes and budget

  /// Without landmarks, flexion is taken about the axes of the patch, and no movement tells others.
  @Test func axesOfThePatchAreSaidToBeItsOwn() throws {
    var neck = SimulatedNeck.sides(.flexion, left: 50, right: 40)
    (neck.slope, neck.knowsHead) = (35, false)
    let result = try measured(neck.series(), .flexion).result
    #expect(result.neck?.neutral?.axes == .patch)
    #expect(codes(result).contains(.neckAxesByPatch))
    #expect(!codes(result).contains(.neckAxesByMovement))
    #expect(abs(result.values.maximum!.degrees - 40) < 0.6 && abs(result.values.minimum!.degrees + 50) < 0.6)
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

  /// The range and the difference come from the plateaus of both ends.
  @Test func plateausOfBothEndsAreCounted() throws {
    let result = try measured(SimulatedNeck.sides(.rotation, left: 60, right: 45).series()).result
    let sides = try #require(result.neck?.sides)
    #expect(sides.left?.plateaus == 3)
    #expect(sides.right?.plateaus == 3)
    #expect(result.values.range?.plateaus == 6)
    #expect(result.neck?.difference?.plateaus == 6)
  }

  /// Which of the two the variance is of: how repeats differ, or the noise of their frames where that is more.
  @Test func noiseAndRepeatsAreToldApart() {
    let noise = Uncertain(value: 60, variance: 0.25, freedom: 20, systematic: 0)
    let alike = NeckBudget(noise, ends: [3], systematic: ["pose": 1])
    #expect(alike.parts == ["noise": 0.5, "pose": 1])
    #expect(alike.covers.contains("repeats"))
    let repeats = Uncertain(value: -45, variance: 4, freedom: 2, systematic: 0, ofRepeats: 4)
    #expect(NeckBudget(repeats, ends: [3], systematic: [:]).parts == ["repeats": 2])
    let both = NeckBudget(noise.minus(repeats), ends: [1, 3], systematic: [:])
    #expect(both.parts == ["noise": 0.5, "repeats": 2])
    #expect(both.plateaus == 4)
    #expect(!both.covers.contains("repeats"))
  }
}
