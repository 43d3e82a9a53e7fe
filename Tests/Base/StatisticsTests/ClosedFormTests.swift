import Foundation
import Geometry
import Testing

@testable import Statistics

/// What can be computed by hand.
@Suite struct ClosedFormTests {
  @Test func oneWayErrorOfTwoReadingsIsTheRootOfHalfTheirMeanSquare() throws {
    let table = [[1.0, 3], [5, 5], [2, 6]]
    let found = try Repeatability(table)
    #expect(near(found.withinSubject.value, (20.0 / 6).squareRoot(), 1e-14))
    #expect(found.technicalError == found.withinSubject)
    #expect(found.freedom == 3)
    #expect(found.withoutRepeats.isEmpty)
  }

  @Test func aSubjectWithOneReadingCountsForTheMeanOnly() throws {
    let found = try Repeatability([[1, 3], [100], [5, 7], []])
    #expect(near(found.withinSubject.value, 2.0.squareRoot(), 1e-14))
    #expect(near(found.mean, 116.0 / 5, 1e-14))
    #expect(found.withoutRepeats == [1])
    #expect(found.subjects == 3)
  }

  /// With two degrees of freedom χ² is exponential, so the interval's ends are logarithms.
  @Test func anIntervalOfTwoDegreesOfFreedomIsExponential() throws {
    let found = try Repeatability([[0, 2], [10, 12]])
    let interval = try #require(found.withinSubject.ci95)
    #expect(near(interval.lowerBound, (2 / (-log(0.025))).squareRoot(), 1e-12))
    #expect(near(interval.upperBound, (2 / (-log(0.975))).squareRoot(), 1e-12))
    // Between the subjects the mean square is 100, within them 2: (100 − 2) / 2 readings are 7².
    #expect(near(found.betweenSubjects, 7, 1e-12))
    #expect(try Repeatability([[0, 2]]).betweenSubjects == nil)
  }

  /// Six targets by four judges, the example of Shrout & Fleiss (1979, *Psychol. Bull.* 86:420).
  @Test func correlationsOfShroutAndFleiss() throws {
    let table: [[Double?]] = [
      [9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7],
    ]
    let found = try IntraclassCorrelation(table)
    #expect(near(found.oneWay.value, 0.17, 0.005))
    #expect(near(found.twoWayRandom.value, 0.29, 0.005))
    #expect(near(found.twoWayMixed.value, 0.71, 0.005))
  }

  @Test func perfectAgreementIsOneWithoutAnInterval() throws {
    let found = try IntraclassCorrelation([[1, 1], [2, 2], [4, 4]])
    for form in IntraclassCorrelation.Form.allCases {
      #expect(found[form] == Estimate(1, ci95: nil))
    }
  }

  @Test func noBalancedPartOfRepeatedLimitsDiffersFromTheAnalysisOfVariance() throws {
    var drawn = Drawn(seed: 3)
    let table = (0..<8).map { _ in drawn.normals(4, drawn.normal(0, 2), 1) }
    let found = try RepeatedBlandAltman(differences: table)
    // Bland & Altman 2007: the mean square within, and a quarter of what the one between has more.
    let grand = table.flatMap { $0 }.reduce(0, +) / 32
    let means = table.map { $0.reduce(0, +) / 4 }
    let between = 4 * means.reduce(0) { $0 + ($1 - grand) * ($1 - grand) } / 7
    let within =
      zip(table, means).reduce(0) { sum, row in sum + row.0.reduce(0) { $0 + ($1 - row.1) * ($1 - row.1) } } / 24
    #expect(near(found.standardDeviation * found.standardDeviation, within + (between - within) / 4, 1e-12))
  }

  @Test func linesThroughPointsOnALine() throws {
    let x = [1.0, 2, 4, 7, 8]
    let y = x.map { 2 * $0 - 3 }
    let deming = try DemingRegression(x, y)
    #expect(near(deming.slope.value, 2, 1e-13))
    #expect(near(deming.intercept.value, -3, 1e-12))
    let passing = try PassingBablok(x, y)
    #expect(near(passing.slope.value, 2, 1e-13))
    #expect(near(passing.intercept.value, -3, 1e-12))
    #expect(passing.linearity == .init(statistic: 0, probability: 1))
    #expect(try ConcordanceCorrelation(x, x).value == Estimate(1, ci95: nil))
  }

