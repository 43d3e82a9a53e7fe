import Geometry
import Landmarks
import Testing

@testable import Landmarks

@Suite struct LandmarkEstimateTests {
  @Test(arguments: [1, 2, 4, 8]) func theDeviationIsHonestForAnyCount(count: Int) throws {
    // Clicks of 1 mm on each axis, as the prior has it: errors of the estimate, in units of the deviation it states, have mean
    // square 1.
    var random = SeededGenerator(seed: UInt64(count))
    let squares = try (0..<2000).map { _ -> Double in
      let clicks = (0..<count).map { _ in random.normal3() * 0.001 }
      let estimate = try #require(LandmarkEstimate.combining(clicks))
      return estimate.position.dot(estimate.position) / 3 / (estimate.standardDeviation * estimate.standardDeviation)
    }
    let mean = RobustStatistics.mean(squares)
    // Not above 1 (never boastful), and not much below (the floor of 0.5 mm makes it modest for many clicks).
    #expect(mean < 1.08, "\(mean)")
    #expect(mean > 0.5, "\(mean)")
  }

  /// Where a head stands says nothing of how well a landmark is known.
  @Test(arguments: 0..<6 as Range<UInt64>) func anEstimateMovesWithItsClicks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clicks = (0..<(3 + Int(seed))).map { _ in random.normal3() * 0.002 } + [[0.01, 0.004, -0.002]]
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let (a, b) = (
      try #require(LandmarkEstimate.combining(clicks)),
      try #require(LandmarkEstimate.combining(clicks.map { motion * $0 }))
    )
    #expect((motion * a.position - b.position).length < 1e-9, "seed \(seed)")
    #expect(abs(a.standardDeviation - b.standardDeviation) < 1e-9, "seed \(seed)")
    #expect(a.evidence == b.evidence && (a.rejection == nil) == (b.rejection == nil), "seed \(seed)")
  }

  @Test func anOutlierAmongFourHardlyMatters() throws {
    let clicks: [Vector3] = [[0, 0, 0], [0.001, 0, 0], [0, 0.001, 0], [0.02, 0.01, 0]]
    let estimate = try #require(LandmarkEstimate.combining(clicks))
    #expect(estimate.position.length < 0.001)
    #expect(estimate.evidence == 3)
    #expect(estimate.rejection == nil)
    #expect(LandmarkEstimate.outliers(clicks) == [3])
    #expect(LandmarkEstimate.outliers(Array(clicks.dropLast())).isEmpty)
    #expect(LandmarkEstimate.outliers([]).isEmpty)
  }

  /// One click has its own deviation and the floor: √(1² + 0.2²) mm. Four that agree to the last digit have a seventh of the
  /// square of it, over four. Two that lie 6 mm apart: (1 + 2 · 3²) / 3 over two.
  @Test(
    arguments: [
      ([[0, 0, 0]], 1), (Array(repeating: [0, 0, 0], count: 4), 1.0 / 28), ([[-3, 0, 0], [3, 0, 0]], 19.0 / 6),
      ([[0, 1, 0], [0, -1, 0]], 0.5), ([[0, 0, 12], [0, 0, 0]], 73.0 / 6),
    ] as [([Vector3], Double)])
  func theDeviationIsPooled(clicks: [Vector3], variance: Double) throws {
    // Where they lie does not matter.
    for origin in [Vector3(0, 0, 0), [0.3, -0.2, 0.5]] {
      let estimate = try #require(LandmarkEstimate.combining(clicks.map { origin + $0 / 1000 }))
      #expect(abs(estimate.standardDeviation * 1000 - (variance + 0.04).squareRoot()) < 1e-9)
      #expect(estimate.evidence == clicks.count)
      let mean = clicks.reduce(.zero, +) / Double(clicks.count)
      #expect((estimate.position - origin - mean / 1000).length < 1e-12)
    }
    // A program is wrong by 2 mm in every frame.
    let found = try #require(LandmarkEstimate.combining(clicks.map { $0 / 1000 }, source: .automatic))
    #expect(abs(found.standardDeviation * 1000 - (variance + 4).squareRoot()) < 1e-9)
  }

  /// Where much is known before, two clicks that disagree keep their distance in the deviation: d² / 12.
  @Test func twoThatDisagreeAreNotAveragedAway() throws {
    var model = LandmarkEstimate.ClickModel()
    (model.priorFreedom, model.floor) = (50, 0)
    let estimate = try #require(LandmarkEstimate.combining([[0.1, 0, 0], [0.106, 0, 0]], model: model))
    #expect(abs(estimate.standardDeviation - 0.006 / 12.0.squareRoot()) < 1e-12)
  }

  /// Of ten clicks nine agree to the last digit: 1 mm beside them still agrees, 2.5 mm do not.
  @Test(arguments: [(1.0, 10), (2.5, 9)]) func aStrayIsJudgedByTheOthers(apart: Double, evidence: Int) throws {
    let clicks = Array(repeating: Vector3(0.2, 0.1, 0), count: 9) + [[0.2, 0.1 + apart / 1000, 0]]
    #expect(try #require(LandmarkEstimate.combining(clicks)).evidence == evidence)
    #expect(LandmarkEstimate.outliers(clicks) == (evidence == 10 ? [] : [9]))
  }

  /// The search begins where most are, whichever comes first and wherever that is.
  @Test func aStrayIsNoBeginning() throws {
    let near: [Vector3] = [[0.3, 0, 0], [0.3005, 0, 0], [0.3, 0.0004, 0], [0.2997, 0, 0.0003]]
    for stray in [Vector3(0.25, 0, 0), [0.35, 0, 0], [0.3, 0.1, 0]] {
      for clicks in [near + [stray], [stray] + near] {
        let estimate = try #require(LandmarkEstimate.combining(clicks))
        #expect((estimate.position - near[0]).length < 0.0006, "\(stray)")
        #expect(estimate.evidence == 4)
        #expect(estimate.rejection == nil)
      }
    }
  }

  /// More than half must agree, however well they do, and the deviation must not be above 5 mm.
  @Test func halfOfTheClicksMakeNoLandmark() throws {
    let three: [Vector3] = [[0, 0, 0], [0.0001, 0, 0], [0, 0.0001, 0]]
    let (a, b) = (Vector3(0.05, 0, 0), Vector3(0, 0.05, 0))
    #expect(try #require(LandmarkEstimate.combining(three + [a])).rejection == nil)
    #expect(try #require(LandmarkEstimate.combining(three + [a, b])).rejection == nil)
    let half = try #require(LandmarkEstimate.combining(Array(three.dropLast()) + [a, b]))
    #expect(half.evidence == 2)
    #expect(half.standardDeviation < 0.002)
    #expect(half.rejection?.code == .landmarksContradict)
    #expect(half.rejection?.values["clicks"] == .count(4))
    #expect(abs((half.rejection?.values["apart_mm"]?.figure ?? 0) - 50 * 2.0.squareRoot()) < 1e-9)
    // Two that are 16.5 mm apart have 4.8 mm, and at 17.5 5.1.
    #expect(try #require(LandmarkEstimate.combining([[0, 0, 0], [0.0165, 0, 0]])).rejection == nil)
    #expect(try #require(LandmarkEstimate.combining([[0, 0, 0], [0.0175, 0, 0]])).rejection != nil)
  }

  /// A deviation that somebody states is taken, up to 5 mm.
  @Test func aStatedDeviationIsTaken() throws {
    let clicked = LandmarkEstimate(position: [0.1, 0.2, 0.3], standardDeviation: 0.001)
    let fair = clicked.stating(standardDeviation: 0.0049)
    #expect(fair.standardDeviation == 0.0049)
    #expect(fair.rejection == nil)
    #expect(fair.position == clicked.position)
    let poor = clicked.stating(standardDeviation: 0.0051)
    #expect(poor.rejection?.code == .landmarksStatedDeviation)
    #expect(abs((poor.rejection?.values["deviation_mm"]?.figure ?? 0) - 5.1) < 1e-9)
    #expect(abs((poor.rejection?.values["limit_mm"]?.figure ?? 0) - 5) < 1e-9)
  }

  /// A deviation that is none makes a landmark of no use.
  @Test(arguments: [(0.0, true), (0.001, true), (2, true), (-0.001, false), (.infinity, false), (.nan, false)])
  func aLandmarkHasADeviation(deviation: Double, isUsable: Bool) {
    let estimate = LandmarkEstimate(position: .zero, standardDeviation: deviation)
    #expect((estimate.fault == nil) == isUsable)
    #expect(isUsable || estimate.fault?.code == .landmarksDeviationUnknown)
    #expect(estimate.isOneObservation == isUsable)
  }

  @Test(
    arguments: [
      (LandmarkSource.picked, 1, true), (.picked, 2, false), (.picked, 0, false), (.cap, 1, false), (.cap, 2, false),
      (.automatic, 1, true), (.automatic, 4, true),
    ])
  func oneObservationIsAClickOrAProgram(source: LandmarkSource, evidence: Int, isOne: Bool) {
    let estimate = LandmarkEstimate(position: .zero, standardDeviation: 0.001, evidence: evidence, source: source)
    #expect(estimate.isOneObservation == isOne)
  }

  @Test func twoThatContradictEachOtherAreRejected() throws {
    let estimate = try #require(LandmarkEstimate.combining([[0, 0, 0], [0.03, 0, 0]]))
    #expect(estimate.rejection?.text() == "its 2 clicks contradict each other (up to 30 mm apart)")
    #expect(HeadLandmarks([.sellion: estimate])[.sellion] == nil)
    #expect(LandmarkEstimate.combining([]) == nil)
    #expect(LandmarkEstimate.combining([[.nan, 0, 0]]) == nil)
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func theOrderOfClicksDoesNotMatter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clicks = (0..<5).map { _ in random.normal3() * 0.002 }
    let a = try #require(LandmarkEstimate.combining(clicks))
    let b = try #require(LandmarkEstimate.combining(clicks.shuffled(using: &random)))
    #expect((a.position - b.position).length < 1e-9, "seed \(seed)")
  }
}
