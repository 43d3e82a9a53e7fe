import Testing

@testable import Statistics

/// Data that can't carry a statistic.
@Suite struct RefusalTests {
  private func refuses(
    _ error: StatisticsError, _ work: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) { try work() }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsRefusedEverywhere(value: Double) {
    let good = [1.0, 2, 4, 3, 7]
    let bad = [1.0, 2, value, 3, 7]
    let error = StatisticsError.notFinite(index: 2)
    refuses(error) { _ = try Summary(bad) }
    refuses(error) { _ = try Summary.quantile(0.5, of: bad) }
    refuses(error) { _ = try Repeatability([[1, 2], [value, 3]]) }
    refuses(error) { _ = try IntraclassCorrelation([[1, 2], [value, 3]]) }
    refuses(error) { _ = try BlandAltman(bad, good) }
    refuses(error) { _ = try BlandAltman(good, bad) }
    refuses(error) { _ = try RepeatedBlandAltman(differences: [[1, 2], [value], [3]]) }
    refuses(error) { _ = try DemingRegression(good, bad) }
    refuses(error) { _ = try PassingBablok(bad, good) }
    refuses(error) { _ = try ConcordanceCorrelation(bad, good) }
    refuses(error) { _ = try LinearModel(bad, []) }
    refuses(error) { _ = try LinearModel(good, [Column("x", bad)]) }
    refuses(error) { _ = try MixedModel(bad, [], subjects: [1, 1, 2, 2, 3], time: nil) }
    refuses(error) { _ = try MixedModel(good, [], subjects: [1, 1, 2, 2, 3], time: bad) }
    refuses(error) { _ = try GroupDifference(good, bad) }
    refuses(error) { _ = try RankCorrelation(good, bad) }
    refuses(error) { _ = try KruskalWallis([[1, 2], [value]]) }
    refuses(error) { _ = try HolmCorrection.corrected([0.1, 0.2, value]) }
    #expect(throws: StatisticsError.self) { try SampleSize.mean(deviation: value, halfWidth: 1) }
    #expect(throws: StatisticsError.self) { try SampleSize.mean(deviation: 1, halfWidth: value) }
    #expect(throws: StatisticsError.self) { try DemingRegression(good, [2, 1, 4, 5, 9], varianceRatio: value) }
  }

  @Test func tooFewAreRefused() {
    refuses(.tooFew(.values, found: 0, needed: 1)) { _ = try Summary([]) }
    refuses(.tooFew(.repeats, found: 0, needed: 1)) { _ = try Repeatability([[1], [2]]) }
    refuses(.tooFew(.subjects, found: 0, needed: 1)) { _ = try Repeatability([[], []]) }
    refuses(.tooFew(.raters, found: 1, needed: 2)) { _ = try IntraclassCorrelation([[1], [2]]) }
    refuses(.tooFew(.subjects, found: 1, needed: 2)) { _ = try IntraclassCorrelation([[1, 2], [nil, 3]]) }
    refuses(.tooFew(.pairs, found: 2, needed: 3)) { _ = try BlandAltman([1, 2], [2, 4]) }
    refuses(.tooFew(.subjects, found: 2, needed: 3)) { _ = try RepeatedBlandAltman(differences: [[1, 2], [3], []]) }
    refuses(.tooFew(.pairs, found: 2, needed: 3)) { _ = try PassingBablok([1, 2], [2, 4]) }
    refuses(.tooFew(.categories, found: 1, needed: 2)) { _ = try Kappa(table: [[3]]) }
    refuses(.tooFew(.ratings, found: 0, needed: 2)) { _ = try Kappa([], [], categories: 2) }
    refuses(.tooFew(.freedom, found: 0, needed: 1)) { _ = try LinearModel([1, 2], [Column("x", [1, 3])]) }
    refuses(.tooFew(.repeats, found: 0, needed: 1)) {
      _ = try MixedModel([1, 2, 4], [], subjects: ["a", "b", "c"], time: nil)
    }
    let columns = [Column("a", [1, 0, 0, 1]), Column("b", [0, 1, 0, 2]), Column("c", [0, 0, 1, 5])]
    refuses(.tooFew(.freedom, found: 0, needed: 1)) {
      _ = try MixedModel([1, 2, 4, 3], columns, subjects: [1, 1, 2, 3], time: nil)
    }
    refuses(.tooFew(.subjects, found: 2, needed: 3)) {
      _ = try MixedModel([1, 2, 4, 3], [], subjects: [1, 1, 2, 2], time: nil)
    }
    refuses(.tooFew(.values, found: 1, needed: 2)) { _ = try GroupDifference([1], [2, 3]) }
    refuses(.tooFew(.pairs, found: 3, needed: 4)) { _ = try RankCorrelation([1, 2, 3], [2, 1, 3]) }
    refuses(.tooFew(.groups, found: 1, needed: 2)) { _ = try KruskalWallis([[1, 2, 3]]) }
  }

