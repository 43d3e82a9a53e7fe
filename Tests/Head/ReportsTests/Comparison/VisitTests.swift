import Geometry
import Testing

@testable import Reports

@Suite struct VisitDateTests {
  @Test func aDayIsCountedFromTheFirstOfJanuary1970() throws {
    for (text, days) in [
      ("1970-01-01", 0.0), ("1970-01-02", 1), ("2000-02-29", 11_016), ("2026-03-14", 20_526),
      ("2026-03-14T06:00", 20_526.25), ("2026-03-14 12:00:00", 20_526.5), ("2026-03-14T12:00:00.5Z", 20_526.5),
      ("2026-03-14T12:00:00+01:00", 20_526.5), ("1969-12-31", -1),
      // 675 seconds are a 128th of a day, 22:30 is fifteen sixteenths.
      ("2026-03-14T00:11:15", 20_526.0078125), ("2026-03-14T22:30", 20_526.9375), ("2026-03-14T23:59:60", 20_527),
    ] {
      #expect(try #require(VisitDate(text), "\(text)").days == days, "\(text)")
    }
  }

  @Test func whatIsNoDateIsNone() {
    for text in [
      "", "2026", "2026-3-14", "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "14.03.2026", "2026-03-14T24:00",
      "2026-03-14T12", "2026-03-14T12:60", " 2026-03-14", "2026-03-14\n", "٢٠٢٦-٠٣-١٤", "0000-01-01", "tomorrow",
      "2026-03-14T12:00:61", String(repeating: "9", count: 10_000), "2026-03-14T12:00:00.1234567890123456789012345Z",
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

@Suite struct VisitAxisTests {
  private func axis(_ dates: [String?]) -> VisitAxis {
    let visits = dates.map { Visit(name: "", flattened: nil, date: $0) }
    return VisitAxis(visits, order: dates.contains(nil) ? .given : .date)
  }

  @Test func visitsStandAtTheirDates() {
    let weeks = axis(["2026-03-01", "2026-03-15", "2026-05-10"])
    #expect(weeks.unit == "compare.weeks")
    #expect(weeks.places == [0, 2, 10])
    #expect(weeks.scale.ticks == [0, 2, 4, 6, 8, 10])
    let positions = weeks.positions(along: 100, gap: 5)
    #expect(positions == [0, 20, 100])
    #expect(axis(["2026-03-01", "2026-03-04"]).unit == "compare.days")
    #expect(axis(["2024-03-01", "2026-03-04"]).unit == "compare.months")
  }

  /// Up to three weeks are told in days, up to a year and a half in weeks.
  @Test func theSpanChoosesTheUnit() throws {
    for (last, unit, place) in [
      ("2026-01-22", "compare.days", 21), ("2026-01-23", "compare.weeks", 22 / 7.0),
      ("2027-07-05", "compare.weeks", 550 / 7.0),
      ("2027-07-06", "compare.months", 551 / (365.25 / 12)),
    ] {
      let axis = axis(["2026-01-01", last])
      #expect(axis.unit == unit, "\(last)")
      #expect(axis.places[0] == 0 && abs(axis.places[1] - place) < 1e-9 && !axis.isOfAge, "\(last)")
      #expect(axis.scale.low == 0 && axis.scale.high >= place - 1e-6 && axis.scale.ticks.count <= 7, "\(last)")
    }
    #expect(axis(["2026-01-01", "2026-01-22"]).scale.step == 7)
    #expect(axis(["2026-01-01", "2026-03-01"]).scale.step == 2)
    // The dates of visits that stand in the order in which they were given are not used.
    let visits = ["2026-01-01", "2026-01-22"].map { Visit(name: "", flattened: nil, date: $0) }
    #expect(VisitAxis(visits, order: .given).unit == nil)
  }

  @Test func visitsStandAtTheAges() {
    let aged = VisitAxis((0..<3).map { _ in Visit(name: "", flattened: nil) }, order: .given, ages: [2.2, 3.5, 6])
    #expect(aged.isOfAge && aged.unit == "compare.age_months")
    #expect((aged.scale.low, aged.scale.high) == (2, 6))
    for (found, expected) in zip(aged.positions(along: 100, gap: 5), [5.0, 37.5, 100]) {
      #expect(abs(found - expected) < 1e-9)
    }
    #expect(aged.share(4) == 0.5)
  }

  @Test func withoutADateTheyStandEvenly() {
    let even = axis(["2026-03-01", nil, "2026-03-15"])
    #expect(even.unit == nil)
    #expect(even.positions(along: 100, gap: 5) == [0, 50, 100])
    #expect(axis(["2026-03-01", "2026-03-01"]).unit == nil)
  }

  /// Where the axis has no room for the gap they share it; one visit stands at its beginning.
  @Test func manyVisitsShareTheAxis() {
    let days = Array(repeating: "2026-03-01", count: 20) + ["2026-03-22"]
    let positions = axis(days).positions(along: 160, gap: 16)
    for (index, position) in positions.enumerated() { #expect(abs(position - 8 * Double(index)) < 1e-9, "\(index)") }
    let late = axis(["2026-03-01", "2026-03-22", "2026-03-22", "2026-03-22"]).positions(along: 160, gap: 16)
    #expect(late == [0, 128, 144, 160])
    #expect(VisitAxis([Visit(name: "", flattened: nil)], order: .given).positions(along: 160, gap: 16) == [0])
  }

  /// Visits of one day stand side by side, in their order and within the axis.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func noneHidesAnother(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let days = (0..<8).map { _ in Int(random.next() % 28) + 1 }.sorted()
    let axis = axis(days.map { "2026-03-" + ($0 < 10 ? "0" : "") + "\($0)" })
    let positions = axis.positions(along: 160, gap: 16)
    for (a, b) in zip(positions, positions.dropFirst()) { #expect(b - a >= 16 - 1e-9, "seed \(seed)") }
    #expect(positions.first! >= -1e-9 && positions.last! <= 160 + 1e-9, "seed \(seed)")
  }

  @Test func ticksAreRoundAndHoldTheRange() {
    for (low, high) in [(0.0, 8.3), (-3.2, 8.9), (395, 441), (0.02, 0.07), (-0.4, -0.3), (901.4, 901.5)] {
      let scale = RoundScale(low...high, most: 5)
      #expect(scale.low <= low + 1e-9 * scale.step, "\(low) \(high)")
      #expect(scale.high >= high - 1e-9 * scale.step, "\(low) \(high)")
      #expect(scale.ticks.count <= 6, "\(low) \(high)")
      #expect(scale.ticks.count >= 2, "\(low) \(high)")
      let digits = scale.step / pow10(scale.step)
      #expect([1.0, 2, 5].contains { abs(digits - $0) < 1e-9 }, "\(scale.step)")
    }
  }

  /// The power of ten at or below a value.
  private func pow10(_ value: Double) -> Double {
    var power = 1.0
    while power > value * (1 + 1e-9) { power /= 10 }
    while power * 10 <= value * (1 + 1e-9) { power *= 10 }
    return power
  }
}
