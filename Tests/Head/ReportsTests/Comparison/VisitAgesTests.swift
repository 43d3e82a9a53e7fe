import Analysis
import Diagnostics
import Testing

@testable import Reports

/// The ages of one child, as far as what its visits state fits together.
@Suite struct VisitAgesTests {
  private func visits(
    _ ages: [Double?], sexes: [String?] = [], weeks: [Double?] = [], dates: [String?] = []
  ) -> [Visit] {
    ages.indices.map { index in
      var visit = Visit(name: "", flattened: nil, date: index < dates.count ? dates[index] : nil)
      visit.ageMonths = ages[index]
      visit.sex = index < sexes.count ? sexes[index] : "male"
      visit.gestationWeeks = index < weeks.count ? weeks[index] : nil
      return visit
    }
  }

  @Test func agesThatFit() throws {
    let ages = try #require(VisitAges(visits([2, 3.5, 6])))
    #expect(ages.months == [2, 3.5, 6] && ages.sex == .male && ages.correctedFor == nil)
    for wrong in [[2, nil, 3], [3, 2], [2, 2], [2]] as [[Double?]] { #expect(VisitAges(visits(wrong)) == nil) }
    #expect(VisitAges(visits([2, 3], sexes: ["male", nil])) == nil)
    #expect(VisitAges(visits([2, 3], sexes: ["male", "female"])) == nil)
  }

  /// All visits of a child born early are corrected, or none.
  @Test func allAreCorrectedOrNone() throws {
    let early = try #require(VisitAges(visits([4, 5], weeks: [32, nil])))
    #expect(early.correctedFor == 32)
    for (found, age) in zip(early.months, [4.0, 5]) { #expect(abs(found - (age - 56 / 30.4375)) < 1e-9) }
    // Beyond 36 months nobody is corrected, before term nobody can be, and two statements are none.
    for (ages, weeks) in [([35.9, 36.5], [24, 24]), ([1, 5], [30, 30]), ([4, 5], [30, 32])] as [([Double], [Double])] {
      let found = try #require(VisitAges(visits(ages, weeks: weeks)))
      #expect(found.months == ages && found.correctedFor == nil)
    }
  }

  @Test(arguments: [
    ("2026-04-15", true), ("2026-04-01", true), ("2026-03-31", false), ("2026-04-30", true), ("2026-05-01", false),
  ])
  func agesAndDatesMayNotContradict(date: String, fits: Bool) {
    // One and a half months by age from the first of March on.
    let found = visits([2, 3.5], dates: ["2026-03-01", date])
    #expect((VisitAges(found) != nil) == fits)
    #expect(VisitAges.fault(found)?.code == (fits ? nil : .comparisonAges))
  }

  @Test func twoSexesAreSaid() {
    #expect(VisitAges.fault(visits([2, 3], sexes: ["male", "female"]))?.code == .comparisonSexes)
    #expect(VisitAges.fault(visits([2, 3], sexes: ["male", nil])) == nil && VisitAges.fault([]) == nil)
  }
}