  @Test func tooManyAreRefused() {
    let many = (0...PassingBablok.most).map { Double($0) }
    refuses(.tooMany(.pairs, found: PassingBablok.most + 1, most: PassingBablok.most)) {
      _ = try PassingBablok(many, many.map { 2 * $0 })
    }
  }

  /// Alike but for the rounding of numbers, too: 0.1 apart at 80 is not 0.1 apart at 80.7.
  @Test func whatDoesNotVaryIsRefused() {
    let values = [80.1, 80.3, 80.7, 81.2]
    refuses(.noSpread(.differences)) { _ = try Repeatability([[80.1, 80.1], [3, 3]]) }
    refuses(.noSpread(.values)) { _ = try IntraclassCorrelation([[80.1, 80.1], [80.1, 80.1]]) }
    // Means of subjects that are alike to the last digit: there is nothing to set against the error.
    refuses(.noSpread(.subjects)) { _ = try IntraclassCorrelation([[1, 3], [3, 1]]) }
    refuses(.noSpread(.differences)) { _ = try BlandAltman(values.map { $0 + 0.1 }, values) }
    refuses(.noSpread(.differences)) { _ = try RepeatedBlandAltman(differences: [[0.1, 0.1], [0.1], [0.1]]) }
    refuses(.noSpread(.first)) { _ = try DemingRegression([80.1, 80.1, 80.1, 80.1], values) }
    refuses(.noSpread(.second)) { _ = try PassingBablok(values, [80.1, 80.1, 80.1, 80.1]) }
    refuses(.noSpread(.first)) { _ = try ConcordanceCorrelation([80.1, 80.1, 80.1, 80.1], values) }
    refuses(.noSpread(.ratings)) { _ = try Kappa([1, 1, 1], [1, 1, 1], categories: 3) }
    refuses(.noSpread(.values)) { _ = try LinearModel([80.1, 80.1, 80.1], []) }
    refuses(.noSpread(.residuals)) { _ = try LinearModel(values.map { 2 * $0 }, [Column("x", values)]) }
    refuses(.noSpread(.residuals)) {
      _ = try MixedModel([80.1, 80.1, 80.7, 80.7, 81.2, 81.2], [], subjects: [1, 1, 2, 2, 3, 3], time: nil)
    }
    refuses(.noSpread(.values)) { _ = try GroupDifference([80.1, 80.1], [80.1, 80.1]) }
    refuses(.noSpread(.second)) { _ = try RankCorrelation(values, [1, 1, 1, 1]) }
    refuses(.noSpread(.values)) { _ = try KruskalWallis([[2, 2], [2]]) }
  }

  @Test func columnsThatAddNothingAreNamed() {
    let x = [1.0, 2, 3, 5, 8, 9]
    let double = Column("double", x.map { 2 * $0 + 1 })
    refuses(.collinear(column: "double")) { _ = try LinearModel([3, 1, 4, 1, 5, 9], [Column("x", x), double]) }
    // Small numbers are no copies of each other.
    #expect(throws: Never.self) { try LinearModel([3, 1, 4, 1, 5, 9], [Column("small", x.map { $0 * 1e-9 })]) }
    refuses(.collinear(column: "flat")) {
      _ = try LinearModel([3, 1, 4, 1, 5, 9], [Column("flat", x.map { _ in 0.1 })])
    }
    refuses(.collinear(column: "double")) {
      _ = try MixedModel([3, 1, 4, 1, 5, 9], [Column("x", x), double], subjects: [1, 1, 2, 2, 3, 3], time: nil)
    }
  }

