import Geometry
import Testing

@testable import Feedback

@Suite struct SettlingTests {
  @Test func aReadingCountsOnceItHasStayed() {
    var settling = Settling(leniency: 0.2, seconds: 2)
    #expect(settling.add(10, at: 0) == nil)
    #expect(settling.add(11.9, at: 1) == nil)
    #expect(abs(settling.add(8.1, at: 2)! - 10) < 1e-9)
    #expect(settling.add(12.5, at: 3) == nil, "more than 20 % away: the clock starts again")
    #expect(settling.add(12.5, at: 4.9) == nil)
    #expect(settling.add(12.5, at: 5) == 12.5)
    #expect(settling.add(nil, at: 6) == nil)
    #expect(settling.add(12.5, at: 7) == nil)
    #expect(settling.add(.nan, at: 10) == nil)
  }

  @Test func nearZeroALeastLeniencyCounts() {
    var settling = Settling(leniency: 0.2, seconds: 1, least: 2)
    #expect(settling.restingSince == nil)
    #expect(settling.add(0, at: 0) == nil)
    #expect(settling.add(1.9, at: 0.5) == nil)
    #expect(settling.add(-2, at: 1) != nil)
    #expect(settling.restingSince == 0)
    #expect(settling.add(2.1, at: 1.5) == nil)
    #expect(settling.restingSince == 1.5)
    #expect(settling.add(100, at: 2) == nil, "far from 0 the share is larger")
    #expect(settling.add(119, at: 3) != nil, "far from 0 the share is larger")
  }

  /// Whatever settles has only values within the leniency of the first one behind it, for as long as is asked.
  @Test(arguments: 1...20) func whatSettlesHasStayed(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var settling = Settling(leniency: 0.2, seconds: 1)
    var (values, settled) = ([(Double, Double)](), 0)
    for i in 0..<400 {
      let (time, value) = (Double(i) / 30, 5 + random.normal() * (i % 100 < 50 ? 0.2 : 3))
      values.append((time, value))
      guard settling.add(value, at: time) != nil else { continue }
      settled += 1
      let last = values.filter { $0.0 > time - 1 + 1e-9 }.map(\.1)
      // Each within 20 % of one value: the largest at most 1.2 / 0.8 of the smallest.
      #expect(last.max()! / last.min()! <= 1.5 + 1e-9, "seed \(seed), \(time)")
    }
    #expect(settled > 20, "seed \(seed)")
  }

  @Test func readingsHaveColours() {
    let bands = FeedbackRules.Bands(good: 0.2...0.4, fair: 0.17...0.45)
    #expect([0.1, 0.18, 0.3, 0.4, 0.44, 0.5].map(bands.light) == [.red, .amber, .green, .green, .amber, .red])
    #expect(Set(TrafficLight.allCases.map(\.sign)).count == 3)
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil)
    let told = engine.run(
      (0..<300).map { i in
        var frame = Synthetic.frame(i, distance: i < 150 ? 0.3 : 0.43)
        frame.cvai = 7
        return frame
      })
    let lights = told.flatMap(\.events).compactMap { event -> (DisplayedQuantity, TrafficLight, Double)? in
      if case .reading(let reading, _, let light) = event.kind { (reading, light, event.time) } else { nil }
    }
    #expect(lights.filter { $0.0 == .distance }.map(\.1) == [.green, .amber])
    #expect(abs(lights.first { $0.0 == .cvai }!.2 - 2) < 0.05)
    #expect(lights.first { $0.0 == .cvai }!.1 == .red)
  }
}
