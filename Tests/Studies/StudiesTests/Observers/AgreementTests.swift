import Foundation
import Geometry
import Testing

@testable import Studies

@Suite struct AgreementTests {
  /// What observers of known deviations read: points whose errors have the given share along each axis.
  struct Simulation: Sendable {
    var scans = 1, observers = 3, repeats = 2
    var observer = 0.8, interaction = 0.4, error = 0.6
    var axes: [Double] = [1, 1, 1]

    var length: Double { axes.reduce(0) { $0 + $1 * $1 }.squareRoot() }

    func readings(_ random: inout SeededGenerator) -> [Reading] {
      let size = length
      func drawn(_ deviation: Double) -> [Double] { axes.map { $0 / size * deviation * random.normal() } }
      let biases = (0..<observers).map { _ in drawn(observer) }
      return (0..<scans).flatMap { scan -> [Reading] in
        let place = axes.map { _ in 100 * random.normal() }
        return (0..<observers).flatMap { observer -> [Reading] in
          let own = drawn(interaction)
          return (0..<repeats).map { _ in
            let error = drawn(error)
            let value = axes.indices.map { place[$0] + biases[observer][$0] + own[$0] + error[$0] }
            return Reading(scan: scan, observer: observer, value: value)
          }
        }
      }
    }
  }

  private static let designs = [
    Simulation(scans: 4, observers: 5, repeats: 2),
    Simulation(scans: 1, observers: 6, repeats: 2, interaction: 0),
    Simulation(scans: 3, observers: 4, repeats: 2, observer: 0.2, interaction: 0.2, axes: [1, 0.5, 0.3]),
    Simulation(scans: 6, observers: 6, repeats: 1, axes: [1]),
  ]

  /// The table of a complete design by sums over means (Fleiss 1986), one number a reading.
  struct Sums {
    let observers, interaction, repeats: Double

