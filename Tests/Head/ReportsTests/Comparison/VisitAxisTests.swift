import Geometry
import Testing

@testable import Reports

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

  @Test func withoutADateTheyStandEvenly() {
    let even = axis(["2026-03-01", nil, "2026-03-15"])
    #expect(even.unit == nil)
    #expect(even.positions(along: 100, gap: 5) == [0, 50, 100])
    #expect(axis(["2026-03-01", "2026-03-01"]).unit == nil)
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
