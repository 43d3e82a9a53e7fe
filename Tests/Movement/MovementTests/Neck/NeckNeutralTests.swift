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
    let neutral = try #require(NeckNeutral(rests: rests([-1.5, 1.5, turn - 1.5, turn + 1.5]), .standard))
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

  /// Rests of two frames each, turned about the torso's z.
  private func rests(_ degrees: [Double]) -> [NeckRest] {
    degrees.enumerated().map { index, degrees in
      let pose = NeckSeries.Pose(torsoFromHead: .rotation([0, 0, degrees * degree]), covariance: .identity)
      let frames = [2 * index, 2 * index + 1]
      return NeckRest(frames, (0...frames[1]).map { frames.contains($0) ? pose : nil })
    }
  }

  /// Two rests do not scatter, and differ by more than 3°. Of three, 0, 3 and 8° scatter by 3/√2 about two means, whose
  /// difference of 6.5° is known to √(1/2 + 1) times that: 2.6°; of 0, 1 and 8° it is 7.5°, known to 0.87°.
  @Test func fewRestsDifferToo() throws {
    let cases: [([Double], Double?)] = [
      ([0, 3.5], 3.5), ([0, 2.9], nil), ([0, 3, 8], nil), ([0, 1, 8], 7.5), ([7], nil),
    ]
    for (degrees, turn) in cases {
      let neutral = try #require(NeckNeutral(rests: rests(degrees), .standard))
      let found = neutral.change?.turn.z
      #expect((found == nil) == (turn == nil), "\(degrees)")
      if let found, let turn { #expect(abs(found - turn) < 1e-9, "\(degrees)") }
    }
    #expect(NeckNeutral(rests: [], .standard) == nil)
  }

  /// Both parts are those that scatter least.
  @Test func restsArePartedWhereTheyScatterLeast() throws {
    var (random, changes) = (SeededGenerator(seed: 31), 0)
    for _ in 0..<100 {
      let slip = 1 + Int(4 * random.uniform())
      let degrees = (0..<6).map { (i: Int) -> Double in (i < slip ? 0.0 : 7.0) + 1.2 * random.normal() }
      let squares = { (part: ArraySlice<Double>) -> Double in
        let mean = part.reduce(0, +) / Double(part.count)
        return part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      }
      let best = (1..<6).min {
        squares(degrees[..<$0]) + squares(degrees[$0...]) < squares(degrees[..<$1]) + squares(degrees[$1...])
      }!
      guard let change = NeckNeutral(rests: rests(degrees), .standard)?.change else { continue }
      changes += 1
      #expect(change.before == 2 * best - 1, "seed 31: \(degrees)")
      #expect(change.after == 2 * best, "seed 31: \(degrees)")
    }
    #expect(changes > 50, "seed 31")
  }

  private func series(_ turns: [Vector3]) -> NeckSeries {
    NeckSeries(
      times: turns.indices.map { Double($0) / 10 }, frames: turns.indices.map { "\($0)" },
      poses: turns.map { NeckSeries.Pose(torsoFromHead: .rotation($0 * degree), covariance: .zero) },
      reasons: turns.map { _ in nil }, reference: .surface,
      axes: NeckAxes(headFromRAS: .identity, torsoFromRAS: nil, source: .landmarks))
  }

  /// Within 2° for 0.3 s: 6.5°/s are a rest, and 7°/s none.
  @Test(arguments: [(6.5, 1), (7, 0)]) func aHeadThatHardlyMovesRests(_ speed: Double, _ count: Int) {
    let turning = series((0..<4).map { Vector3(0, 0, speed / 10 * Double($0)) })
    #expect(NeckRest.all(turning, .rotation, .standard, .standard).count == count)
  }

  /// About x the head rests from frame 4 on, about z until frame 6 or 5: both for 0.2 s, which is more than half of 0.3 s,
  /// or for 0.1 s, which is less.
  @Test(arguments: [(6, [[4, 5, 6]]), (5, [[Int]]())]) func aHeadRestsWhereItDoesAboutEachAxis(
    _ last: Int, _ rests: [[Int]]
  ) {
    let both = series((0..<10).map { Vector3(10 * Double(min($0, 4)), 0, 10 * Double(max($0 - last, 0))) })
    #expect(NeckRest.all(both, .rotation, .standard, .standard).map(\.frames) == rests)
  }

  /// Where nothing was measured neither end was reached.
  @Test func nothingMeasuredReachesNoEnd() throws {
    let task = try MotionTask(neck: .rotation)
    let values = NeckValues(nil, task, errors: nil, least: 5, hides: (low: false, high: false))
    #expect(!values.hasBothEnds)
    #expect(values.arc == nil && values.low == nil && values.high == nil && values.difference == nil)
  }
}
