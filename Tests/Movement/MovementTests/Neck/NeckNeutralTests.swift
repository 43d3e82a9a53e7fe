import Feedback
import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Which frames of a neck make neutral, and what their poses leave open.
@Suite struct NeckNeutralTests {
  private let degree = Double.pi / 180

  private func measured(_ series: NeckSeries, zero: NeckZero = .rest) throws -> MeasuredMotion {
    try NeckMeasurement(.rotation).measure(series, zero: zero)
  }

  private func codes(_ result: MotionResult) -> Set<FindingCode> { Set(result.findings.map(\.code)) }

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
    for frame in 0..<10 { neck.turn(frame, of: &series, by: -20, deviation: 3.5) }
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

  /// Rests at −a, a, T − a and T + a degrees scatter by √2 a in each half, so that the means of two differ by T beyond
  /// three deviations where T > 3 √2 a, which is 6.4° at a = 1.5°.
  @Test(arguments: [(5.0, false), (6.2, false), (6.6, true), (9, true)])
  func restsDifferWhereTheirMeansDoByMoreThanTheyScatter(_ turn: Double, _ differs: Bool) throws {
    let rests = [-1.5, 1.5, turn - 1.5, turn + 1.5].enumerated().map { index, degrees in
      let pose = NeckSeries.Pose(torsoFromHead: .rotation([0, 0, degrees * degree]), covariance: .identity)
      let frames = [2 * index, 2 * index + 1]
      return NeckRest(frames, (0...frames[1]).map { frames.contains($0) ? pose : nil })
    }
    let neutral = try #require(NeckNeutral(rests: rests, .standard))
    #expect((neutral.change != nil) == differs)
    if let change = neutral.change {
      #expect((change.turn - Vector3(0, 0, turn)).length < 1e-9)
      #expect(change.before == 3)
      #expect(change.after == 4)
    }
    // Of those near the first one neutral is the mean: all within 8°.
    let near = [-1.5, 1.5, turn - 1.5, turn + 1.5].filter { $0 + 1.5 <= 8 }
    let mean = Matrix3.rotation([0, 0, degree * near.reduce(0, +) / Double(near.count)])
    #expect((neutral.torsoFromHead * mean.transpose).rotationVector.length < 1e-9)
    #expect(neutral.rests == near.count)
    #expect(neutral.frames == Array(0..<(2 * near.count)))
    #expect(
      abs(neutral.deviation.z - RobustStatistics.standardDeviation(near) / Double(near.count).squareRoot()) < 1e-9)
  }

  /// Where nothing was measured neither end was reached.
  @Test func nothingMeasuredReachesNoEnd() throws {
    let task = try MotionTask(neck: .rotation)
    let values = NeckValues(nil, task, errors: nil, least: 5, hides: (low: false, high: false))
    #expect(!values.hasBothEnds)
    #expect(values.arc == nil && values.low == nil && values.high == nil && values.difference == nil)
  }
}