    init(_ readings: [Reading], _ design: Simulation) {
      let (s, o, k) = (design.scans, design.observers, design.repeats)
      func mean(_ chosen: (Reading) -> Bool) -> Double {
        let values = readings.filter(chosen).map { $0.value[0] }
        return values.reduce(0, +) / Double(values.count)
      }
      let all = mean { _ in true }
      let byScan = (0..<s).map { scan in mean { $0.scan == scan } }
      let byObserver = (0..<o).map { observer in mean { $0.observer == observer } }
      let cells = (0..<s).map { scan in (0..<o).map { observer in mean { $0.scan == scan && $0.observer == observer } }
      }
      let own = byObserver.reduce(0) { $0 + ($1 - all) * ($1 - all) }
      observers = own * Double(s * k) / Double(o - 1)
      var shared = 0.0
      for scan in 0..<s {
        for observer in 0..<o {
          let rest = cells[scan][observer] - byScan[scan] - byObserver[observer] + all
          shared += rest * rest
        }
      }
      interaction = s > 1 ? shared * Double(k) / Double((s - 1) * (o - 1)) : 0
      let errors = readings.reduce(0.0) {
        let rest = $1.value[0] - cells[$1.scan][$1.observer]
        return $0 + rest * rest
      }
      repeats = k > 1 ? errors / Double(s * o * (k - 1)) : 0
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func aCompleteDesignIsThatOfTextbooks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let design = Simulation(scans: 4, observers: 3, repeats: 2, axes: [1])
    let readings = design.readings(&random)
    let (table, sums) = (VarianceTable(readings), Sums(readings, design))
    let (own, shared) = (try #require(table.observers), try #require(table.interaction))
    let repeats = try #require(table.repeats)
    #expect(own.freedom == 2)
    #expect(shared.freedom == 6)
    #expect(repeats.freedom == 12)
    #expect(abs(own.meanSquare.trace / sums.observers - 1) < 1e-9, "seed \(seed)")
    #expect(abs(shared.meanSquare.trace / sums.interaction - 1) < 1e-9, "seed \(seed)")
    #expect(abs(repeats.meanSquare.trace / sums.repeats - 1) < 1e-9, "seed \(seed)")
    // Expected mean squares: σ² + k σ²(interaction) + s k σ²(observers).
    #expect(abs(own.observer - 8) < 1e-9)
    #expect(abs(own.interaction - 2) < 1e-9)
    #expect(abs(shared.interaction - 2) < 1e-9)
    let variance =
      sums.observers / 8 + sums.interaction * (1 - 0.25) / 2 + sums.repeats * (1 - 0.5)
    let inter = try #require(Agreement(readings).inter)
    #expect(abs(inter.total * inter.total / variance - 1) < 1e-9, "seed \(seed)")
  }

  @Test(arguments: [4, 5] as [UInt64]) func oneScanIsAOneWayAnalysis(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let design = Simulation(scans: 1, observers: 5, repeats: 3, axes: [1])
    let readings = design.readings(&random)
    let (sums, agreement) = (Sums(readings, design), Agreement(readings))
    let variance = sums.observers / 3 + sums.repeats * (1 - 1 / 3.0)
    let (inter, intra) = (try #require(agreement.inter), try #require(agreement.intra))
    #expect(abs(inter.total * inter.total / variance - 1) < 1e-9, "seed \(seed)")
    #expect(abs(intra.total * intra.total / sums.repeats - 1) < 1e-9, "seed \(seed)")
    #expect(abs(intra.freedom - 10) < 1e-9)
    let bounds = intra.interval.lowerBound...intra.interval.upperBound
    #expect(abs(bounds.lowerBound - (sums.repeats * 10 / 20.483177350807388).squareRoot()) < 1e-6)
    #expect(abs(bounds.upperBound - (sums.repeats * 10 / 3.2469727802368405).squareRoot()) < 1e-6)
  }

  /// The technical error of measurement of two readings, √(Σ D² / 2N) (Ulijaszek & Kerr 1999): within one observer who
  /// repeats N scans, and between two who read one scan.
  @Test func twoReadingsGiveTheTechnicalError() throws {
    var random = SeededGenerator(seed: 6)
    let pairs = (0..<7).map { _ in (random.normal(), random.normal()) }
    let repeats = pairs.enumerated().flatMap { scan, pair in
      [pair.0, pair.1].map { Reading(scan: scan, observer: 0, value: [$0]) }
    }
    let error = (pairs.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / 14).squareRoot()
    let alone = Agreement(repeats)
    #expect(abs(try #require(alone.intra).total - error) < 1e-12)
    #expect(alone.inter == nil)
    #expect(alone.repeats == 7)
    #expect(alone.readings == 14)
    let two = Agreement([0, 1].map { Reading(scan: 0, observer: $0, value: [[3.0, 5.0][$0]]) })
    #expect(abs(try #require(two.inter).total - 2.0.squareRoot()) < 1e-12)
    #expect(two.intra == nil)
    #expect(try #require(two.inter).freedom == 1)
  }

  /// Where a scan lies, in what order the readings stand and how the axes are turned does not matter.
  @Test(arguments: [7, 8] as [UInt64]) func placesOfScansAndOrderDoNotMatter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var readings = Simulation(scans: 3, observers: 3, repeats: 2, axes: [1, 0.5, 0.2]).readings(&random)
    readings.remove(at: 4)  // not complete
    let before = try #require(Agreement(readings).inter)
    let moved = readings.map { reading in
      let value = zip(reading.value, [0, 1, 2]).map { $0 + 50 * Double(reading.scan + $1) }
      return Reading(scan: 9 - reading.scan, observer: 7 * reading.observer, value: [value[2], value[0], value[1]])
    }
    let after = try #require(Agreement(moved.shuffled(using: &random)).inter)
    #expect(abs(after.total / before.total - 1) < 1e-8, "seed \(seed)")
    #expect(abs(after.freedom / before.freedom - 1) < 1e-6, "seed \(seed)")
    for (a, b) in zip(after.axes, [2, 0, 1].map { before.axes[$0] }) {
      #expect(abs((a ?? 0) - (b ?? 0)) < 1e-8, "seed \(seed)")
    }
  }

  /// Of the intervals about simulated observers' deviations, about 95 % hold the true one; an estimate is right on average.
  @Test(arguments: designs, [11, 12] as [UInt64])
  func intervalsHoldTheTruth(design: Simulation, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let runs = 400
    let inter = design.observer * design.observer + design.interaction * design.interaction
    let truth = (inter + design.error * design.error).squareRoot()
    var (held, heldWithin, sum, sumWithin) = (0, 0, 0.0, 0.0)
    for _ in 0..<runs {
      let agreement = Agreement(design.readings(&random))
      let between = try #require(agreement.inter)
      held += between.interval.contains(truth) ? 1 : 0
      sum += between.total * between.total
      heldWithin += agreement.intra?.interval.contains(design.error) == true ? 1 : 0
      sumWithin += agreement.intra.map { $0.total * $0.total } ?? 0
    }
    // 95 % of 400 ± 3 standard deviations of a binomial number are 367 to 393; few degrees of freedom err to the safe side.
    let share = 367...400
    #expect(share.contains(held), "seed \(seed): \(held) of \(runs)")
    #expect(abs(sum / Double(runs) / (truth * truth) - 1) < 0.1, "seed \(seed)")
    guard design.repeats > 1 else { return }
    #expect(share.contains(heldWithin), "seed \(seed): \(heldWithin) of \(runs)")
    #expect(abs(sumWithin / Double(runs) / (design.error * design.error) - 1) < 0.1, "seed \(seed)")
  }

  @Test func equalReadingsHaveNoDeviation() throws {
    let readings = [0, 0, 1, 1].map { Reading(scan: 0, observer: $0, value: [1, 2, 3]) }
    let agreement = Agreement(readings)
    #expect(try #require(agreement.inter).total == 0 && #require(agreement.intra).interval == 0...0)
  }
}