  /// As the errors of one method vanish, Deming's line is that of least squares.
  @Test func demingEndsInLeastSquares() throws {
    var drawn = Drawn(seed: 5)
    let (x, y) = drawn.pairs(20)
    let least = try LinearModel(y, [Column("x", x)])
    let deming = try DemingRegression(x, y, varianceRatio: 1e12)
    #expect(near(deming.slope.value, least["x"]!.value, 1e-9))
  }

  /// Uprights and slopes of −1 do not disturb the median of the others.
  @Test func passingBablokPutsUprightsAside() throws {
    let found = try PassingBablok([1, 1, 2, 3], [1, 2, 2, 3])
    // Slopes 1, 1, 1, 0, 1/2 and one upright: 0, 1/2, 1, 1, 1, ∞.
    #expect(found.slope.value == 1)
    #expect(found.slope.ci95 == nil)
  }

  /// Cohen's κ of a table of two by two, by hand: p_o = 0.7, p_e = 0.5.
  @Test func kappaOfTwoCategories() throws {
    let found = try Kappa(table: [[20, 5], [10, 15]])
    #expect(near(found.value.value, 0.4, 1e-14))
    #expect(near(found.agreement, 0.7, 1e-14))
    #expect(found.firstShares == [0.5, 0.5] && near(found.secondShares[0], 0.6, 1e-14))
    // With two categories all weights are the same.
    for weights in Kappa.Weights.allCases {
      #expect(near(try Kappa(table: [[20, 5], [10, 15]], weights: weights).value.value, 0.4, 1e-14))
    }
  }

  /// Fleiss, Cohen & Everitt 1969: κ = 0.429 of 200 subjects.
  @Test func kappaOfThePaper() throws {
    let found = try Kappa(table: [[106, 10, 4], [22, 28, 10], [2, 12, 6]])
    #expect(near(found.value.value, 0.225 / 0.525, 1e-12))
    #expect(abs(found.value.value - 0.429) < 5e-4)
  }

  /// In a balanced table without a slope the restricted likelihood has the mean squares of the analysis of variance.
  @Test func aBalancedMixedModelIsTheAnalysisOfVariance() throws {
    var drawn = Drawn(seed: 7)
    let table = (0..<9).map { _ in drawn.normals(4, drawn.normal(80, 3), 1) }
    let subjects = table.indices.flatMap { Array(repeating: $0, count: 4) }
    let found = try MixedModel(table.flatMap { $0 }, [], subjects: subjects, time: nil)
    let anova = try Repeatability(table)
    #expect(near(found.residualVariance.squareRoot(), anova.withinSubject.value, 1e-9))
    #expect(near(found.interceptVariance.squareRoot(), anova.betweenSubjects, 1e-9))
    let means = Moments(table.map { Moments($0).mean })
    let intercept = found.fixed[0]
    #expect(near(intercept.value, means.mean, 1e-12))
    #expect(near(intercept.standardError, means.standardError, 1e-9))
    #expect(near(intercept.freedom, 8, 1e-6), "\(intercept.freedom)")
  }

  /// Subjects who differ less than by chance: the model is that of least squares.
  @Test func aMixedModelOfSubjectsAlikeIsTheLinearModel() throws {
    // The means of subjects are all but alike, the readings of each far apart.
    let response = [1.0, 5, 3, 2, 4, 3.1, 5, 1, 3, 0, 6, 2.9]
    let time = [0.0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]
    let subjects = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    let found = try MixedModel(response, [Column("time", time)], subjects: subjects, time: nil)
    let linear = try LinearModel(response, [Column("time", time)])
    #expect(found.interceptVariance < 1e-12)
    for (a, b) in zip(found.fixed, linear.coefficients) {
      #expect(near(a.value, b.value, 1e-9))
      #expect(near(a.standardError, b.standardError, 1e-9))
      #expect(a.freedom == b.freedom)
      #expect(near(a.estimate.ci95?.lowerBound, b.estimate.ci95?.lowerBound, 1e-8))
    }
  }

