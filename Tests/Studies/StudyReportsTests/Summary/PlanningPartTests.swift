import Diagnostics
import Foundation
import Testing

@testable import Statistics
@testable import Studies
@testable import StudyReports

/// How many children a wanted width takes.
@Suite struct PlanningPartTests {
  private static var records: [StudyRecord] {
    (0..<8).flatMap { child -> [StudyRecord] in
      (0..<2).map { scan -> StudyRecord in
        let error = (scan == 0 ? 0.2 : -0.2) * Double(1 + child % 2)
        let value = Double(4 + child * 5 % 7) + error
        let other = value - 1 + Double(child * 3 % 5) / 4
        return Records.scan(
          "s\(child)\(scan)", subject: "\(child)", cohort: child < 4 ? "a" : "b", cvai: value, other: other)
      }
    }
  }

  @Test func numbersAreThoseOfTheStudysDeviations() throws {
    let summary = StudySummary(Self.records, precision: .init(halfWidth: 0.5, iccHalfWidth: 0.1))
    let part = try #require(summary.planning)
    #expect(part.needs.map(\.quantity) == [.mean, .withinSubject, .intraclassCorrelation, .limit, .difference])
    // Children's means are 4, 9, 7, 5, 10, 8, 6, 4: variance (8 · 387 − 53²) / 56.
    let deviation = try #require(part.needs[0].from.value)
    let variance = Double(8 * 387 - 53 * 53) / 56
    #expect(abs(deviation - variance.squareRoot()) < 1e-12)
    #expect(part.needs[0].children.value == (try SampleSize.mean(deviation: deviation, halfWidth: 0.5).count))
    let within = try #require(summary.repeatability.error.value?.withinSd.value)
    #expect(
      part.needs[1].children.value
        == (try SampleSize.withinSubject(deviation: within, repeats: 2, halfWidth: 0.5).count))
    #expect(part.needs[1].repeats == 2)
    #expect(part.needs[3].other == "cap-included 1")
    // A narrower interval takes more.
    let narrow = try #require(
      StudySummary(Self.records, precision: .init(halfWidth: 0.1, iccHalfWidth: 0.05)).planning)
    for (wide, narrow) in zip(part.needs, narrow.needs) {
      let (few, many) = (try #require(wide.children.value), try #require(narrow.children.value))
      #expect(many > few, "\(wide.quantity)")
    }
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("limit of agreement: cap-included 1"))
    #expect(StudySummary(Self.records).planning == nil)
  }

  /// Groups that differ have the deviation within them: of 1, 2, 3 and 11, 13 it is √((2 + 2) / 3).
  @Test func groupsAreNotTakenForOne() throws {
    let groups = [("a", [1.0, 2, 3]), ("b", [11, 13]), ("c", [40])]
    let records = groups.flatMap { name, values in
      values.map { Records.scan("\(name)\($0)", subject: "\(name)\($0)", cohort: name, cvai: $0) }
    }
    let part = try #require(StudySummary(records, precision: .init(halfWidth: 0.5, iccHalfWidth: 0.1)).planning)
    let need = try #require(part.needs.first { $0.quantity == .difference })
    #expect(abs((need.from.value ?? 0) - (4.0 / 3).squareRoot()) < 1e-12)
  }

  /// Children who are nearly alike can be planned with, those who are alike can't.
  @Test func aSmallDeviationIsOne() throws {
    let planned = { (step: Double) -> PlanningPart? in
      let records = (0..<5).map { Records.scan("s\($0)", subject: "\($0)", cvai: 4 + step * Double($0)) }
      return StudySummary(records, precision: .init(halfWidth: 0.5, iccHalfWidth: 0.1)).planning
    }
    let mean = try #require(planned(0.1)?.needs.first)
    // Values 0.1 apart: the variance of 0, 1, 2, 3, 4 is 2.5.
    #expect(abs((mean.from.value ?? 0) - 0.1 * 2.5.squareRoot()) < 1e-12)
    guard case .refused(let reason)? = planned(0)?.needs.first?.from else {
      Issue.record("a deviation of values that are alike")
      return
    }
    #expect(reason.code == "no_spread")
  }

  @Test func whatCanNotBeSaidIsRefused() throws {
    let summary = StudySummary([Records.scan("a", cvai: 3)], precision: .init(halfWidth: 1, iccHalfWidth: 0.1))
    let part = try #require(summary.planning)
    #expect(part.needs.allSatisfy { $0.children.value == nil && $0.from.value == nil })
    let html = StudyPage(summary, language: .german) { _ in nil }.html
    #expect(html.contains("Kinder für Intervalle"))
  }
}