  @Test func whatDoesNotBelongTogetherIsRefused() {
    refuses(.differentLengths(3, 2)) { _ = try BlandAltman([1, 2, 3], [1, 2]) }
    refuses(.differentLengths(1, 2)) { _ = try IntraclassCorrelation([[1, 2], [3]]) }
    refuses(.differentLengths(2, 1)) { _ = try Kappa([0, 1], [0], categories: 2) }
    refuses(.differentLengths(2, 3)) { _ = try LinearModel([1, 2, 4], [Column("x", [1, 2])]) }
    refuses(.differentLengths(2, 3)) { _ = try Kappa([0, 1], [0, 1], of: ["a", "b", "c"], categories: 2) }
    refuses(.outOfRange(.category, 2)) { _ = try Kappa([0, 2], [0, 1], categories: 2) }
    refuses(.outOfRange(.share, 1.1)) { _ = try Summary.quantile(1.1, of: [1]) }
    refuses(.outOfRange(.varianceRatio, 0)) { _ = try DemingRegression([1, 2, 3], [1, 3, 2], varianceRatio: 0) }
    refuses(.outOfRange(.probability, -0.1)) { _ = try HolmCorrection.corrected([-0.1]) }
    refuses(.outOfRange(.correlation, 1)) { _ = try SampleSize.intraclassCorrelation(1, readings: 2, halfWidth: 0.1) }
    refuses(.outOfRange(.repeats, 1)) { _ = try SampleSize.withinSubject(deviation: 1, repeats: 1, halfWidth: 0.1) }
    refuses(.notComputed(.sampleSize)) { _ = try SampleSize.mean(deviation: 1, halfWidth: 1e-9) }
  }

  @Test func hugeNumbersAreRefused() {
    refuses(.tooLarge(index: 1)) { _ = try Summary([1, -1e51]) }
    refuses(.outOfRange(.varianceRatio, 1e60)) { _ = try DemingRegression([1, 2, 3], [1, 3, 2], varianceRatio: 1e60) }
  }

  /// A line without correlation, one that is upright, and none at all.
  @Test func linesThatDataDoNotHave() {
    refuses(.notComputed(.slope)) { _ = try DemingRegression([-1, -1, 1, 1], [-1, 1, -1, 1]) }
    refuses(.notComputed(.slope)) { _ = try PassingBablok([1, 1, 1, 2], [1, 2, 3, 9]) }
    // Every slope between two points is −1.
    refuses(.notComputed(.slope)) { _ = try PassingBablok([1, 2, 3], [3, 2, 1]) }
  }

  @Test func aMixedModelSaysWhyThereIsNoSlope() throws {
    // Two visits each: as many intercepts and slopes as observations.
    let (y, t) = ([1.0, 2.2, 3, 4.5, 2, 3.9], [0.0, 1, 0, 1, 0, 1])
    let few = try MixedModel(y, [Column("time", t)], subjects: [1, 1, 2, 2, 3, 3], time: t)
    #expect(few.randomPart == .intercept(.tooFewRepeats))
    #expect(few.slopeVariance == nil)
    #expect(few.effects.allSatisfy { $0.slope == nil })
    let none = try MixedModel(y, [Column("time", t)], subjects: [1, 1, 2, 2, 3, 3], time: nil)
    #expect(none.randomPart == .intercept(.notAsked))
    #expect(none.logLikelihood == few.logLikelihood)
    // All visits at one time.
    let once = try MixedModel(y, [], subjects: [1, 1, 2, 2, 3, 3], time: y.map { _ in 2 })
    #expect(once.randomPart == .intercept(.tooFewRepeats))
  }

  /// Means that are all alike have limits where the differences within subjects are not, however small.
  @Test func anySpreadWithinSubjectsHasLimits() throws {
    let found = try RepeatedBlandAltman(differences: [[0.1, 0.3], [0.0, 0.4], [0.15, 0.25]])
    #expect(abs(found.bias.value - 0.2) < 1e-12)
    // Squares within: 0.02, 0.08 and 0.005, with three degrees of freedom.
    #expect(abs(found.withinSubjects - (0.105 / 3).squareRoot()) < 1e-12)
    refuses(.noSpread(.differences)) {
      _ = try RepeatedBlandAltman(differences: [[0.25, 0.25], [0.25, 0.25], [0.25]])
    }
  }
}
