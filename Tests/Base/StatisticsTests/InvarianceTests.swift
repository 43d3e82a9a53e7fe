import Geometry
import Testing

@testable import Statistics

/// What a change of zero, unit or order does to a statistic, on drawn data.
@Suite struct InvarianceTests {
  static let seeds: [UInt64] = Array(1...12)

  /// Value and bounds of an estimate, after a scaling and a shift of what it is taken of.
  private func moved(_ estimate: Estimate, by shift: Double = 0, times factor: Double = 1) -> [Double?] {
    let ends = [estimate.ci95?.lowerBound, estimate.ci95?.upperBound].map { $0.map { $0 * factor + shift } }
    return [estimate.value * factor + shift] + (factor > 0 ? ends : ends.reversed())
  }

  private func same(_ a: [Double?], _ b: [Double?], _ tolerance: Double = 1e-8) -> Bool {
    zip(a, b).allSatisfy { near($0, $1, tolerance) }
  }

  @Test(arguments: seeds)
  func repeatabilityFollowsUnitAndForgetsZeroAndOrder(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let table = drawn.repeats(9)
    let plain = try Repeatability(table)
    let scaled = try Repeatability(table.map { $0.map { 3 * $0 + 1000 } })
    #expect(same(moved(plain.withinSubject, times: 3), moved(scaled.withinSubject)), "seed \(seed)")
    #expect(
      same(moved(plain.smallestDetectableChange, times: 3), moved(scaled.smallestDetectableChange)), "seed \(seed)")
    let shuffled = try Repeatability(table.map { $0.shuffled(using: &drawn) }.shuffled(using: &drawn))
    #expect(same(moved(plain.withinSubject), moved(shuffled.withinSubject)), "seed \(seed)")
    #expect(near(plain.betweenSubjects, shuffled.betweenSubjects), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func intraclassCorrelationsForgetUnitZeroAndOrder(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let table: [[Double?]] = (0..<8).map { _ in
      let level = drawn.normal(80, 3)
      return [drawn.normal(level), drawn.normal(level + 0.5), drawn.normal(level)]
    }
    let plain = try IntraclassCorrelation(table)
    let other = try IntraclassCorrelation(
      table.map { row in [2, 0, 1].map { row[$0].map { -7 * $0 + 1e4 } } }.shuffled(using: &drawn))
    for form in IntraclassCorrelation.Form.allCases {
      #expect(same(moved(plain[form]), moved(other[form])), "seed \(seed) \(form)")
    }
    // What each rater adds to all readings changes agreement, but not consistency.
    let biased = try IntraclassCorrelation(table.map { [$0[0]! + 10, $0[1], $0[2]] })
    #expect(same(moved(plain.twoWayMixed), moved(biased.twoWayMixed)), "seed \(seed)")
    #expect(biased.twoWayRandom.value < plain.twoWayRandom.value, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func agreementTurnsAroundWithTheMethods(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let (x, y) = drawn.pairs(17)
    let (plain, swapped) = (try BlandAltman(x, y), try BlandAltman(y, x))
    #expect(same(moved(plain.bias, times: -1), moved(swapped.bias)), "seed \(seed)")
    #expect(same(moved(plain.lower, times: -1), moved(swapped.upper)), "seed \(seed)")
    #expect(near(plain.slope.map { -$0.value }, swapped.slope?.value), "seed \(seed)")
    let shifted = try BlandAltman(x.map { $0 + 500 }, y.map { $0 + 480 })
    #expect(same(moved(plain.upper, by: 20), moved(shifted.upper)), "seed \(seed)")
    let (one, other) = (try ConcordanceCorrelation(x, y), try ConcordanceCorrelation(y, x))
    #expect(same(moved(one.value), moved(other.value)), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func repeatedLimitsWithOnePairASubjectOrTwoKeepTheirBias(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let table = drawn.repeats(9)
    let plain = try RepeatedBlandAltman(differences: table)
    let turned = try RepeatedBlandAltman(differences: table.map { $0.map { -2 * $0 }.reversed() }.reversed())
    #expect(same(moved(plain.bias, times: -2), moved(turned.bias)), "seed \(seed)")
    #expect(same(moved(plain.lower, times: -2), moved(turned.upper)), "seed \(seed)")
  }

  /// Lines: swapping the methods inverts the slope, units scale it, an offset moves the intercept.
  @Test(arguments: seeds)
  func linesFollowUnitAndOrder(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let (x, y) = drawn.pairs(15)
    let deming = try DemingRegression(x, y, varianceRatio: 2)
    let back = try DemingRegression(y, x, varianceRatio: 0.5)
    #expect(near(1 / deming.slope.value, back.slope.value), "seed \(seed)")
    let scaled = try DemingRegression(x.map { 10 * $0 }, y.map { 10 * $0 + 30 }, varianceRatio: 2)
    #expect(same(moved(deming.slope), moved(scaled.slope)), "seed \(seed)")
    #expect(same(moved(deming.intercept, by: 30, times: 10), moved(scaled.intercept)), "seed \(seed)")

    let passing = try PassingBablok(x, y)
    let inverse = try PassingBablok(y, x)
    // An even number of slopes has two in the middle, whose mean is not inverted exactly.
    if x.count * (x.count - 1) / 2 % 2 == 1 {
      #expect(near(1 / passing.slope.value, inverse.slope.value), "seed \(seed)")
    }
    #expect(near(1 / passing.slope.ci95!.lowerBound, inverse.slope.ci95!.upperBound), "seed \(seed)")
    let order = Array(x.indices).shuffled(using: &drawn)
    let other = try PassingBablok(order.map { 10 * x[$0] }, order.map { 10 * y[$0] + 30 })
    #expect(same(moved(passing.slope), moved(other.slope)), "seed \(seed)")
    #expect(same(moved(passing.intercept, by: 30, times: 10), moved(other.intercept)), "seed \(seed)")
    #expect(near(passing.linearity.statistic, other.linearity.statistic), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func kappaForgetsTheOrderOfSubjectsAndRaters(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let first = (0..<30).map { _ in Int.random(in: 0...3, using: &drawn) }
    let second = first.map { min(3, max(0, $0 + Int.random(in: -1...1, using: &drawn))) }
    for weights in Kappa.Weights.allCases {
      let plain = try Kappa(first, second, categories: 4, weights: weights)
      let swapped = try Kappa(second.reversed(), first.reversed(), categories: 4, weights: weights)
      let turned = try Kappa(first.map { 3 - $0 }, second.map { 3 - $0 }, categories: 4, weights: weights)
      #expect(same(moved(plain.value), moved(swapped.value)), "seed \(seed)")
      #expect(same(moved(plain.value), moved(turned.value)), "seed \(seed)")
      #expect(plain.firstShares == swapped.secondShares, "seed \(seed)")
    }
  }

  /// Subjects whose pairs all count twice tell no more than once; pairs that are taken for those of others tell more.
  @Test(arguments: seeds)
  func kappaGainsNothingFromCopies(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let first = (0..<40).map { _ in Int.random(in: 0...3, using: &drawn) }
    let second = first.map { min(3, max(0, $0 + Int.random(in: -1...1, using: &drawn))) }
    let subjects = first.indices.map { String($0 / 2) }
    let plain = try Kappa(first, second, of: subjects, categories: 4, weights: .linear)
    let twice = try Kappa(first + first, second + second, of: subjects + subjects, categories: 4, weights: .linear)
    let order = Array(first.indices).shuffled(using: &drawn)
    let other = try Kappa(
      order.map { first[$0] }, order.map { second[$0] }, of: order.map { "child \(subjects[$0])" }, categories: 4,
      weights: .linear)
    for another in [twice, other] { #expect(same(moved(plain.value), moved(another.value)), "seed \(seed)") }
    let apart = try Kappa(first + first, second + second, categories: 4, weights: .linear)
    #expect(apart.value.sigma < plain.value.sigma, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func mixedModelsFollowUnitsAndForgetOrder(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let visits = drawn.visits(10)
    let plain = try MixedModel(visits.response, visits.columns, subjects: visits.subjects, time: visits.time)
    try #require(plain.randomPart == .interceptAndSlope, "seed \(seed)")
    // Months to days, from another zero; another unit and zero of the response; subjects in another order.
    let order = Array(visits.response.indices).shuffled(using: &drawn)
    let days = order.map { 30 * visits.time[$0] + 700 }
    let other = try MixedModel(
      order.map { 5 * visits.response[$0] - 1000 },
      [Column("time", days), Column("group", order.map { visits.group[$0] })],
      subjects: order.map { "s\(visits.subjects[$0])" }, time: days)
    func time(_ model: MixedModel, times factor: Double = 1) -> [Double?] {
      let effect = model["time"]!
      return [
        effect.value * factor, effect.standardError * factor, effect.estimate.ci95!.lowerBound * factor, effect.freedom,
      ]
    }
    #expect(same(time(plain, times: 5.0 / 30), time(other), 1e-7), "seed \(seed)")
    #expect(near(plain["group"]!.value * 5, other["group"]!.value, 1e-7), "seed \(seed)")
    #expect(near(plain.residualVariance * 25, other.residualVariance, 1e-7), "seed \(seed)")
    #expect(near(plain.slopeVariance! * 25 / 900, other.slopeVariance!, 1e-7), "seed \(seed)")
    // At the old zero the intercept's variance is what it was.
    let back = other.interceptVariance + 2 * 700 * other.covariance! + 700 * 700 * other.slopeVariance!
    #expect(near(plain.interceptVariance * 25, back, 1e-6), "seed \(seed)")
    // The determinant of the fixed design and the unit of the response are all that changes in the likelihood.
    let freedom = Double(visits.response.count - 3)
    #expect(near(plain.logLikelihood - freedom * 5.0.logarithm - 30.0.logarithm, other.logLikelihood), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func groupsTurnAroundAndForgetTheirZero(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let (a, b) = (drawn.normals(9, 80, 4), drawn.normals(13, 82, 2))
    let plain = try GroupDifference(a, b)
    let other = try GroupDifference(b.map { 3 * $0 + 50 }, a.map { 3 * $0 + 50 })
    #expect(same(moved(plain.difference, times: -3), moved(other.difference)), "seed \(seed)")
    #expect(same(moved(plain.effect, times: -1), moved(other.effect)), "seed \(seed)")
    // Any curve that rises keeps ranks.
    let (x, y) = drawn.pairs(14)
    let (rank, curved) = (try RankCorrelation(x, y), try RankCorrelation(x.map { $0 * $0 * $0 }, y.map { -1 / $0 }))
    #expect(same(moved(rank.value), moved(curved.value)), "seed \(seed)")
    let (test, turned) = (try KruskalWallis([a, b, x]), try KruskalWallis([x, a, b].map { $0.map { $0 * $0 } }))
    #expect(near(test.statistic, turned.statistic), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func linearModelsFollowUnits(seed: UInt64) throws {
    var drawn = Drawn(seed: seed)
    let (x, y) = drawn.pairs(12)
    let z = drawn.normals(12)
    let plain = try LinearModel(y, [Column("x", x), Column("z", z)])
    let other = try LinearModel(y.map { 2 * $0 + 9 }, [Column("z", z.map { $0 - 4 }), Column("x", x.map { 100 * $0 })])
    #expect(near(plain["x"]!.value * 0.02, other["x"]!.value), "seed \(seed)")
    #expect(near(plain["z"]!.standardError * 2, other["z"]!.standardError), "seed \(seed)")
    #expect(near(plain["z"]!.probability, other["z"]!.probability), "seed \(seed)")
    #expect(near(plain.explained, other.explained), "seed \(seed)")
  }

  /// The optimiser comes to an end on whatever plain data, with slopes that differ or not.
  @Test func everyPlainMixedModelIsFound() throws {
    var parts = [0, 0]
    for seed in 1...UInt64(300) {
      var drawn = Drawn(seed: seed)
      let visits = drawn.visits(3 + Int(seed % 20), slope: [0, 0.05, 0.3, 2][Int(seed % 4)])
      let found = try MixedModel(visits.response, visits.columns, subjects: visits.subjects, time: visits.time)
      parts[found.randomPart == .interceptAndSlope ? 0 : 1] += 1
      #expect(found.fixed.allSatisfy { $0.estimate.ci95 != nil && $0.freedom > 0 }, "seed \(seed)")
    }
    #expect(parts.allSatisfy { $0 > 20 }, "\(parts)")
  }
}
