import Analysis
import Diagnostics
import Statistics
import Testing

@testable import StudyReports

/// Numbers of a summary in words.
@Suite struct SummaryTextTests {
  private let english = SummaryText(language: .english, measure: .cvai)
  private let german = SummaryText(language: .german, measure: .cvai)

  private func estimate(_ value: Double, _ ci95: ClosedRange<Double>? = nil) -> SummaryEstimate {
    SummaryEstimate(.init(value, ci95: ci95))
  }

  @Test func valuesHaveTheirUnit() throws {
    #expect(english.value(3.456) == "3.46 %")
    #expect(german.value(-3.456, digits: 1) == "−3,5 %")
    let angle = try #require(MeasureName.allCases.first { $0.unit == "°" })
    #expect(SummaryText(language: .english, measure: angle).value(2) == "2.00°")
  }

  @Test func intervalsStandBehindTheirValues() {
    #expect(english.plain(estimate(0.5)) == "0.50")
    #expect(english.plain(estimate(0.5, 0.25...0.75), digits: 3) == "0.500 (0.250 to 0.750)")
    #expect(english.estimate(estimate(4, 3...5.5)) == "4.00 % (3.00 to 5.50)")
    #expect(english.estimate(SummaryEstimate(value: 4), digits: 1) == "4.0 %")
  }

  @Test func aProbabilityHasThreeDecimals() {
    #expect(english.probability(0.25) == "p = 0.250")
    #expect(english.probability(0.001) == "p = 0.001")
    #expect(english.probability(0.0009) == "p < 0.001")
    #expect(german.probability(1) == "p = 1,000")
  }

  @Test func whatWasLeftOutIsASentence() {
    #expect(english.leftOut([]).isEmpty)
    let some = english.leftOut([LeftOut(reason: .otherScale, scans: 2), LeftOut(reason: .otherScale, scans: 3)])
    #expect(some == "Left out: 2 (levels of another scale), 3 (levels of another scale).")
    #expect(LeftOut.list([(.noAge, 0), (.alone, 2), (.noPair, -1)]) == [LeftOut(reason: .alone, scans: 2)])
  }

  /// How many there are, and never less than none.
  @Test func refusalsAreSentences() {
    let text = { (found: Int) in
      Refusal(error: StatisticsError.tooFew(.values, found: found, needed: 5)).text(.english)
    }
    #expect(text(3) == "Withheld: 3 values, at least 5 needed.")
    #expect(text(-2) == "Withheld: 0 values, at least 5 needed.")
    #expect(Refusal(error: .tooMany(.groups, found: 9, most: 4)).text(.english).contains("9 groups, at most 4"))
  }
}
