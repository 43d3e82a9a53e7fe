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

  @Test func withoutATimeEachValueCounts() {
    var settling = Settling(leniency: 0.2, seconds: 0)
    #expect(settling.add(5, at: 0) == 5)
    #expect(settling.add(9, at: 0.1) == 9)
    #expect(settling.add(10, at: 0.2) == 9.5)
  }

  /// What leads how far: the line of least squares by pairs of values, and the means of the quarters of the last seconds.
  private func drift(_ values: [(time: Double, value: Double)], seconds: Double, at time: Double) -> Double {
    var (above, below) = (0.0, 0.0)
    for a in values {
      for b in values {
        above += (a.time - b.time) * (a.value - b.value)
        below += (a.time - b.time) * (a.time - b.time)
      }
    }
    let line = below > 0 ? abs(above / below) * seconds : 0
    let means = (0..<4).compactMap { quarter -> Double? in
      let (from, to) = (Double(quarter) * seconds / 4, Double(quarter + 1) * seconds / 4)
      let own = values.filter {
        let since = $0.time - (time - seconds)
        return since >= from && (since < to || quarter == 3)
      }
      return own.isEmpty ? nil : own.reduce(0) { $0 + $1.value } / Double(own.count)
    }
    return max(line, means.max()! - means.min()!)
  }

  /// Against the rule: the mean of the last seconds counts where it drifts by 0.75 at most, or by 1.5 once it rests. Times are
  /// binary fractions, so that ends of quarters are exact.
  @Test(arguments: 1...12, [2.0, 0.25]) func whatDriftsHasNotSettled(_ seed: Int, _ seconds: Double) {
    var random = SeededGenerator(seed: UInt64(seed))
    var settling = Settling(leniency: 0, seconds: seconds, least: 1000, drift: 0.75)
    var values: [(time: Double, value: Double)] = []
    var (isResting, verdicts) = (false, Set<Bool>())
    let speed = (0.2 + 0.8 * random.uniform()) / seconds
    for i in 0..<150 {
      // Mostly 32 frames a second, some of them missing; now and then a gap that is longer than the seconds.
      let step = (random.uniform() < 0.02 ? 2 * seconds : 1 / 32) * (random.uniform() < 0.1 ? 2 : 1)
      let time = (values.last?.time ?? 0) + step
      let value = 50 + speed * time * (i % 80 < 50 ? 1 : -2) + 0.3 * random.normal()
      values.append((time, value))
      let found = settling.add(value, at: time)
      guard time - values[0].time >= seconds else {
        #expect(found == nil)
        continue
      }
      let recent = values.filter { time - $0.time <= seconds }
      let drift = drift(recent, seconds: seconds, at: time)
      // Where rounding decides, nothing is expected, and what was found goes on.
      guard abs(drift - (isResting ? 1.5 : 0.75)) > 1e-9 else {
        isResting = found != nil
        continue
      }
      isResting = drift <= (isResting ? 1.5 : 0.75)
      verdicts.insert(isResting)
      #expect((found != nil) == isResting, "seed \(seed), \(time) s, drift \(drift)")
      if let found {
        let mean = recent.reduce(0) { $0 + $1.value } / Double(recent.count)
        #expect(abs(found - mean) < 1e-9, "seed \(seed), \(time) s")
      }
    }
    #expect(!verdicts.isEmpty)
  }

  @Test func howOftenInARowIsCounted() {
    var streak = Streak<Int>()
    #expect([4, 4, 4, 7, 4, 4].map { streak.add($0) } == [1, 2, 3, 1, 1, 2])
    #expect(streak.value == 4)
  }
}
