import Testing

@testable import Reports

@Suite struct VisitDateTests {
  @Test func aDayIsCountedFromTheFirstOfJanuary1970() throws {
    for (text, days) in [
      ("1970-01-01", 0.0), ("1970-01-02", 1), ("2000-02-29", 11_016), ("2026-03-14", 20_526),
      ("2026-03-14T06:00", 20_526.25), ("2026-03-14 12:00:00", 20_526.5), ("2026-03-14T12:00:00.5Z", 20_526.5),
      ("2026-03-14T12:00:00+01:00", 20_526.5), ("1969-12-31", -1),
    ] {
      #expect(try #require(VisitDate(text), "\(text)").days == days, "\(text)")
    }
  }

  @Test func whatIsNoDateIsNone() {
    for text in [
      "", "2026", "2026-3-14", "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "14.03.2026", "2026-03-14T24:00",
      "2026-03-14T12", "2026-03-14T12:60", " 2026-03-14", "2026-03-14\n", "٢٠٢٦-٠٣-١٤", "0000-01-01", "tomorrow",
      String(repeating: "9", count: 10_000), "2026-03-14T12:00:00.1234567890123456789012345Z",
    ] {
      #expect(VisitDate(text) == nil, "\(text.prefix(40))")
    }
  }

  @Test func lettersGoOnAfterZ() {
    #expect(Visit.labels(3) == ["A", "B", "C"])
    let many = Visit.labels(704)
    #expect(many[25] == "Z")
    #expect(many[26] == "AA")
    #expect(many[51] == "AZ")
    #expect(many[52] == "BA")
    #expect(many[701] == "ZZ")
    #expect(many[702] == "AAA")
    #expect(Set(many).count == 704)
  }

  @Test func everyVisitIsComparedWithTheFirstAndTheOneBefore() {
    let pairs = { (count: Int) in HeadChange.pairs(count).map { [$0.0, $0.1] } }
    #expect(pairs(2) == [[0, 1]])
    #expect(pairs(4) == [[0, 1], [0, 2], [0, 3], [1, 2], [2, 3]])
  }
}
