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

  /// Without repeats what observers differ by is told from what is left alone: of s scans they have a share of 1 / s.
  @Test(arguments: [9, 10] as [UInt64]) func oneReadingEachTellsBothParts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let design = Simulation(scans: 4, observers: 5, repeats: 1, axes: [1])
    let readings = design.readings(&random)
    let (sums, agreement) = (Sums(readings, design), Agreement(readings))
    let variance = sums.observers / 4 + sums.interaction * 0.75
    let inter = try #require(agreement.inter)
    #expect(abs(inter.total * inter.total / variance - 1) < 1e-9, "seed \(seed)")
    #expect(agreement.intra == nil)
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

/// Deviations whose freedom and interval are known from the χ² distribution, of mean squares that are given.
@Suite struct DeviationTests {
  /// A mean square with these variances along the axes, and no products between them.
  private func stratum(_ variances: [Double], freedom: Int) -> VarianceTable.Stratum {
    let lists = variances.indices.map { axis in
      variances.indices.map { $0 == axis ? variances[axis].squareRoot() : 0 }
    }
    return VarianceTable.Stratum(
      freedom: freedom, meanSquare: SymmetricMatrix(products: lists), interaction: 0, observer: 0)
  }

  private func expect(_ found: Double, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(abs(found - expected) < 1e-6, "\(found), expected \(expected)", sourceLocation: sourceLocation)
  }

  /// Errors that are alike along three axes tell three times as much as those along one.
  @Test func threeEqualAxesHaveThreeTimesTheFreedom() {
    let found = Deviation([(1, stratum([4, 4, 4], freedom: 5))])
    expect(found.total, 12.0.squareRoot())
    expect(found.freedom, 15)
    #expect(found.axes.map { $0 ?? -1 } == [2, 2, 2])
    // χ² of 15 degrees of freedom: 6.262138 and 27.488393.
    expect(found.interval.lowerBound, (12 * 15 / 27.488392863442975).squareRoot())
    expect(found.interval.upperBound, (12 * 15 / 6.262137795043253).squareRoot())
  }

  @Test func oneAxisAloneHasItsOwnFreedom() {
    let found = Deviation([(1, stratum([9, 0, 0], freedom: 5))])
    expect(found.total, 3)
    expect(found.freedom, 5)
    expect(found.interval.lowerBound, (45 / 12.832501994030027).squareRoot())
    expect(found.interval.upperBound, (45 / 0.8312116134866625).squareRoot())
  }

  /// Degrees of freedom have no unit: (4 + 4 + 1)² / (4² + 4² + 1²) times those of an axis, in metres as in mm.
  @Test(arguments: [1, 1e-6]) func theFreedomIsTheSameInAnyUnit(scale: Double) {
    let found = Deviation([(1, stratum([4 * scale, 4 * scale, scale], freedom: 5))])
    expect(found.total / scale.squareRoot(), 3)
    expect(found.freedom, 405.0 / 33)
  }

  /// 8 with 4 degrees of freedom, less a quarter of 4 with 6: the interval of what is taken off is turned around.
  @Test func aPartMayBeTakenOff() {
    let found = Deviation([(1, stratum([8], freedom: 4)), (-0.25, stratum([4], freedom: 6))])
    expect(found.total, 7.0.squareRoot())
    // 49 / (64 / 4 + 1 / 6)
    expect(found.freedom, 49 * 6 / 97)
    // 1 − 4 / 11.143287 and 4 / 0.484419 − 1 of the first, 1 − 6 / 14.449375 and 6 / 1.237344 − 1 of the second.
    expect(found.interval.lowerBound, 0.7667397283029755)
    expect(found.interval.upperBound, 8.066072190036547)
  }

  @Test func anAxisWithANegativeVarianceHasNone() {
    let found = Deviation([(1, stratum([1, 4, 5], freedom: 4)), (-1, stratum([2, 1, 1], freedom: 6))])
    #expect(found.axes[0] == nil)
    expect(found.axes[1] ?? 0, 3.0.squareRoot())
    expect(found.axes[2] ?? 0, 2)
    expect(found.total, 6.0.squareRoot())
  }

  /// Where the whole is negative there is no deviation, and one degree of freedom at least.
  @Test func aNegativeSumIsNone() {
    let found = Deviation([(1, stratum([1], freedom: 4)), (-1, stratum([2], freedom: 6))])
    #expect(found.total == 0)
    #expect(found.freedom == 1)
    #expect(found.interval.lowerBound == 0)
  }

  /// 9 with 5 degrees of freedom and 16 with 10: their mean, each with half of its weight.
  @Test func theMeanOfTwoHasBothOfTheirIntervals() {
    let parts = [Deviation([(1, stratum([9], freedom: 5))]), Deviation([(1, stratum([16], freedom: 10))])]
    let found = Deviation(meanOf: parts)
    expect(found.total, 12.5.squareRoot())
    // 12.5² / (4.5² / 5 + 8² / 10)
    expect(found.freedom, 156.25 / 10.45)
    expect(found.interval.lowerBound, 2.751310218848829)
    expect(found.interval.upperBound, 6.367031077991324)
  }

  /// Three observers read one scan twice, and two of them once more: cells of three and of two readings.
  @Test func whatTheTableCountsIsCounted() {
    let readings = [0, 0, 0, 1, 1, 1, 2, 2].enumerated().map { index, observer in
      Reading(scan: 5, observer: observer, value: [Double(index * index % 7)])
    }
    let found = Agreement(readings)
    #expect(found.readings == 8)
    #expect(found.repeats == 5)
    #expect(found.scans == 1)
    #expect(found.observers == 3)
    expect(found.intra?.freedom ?? 0, 5)
  }
}
