import Analysis
import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Reports

/// What stands behind the values of visits: borders of scales, lines of norms, groups of children.
@Suite struct TrendContextTests {
  private let change: HeadChange
  private let norms = NormTable.builtIn[0]

  /// Two visits of a boy of 2 and 6 months, by the protocol that the table holds for.
  init() throws {
    let comparison = try HeadChangeTests.comparison()
    let result = ScanResult(try SampleResult.measures())
    let visits = [2.0, 6].map { age in
      var visit = Visit(name: "", flattened: nil, measures: result.measures)
      (visit.ageMonths, visit.sex, visit.severities) = (age, "male", result.severities)
      return visit
    }
    let choices = ScanResult.ProtocolChoices(try MeasurementProtocol.find("greatest-circumference"))
    change = HeadChange(visits, order: .given, comparisons: [ScanChange(comparison)], choices: choices)
  }

  private func context(
    _ name: MeasureName, _ change: HeadChange? = nil, references: [String] = [], isSigned: Bool = false
  ) throws -> TrendContext {
    let change = change ?? self.change
    let others = OtherChildren(norms: norms, references: try references.map { try ReferenceGroup.find($0) })
    return TrendContext(
      Trend(name: name, isSigned: isSigned), change,
      VisitAxis(change.visits, order: change.order, ages: change.ages?.months), among: others)
  }

  @Test func theLinesOfNorms() throws {
    let found = try context(.circumference)
    #expect(found.table == norms.name && found.curves.map(\.z) == [-2, 0, 2])
    for curve in found.curves {
      #expect(curve.points.first?.x == 2 && curve.points.last?.x == 6 && curve.points.count == 25)
      for point in curve.points {
        #expect(point.y == norms.value(z: Double(curve.z), months: point.x, .male))
      }
    }
    #expect(try context(.length).curves.isEmpty, "the table is of circumferences")
  }

  /// A circumference at another section, a child without a sex, and visits without ages have no lines.
  @Test func normsHoldForTheirSection() throws {
    var other = change
    other.protocol = ScanResult.ProtocolChoices(.standard)
    #expect(try context(.circumference, other).curves.isEmpty)
    for alter in [{ $0.sex = nil }, { $0.ageMonths = nil }, { $0.sex = "female" }] as [(inout Visit) -> Void] {
      var visits = change.visits
      alter(&visits[1])
      let other = HeadChange(visits, order: .given, comparisons: change.comparisons, choices: change.protocol)
      #expect(try context(.circumference, other, references: ["nam-2021"]).curves.isEmpty)
      #expect(try context(.cranialIndex, other, references: ["nam-2021"]).groups.isEmpty)
    }
  }

  @Test func groupsStandAtTheirAges() throws {
    let found = try context(.cranialIndex, references: ["nam-2021", "liu-2022", "hutchison-2004"])
    // Ages of 0 to 3 months, seen from 2 on; 4 to 6; boys of 6 months alone.
    #expect(found.groups.map(\.ages) == [2...3, 4...6, 6...6])
    #expect(
      found.groups.map(\.number) == [1, 1, 2] && found.groups.map(\.name) == ["nam-2021", "nam-2021", "liu-2022"])
    #expect(found.values == [89.29, 91.41, 82.8])
  }

  @Test func theBordersOfTheScale() throws {
    let found = try context(.cvai)
    #expect(found.borders == [3.5, 6.25, 8.75, 11] && found.scale == "choa")
    #expect(try context(.cvai, isSigned: true).borders.isEmpty)
    #expect(try context(.cva).borders.isEmpty)
    #expect(found.values.isEmpty)
  }

  @Test func whatTheSignsAreIsSaidOnce() throws {
    let all = [try context(.cvai), try context(.circumference), try context(.cranialIndex, references: ["nam-2021"])]
    let notes = TrendContext.notes(all, .english)
    #expect(notes.count == 5)
    #expect(notes[0].contains("borders of choa,") && notes[1].contains(norms.name) && notes[4].contains("1 nam-2021"))
    #expect(notes[2].contains("the median male child of WHO's") && notes[3].contains("with a tape"))
    #expect(TrendContext.notes([], .english).isEmpty)
  }

  /// The change over the months between two visits, from two weeks on.
  @Test func theChangeAMonth() throws {
    let whole = change.whole
    let taken = whole.taking(days: 60.875)
    #expect(taken.months == 2)
    for (name, entry) in whole.changes {
      let rate = taken.changes[name]?.aMonth
      #expect((rate == nil) == (entry.change == nil), "\(name)")
      guard let rate, let step = entry.change else { continue }
      #expect(abs(rate.change - step / 2) < 1e-3, "\(name)")
      for (found, end) in zip(rate.ci95 ?? [], entry.ci95 ?? []) { #expect(abs(found - end / 2) < 1e-3, "\(name)") }
      #expect((rate.ci95 == nil) == (entry.ci95 == nil))
    }
    let line = try #require(taken.monthly(.english))
    #expect(line.hasPrefix("Change a month, over 2.0 months: ") && line.contains("Circumference +4."))
    #expect(whole.monthly(.english) == nil)
    #expect(whole.taking(days: 29.9).monthly(.english) == nil && whole.taking(days: 30).monthly(.english) != nil)
  }
}
