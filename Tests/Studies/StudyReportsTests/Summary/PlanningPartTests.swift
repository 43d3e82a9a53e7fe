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

  @Test func whatCanNotBeSaidIsRefused() throws {
    let summary = StudySummary([Records.scan("a", cvai: 3)], precision: .init(halfWidth: 1, iccHalfWidth: 0.1))
    let part = try #require(summary.planning)
    #expect(part.needs.allSatisfy { $0.children.value == nil && $0.from.value == nil })
    let html = StudyPage(summary, language: .german) { _ in nil }.html
    #expect(html.contains("Kinder für Intervalle"))
  }
}
