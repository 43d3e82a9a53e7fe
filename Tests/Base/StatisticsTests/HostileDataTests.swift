import Foundation
import Geometry
import Testing

@testable import Statistics

/// Whatever finite numbers come in, a statistic is refused with a reason or all its values are finite.
@Suite struct HostileDataTests {
  /// Samples that break sums: alike, nearly alike, far apart, of any size, few.
  private struct Hostile {
    var drawn: Drawn

    mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &drawn) }

    mutating func values(_ count: Int) -> [Double] {
      let size = pow(10, [-300.0, -160, -80, -20, -5, 0, 0, 0, 6, 15, 40, 80, 160, 300].randomElement(using: &drawn)!)
      let offset = [0.0, 0, 1, 80, 1e6].randomElement(using: &drawn)!
      let kind = Int.random(in: 0...5, using: &drawn)
      return (0..<count).map { index in
        switch kind {
        case 0: size
        case 1: Double(Int.random(in: 0...2, using: &drawn)) * size
        case 2: offset * size + size * drawn.normal() * 1e-12
        case 3: index == 0 ? size : 0
        case 4: Double(index) * size + offset
        default: size * drawn.normal(offset)
        }
      }
    }

    mutating func table(_ rows: Int) -> [[Double]] {
      let all = values(4 * rows)
      return (0..<rows).map { row in Array(all[(4 * row)..<(4 * row + Int.random(in: 1...4, using: &drawn))]) }
    }
  }

  /// Every number in a value is finite, however deep it lies; the deviation of an estimate without an interval is not.
  private func isFinite(_ value: Any) -> Bool {
    if let number = value as? Double { return number.isFinite }
    if let estimate = value as? Estimate {
      return isFinite(estimate.value)
        && (estimate.ci95.map { isFinite($0.lowerBound) && isFinite($0.upperBound) } ?? true)
    }
    return Mirror(reflecting: value).children.allSatisfy { isFinite($0.value) }
  }

  /// Runs a statistic on drawn data; anything but a `StatisticsError` or finite numbers fails.
  private func holds(_ seeds: ClosedRange<UInt64>, _ statistic: (inout Hostile) throws -> Any) {
    var computed = 0
    for seed in seeds {
      var hostile = Hostile(drawn: Drawn(seed: seed))
      do {
        let found = try statistic(&hostile)
        computed += 1
        #expect(isFinite(found), "seed \(seed): \(found)")
      } catch {
        #expect(error is StatisticsError, "seed \(seed): \(error)")
      }
    }
    // Not all of it may be refused, or the test says nothing.
    #expect(computed > seeds.count / 20, "\(computed) of \(seeds.count) computed")
  }

  private static let seeds: ClosedRange<UInt64> = 1...1500

  @Test func summaries() {
    holds(Self.seeds) {
      let n = $0.count(0...6); return try Summary($0.values(n))
    }
  }

  @Test func repeatability() {
    holds(Self.seeds) {
      let n = $0.count(0...6); return try Repeatability($0.table(n))
    }
  }

  @Test func intraclassCorrelation() {
    holds(Self.seeds) { hostile in
      let (n, k) = (hostile.count(1...6), hostile.count(1...4))
      let all = hostile.values(n * k)
      return try IntraclassCorrelation((0..<n).map { row in all[(row * k)..<(row * k + k)].map { $0 } })
    }
  }

  @Test func blandAltman() {
    holds(Self.seeds) {
      let n = $0.count(2...7); return try BlandAltman($0.values(n), $0.values(n))
    }
    holds(Self.seeds) {
      let n = $0.count(1...7); return try RepeatedBlandAltman(differences: $0.table(n))
    }
  }

  @Test func lines() {
    holds(Self.seeds) {
      let n = $0.count(2...7); return try DemingRegression($0.values(n), $0.values(n))
    }
    holds(Self.seeds) {
      let n = $0.count(2...7); return try PassingBablok($0.values(n), $0.values(n))
    }
    holds(Self.seeds) {
      let n = $0.count(2...7); return try ConcordanceCorrelation($0.values(n), $0.values(n))
    }
  }

  @Test func kappa() {
    holds(Self.seeds) { hostile in
      let k = hostile.count(1...4)
      let counts = (0..<k).map { _ in (0..<k).map { _ in hostile.count(0...3) * hostile.count(0...1) } }
      return try Kappa(table: counts, weights: [.none, .linear, .quadratic][hostile.count(0...2)])
    }
  }

  @Test func models() {
    holds(Self.seeds) { hostile in
      let n = hostile.count(3...12)
      return try LinearModel(hostile.values(n), [Column("a", hostile.values(n)), Column("b", hostile.values(n))])
    }
    holds(1...600) { hostile in
      let n = hostile.count(6...16)
      let subjects = (0..<n).map { _ in hostile.count(0...4) }
      return try MixedModel(
        hostile.values(n), [Column("a", hostile.values(n))], subjects: subjects, time: hostile.values(n))
    }
  }

  @Test func groups() {
    holds(1...500) {
      let (n, m) = ($0.count(1...6), $0.count(1...6)); return try GroupDifference($0.values(n), $0.values(m))
    }
    holds(Self.seeds) {
      let n = $0.count(3...7); return try RankCorrelation($0.values(n), $0.values(n))
    }
    holds(Self.seeds) {
      let n = $0.count(1...5); return try KruskalWallis($0.table(n))
    }
  }

  @Test func sizes() {
    holds(1...300) { hostile in
      let (sd, half) = (abs(hostile.values(1)[0]), abs(hostile.values(1)[0]))
      return [
        try SampleSize.mean(deviation: sd, halfWidth: half), try SampleSize.difference(deviation: sd, halfWidth: half),
        try SampleSize.withinSubject(deviation: sd, repeats: hostile.count(1...4), halfWidth: half),
        try SampleSize.limitsOfAgreement(deviation: sd, halfWidth: half),
      ]
    }
  }
}