  @Test func adjustedDifferenceOfParallelLines() throws {
    let age = [1.0, 2, 3, 4, 2, 3, 4, 6]
    let isFirst = [true, true, true, true, false, false, false, false]
    let noise = [0.1, -0.1, -0.1, 0.1, 0, 0, 0, 0]
    let values = age.indices.map { 2 * age[$0] + (isFirst[$0] ? 5 : 0) + noise[$0] }
    let found = try GroupDifference.adjusted(values, isFirst: isFirst, covariates: [Column("age", age)])
    #expect(near(found.difference.value, 5, 1e-12))
    #expect(near(found.model["age"]?.value, 2, 1e-12))
    #expect(abs(try GroupDifference(Array(values[..<4]), Array(values[4...])).difference.value) < 3)
  }

  @Test func ranksOfTies() {
    let ranks = Ranks([5, 1, 5, 3, 5])
    #expect(ranks.values == [4, 1, 4, 2, 4])
    #expect(ranks.ties == 24)
  }

  @Test func holmByHand() throws {
    #expect(try HolmCorrection.corrected([0.04, 0.01, 0.03]) == [0.06, 0.03, 0.06])
    #expect(try HolmCorrection.corrected([]) == [])
  }

  @Test func quartilesOfFiveNumbers() throws {
    let found = try Summary([5, 1, 4, 2, 3])
    #expect([found.lowerQuartile, found.median, found.upperQuartile] == [2, 3, 4])
    #expect(try Summary.quantile(0.1, of: [0, 10]) == 1)
    let one = try Summary([7])
    #expect(one.median == 7)
    #expect(one.standardDeviation == nil)
    #expect(one.mean.ci95 == nil)
  }

  /// What a correlation of 0.8 from two readings needs for a width of 0.2: 8 · 1.96² · 0.04 · 3.24 / (2 · 0.04) + 1 + 4.
  @Test func sizeForAnIntraclassCorrelation() throws {
    let exact = 8 * pow(Normal.quantile(0.975), 2) * 0.04 * 3.24 / (2 * 0.04) + 1 + 5 * 0.8
    #expect(try SampleSize.intraclassCorrelation(0.8, readings: 2, halfWidth: 0.1).count == Int(exact.rounded(.up)))
  }

