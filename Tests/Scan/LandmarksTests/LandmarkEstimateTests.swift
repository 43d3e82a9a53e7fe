import Geometry
import Landmarks
import Testing

@testable import Landmarks

@Suite struct LandmarkEstimateTests {
  @Test(arguments: [1, 2, 4, 8]) func theDeviationIsHonestForAnyCount(count: Int) throws {
    // Clicks of 1 mm on each axis, as the prior has it: errors of the estimate, in units of the deviation it states, have mean square 1.
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