  /// One subject fewer is too few.
  @Test(arguments: [0.05, 0.2, 0.7, 2])
  func sizesAreTheSmallest(halfWidth: Double) throws {
    let sizes = [
      try SampleSize.mean(deviation: 1, halfWidth: halfWidth),
      try SampleSize.difference(deviation: 1, halfWidth: halfWidth),
      try SampleSize.limitsOfAgreement(deviation: 1, halfWidth: halfWidth),
      try SampleSize.withinSubject(deviation: 1, repeats: 2, halfWidth: halfWidth),
    ]
    for size in sizes { #expect(size.halfWidth <= halfWidth) }
    for size in [sizes[0]] where size.count > 2 {
      // A wish that the size fulfils exactly needs no more; a hair less needs one more.
      #expect(try SampleSize.mean(deviation: 1, halfWidth: size.halfWidth).count == size.count)
      #expect(try SampleSize.mean(deviation: 1, halfWidth: size.halfWidth * (1 - 1e-9)).count == size.count + 1)
    }
  }

  /// The fewest from which a half-width can be expected at all are enough where any will do. Of an intraclass correlation from
  /// 0.7 on and two readings it is one and 5 ρ more.
  @Test func aWideWishNeedsTheFewest() throws {
    #expect(try SampleSize.mean(deviation: 1, halfWidth: 1000).count == 2)
    #expect(try SampleSize.difference(deviation: 1, halfWidth: 1000).count == 2)
    #expect(try SampleSize.limitsOfAgreement(deviation: 1, halfWidth: 1000).count == 3)
    #expect(try SampleSize.withinSubject(deviation: 1, repeats: 2, halfWidth: 1000).count == 1)
    for (correlation, readings, fewest) in [
      (0.5, 2, 2), (0.69, 2, 2), (0.7, 3, 2), (0.7, 2, 6), (0.8, 2, 6), (0.81, 2, 7),
    ] {
      let size = try SampleSize.intraclassCorrelation(correlation, readings: readings, halfWidth: 1000)
      #expect(size.count == fewest, "\(correlation), \(readings)")
    }
  }

  /// Three readings have twice the degrees of freedom of two: half as many subjects give the same half-width.
  @Test func moreRepeatsNeedFewerSubjects() throws {
    let two = try SampleSize.withinSubject(deviation: 2, repeats: 2, halfWidth: 0.3)
    let three = try SampleSize.withinSubject(deviation: 2, repeats: 3, halfWidth: two.halfWidth)
    #expect(three.count == (two.count + 1) / 2)
    let fifth = try SampleSize.withinSubject(deviation: 2, repeats: 6, halfWidth: two.halfWidth)
    #expect(fifth.count == (two.count + 4) / 5)
  }

  /// The same by the other series of the theta function: 1 − √(2π) / h Σ exp(−(2k − 1)² π² / 8h²).
  @Test func kolmogorovsTailHasTwoSeries() {
    for h in [0.25, 0.3, 0.5, 0.8, 1.2238, 1.3581, 2, 3] {
      let below = (1...200).reduce(0.0) { $0 + exp(-pow((2 * Double($1) - 1) * Double.pi / h, 2) / 8) }
      let tail = 1 - (2 * Double.pi).squareRoot() / h * below
      #expect(abs(Kolmogorov.probability(above: h) - tail) < 1e-13, "\(h)")
    }
    // 5 % lie above 1.3581, and all above next to nothing.
    #expect(abs(Kolmogorov.probability(above: 1.3581) - 0.05) < 1e-5)
    for h in [-1, 0, 0.1, 0.2] { #expect(Kolmogorov.probability(above: h) == 1) }
    #expect(abs(Kolmogorov.probability(above: 0.21) - 1) < 1e-11)
    #expect(Kolmogorov.probability(above: 40) == 0)
  }

  /// With one degree of freedom the shift may lie far from what was seen, and is turned around with it.
  @Test func aShiftIsFoundWhereverItLies() throws {
    for share in [0.025, 0.5, 0.975] {
      let shift = try NoncentralT.shift(freedom: 1, x: 30, share: share)
      #expect(near(try NoncentralT(freedom: 1, shift: shift).probability(upTo: 30), share, 1e-9), "\(shift)")
      let other = try NoncentralT.shift(freedom: 1, x: -30, share: 1 - share)
      #expect(near(other, -shift, 1e-7), "\(shift), \(other)")
    }
    // The divisor, a normal deviate without its sign, is above 2.24 once in 40 times: 30 · 2.24 is 67.
    #expect(try NoncentralT.shift(freedom: 1, x: 30, share: 0.025) > 65)
  }

  /// With two degrees of freedom χ² is exponential.
  @Test func chiSquaredOfTwoDegreesIsExponential() {
    for x in [0.01, 0.5, 2, 3.9, 4.1, 20, 200] {
      #expect(near(ChiSquared(freedom: 2).probability(above: x), exp(-x / 2), 1e-14), "\(x)")
    }
    #expect(ChiSquared(freedom: 2).probability(above: 0) == 1)
  }

  @Test func noncentralTWithoutShiftIsStudentsT() throws {
    for freedom in [1.0, 4, 30] {
      for share in [0.01, 0.4, 0.975] {
        let value = try NoncentralT(freedom: freedom, shift: 0).quantile(share)
        #expect(near(value, StudentT(freedom: freedom).quantile(share), 1e-10))
      }
      let shift = try NoncentralT.shift(freedom: freedom, x: 2.5, share: 0.3)
      #expect(near(try NoncentralT(freedom: freedom, shift: shift).probability(upTo: 2.5), 0.3, 1e-12))
    }
  }
}

extension Double {
  var logarithm: Double { log(self) }
}
