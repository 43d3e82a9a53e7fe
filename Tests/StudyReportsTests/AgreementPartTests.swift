import Diagnostics
import Foundation
import Testing

@testable import Studies
@testable import StudyReports

/// Two protocols, and two observers, on the same scans.
@Suite struct AgreementPartTests {
  /// Levels 1, 1, 2, 2, 3 against 1, 2, 2, 3, 3: p_o = 0.8 with linear weights over three categories, p_e = 0.56.
  @Test func levelsOfTwoProtocolsAreCompared() throws {
    let levels = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)]
    let records = levels.enumerated().map { index, pair -> StudyRecord in
      var record = Records.scan(
        "s\(index)", subject: "\(index)", cvai: 3 + Double(index), other: 3.5 + Double(index * 7 % 5))
      (record.level, record.scale) = (pair.0, "choa")
      record.otherGrades[Records.other] = .init(level: pair.1, scale: "choa")
      return record
    }
    let part = try #require(StudySummary(records).agreements.first)
    let found = try #require(part.severity.value)
    #expect(found.scans == 5 && found.scale == "choa" && abs(found.alike - 0.6) < 1e-12)
    // Shares (0.4, 0.4, 0.2) and (0.2, 0.4, 0.4).
    let expected = [0.4 * (0.2 + 0.4 / 2), 0.4 * (0.2 / 2 + 0.4 + 0.4 / 2), 0.2 * (0.4 / 2 + 0.4)].reduce(0, +)
    let kappa = (0.8 - expected) / (1 - expected)
    #expect(abs(found.kappa.value - kappa) < 1e-12 && found.kappa.ci95 != nil)
    let line = try #require(part.deming.value)
    #expect(line.linearityProbability == nil && part.passingBablok.value?.linearityProbability != nil)
  }

  /// Points on y = 2 x + 1: both lines are that one.
  @Test func bothLinesAreFound() throws {
    let records = (0..<8).map { index in
      Records.scan("s\(index)", subject: "\(index)", cvai: Double(index), other: 2 * Double(index) + 1)
    }
    let part = try #require(StudySummary(records).agreements.first)
    for line in [part.deming.value, part.passingBablok.value] {
      #expect(abs((line?.slope.value ?? 0) - 2) < 1e-9 && abs((line?.intercept.value ?? 0) - 1) < 1e-9)
    }
    var again = records
    for index in again.indices { again[index].subject = "\(index / 2)" }
    let repeated = try #require(StudySummary(again).agreements.first)
    #expect(repeated.deming.value?.slope.ci95 == nil && repeated.passingBablok.value?.slope.ci95 == nil)
    #expect(repeated.deming.value?.slope.value == part.deming.value?.slope.value)
  }

  private func picked(_ scan: String, by observer: String, subject: String, _ value: Double?) -> StudyRecord {
    var record = Records.scan("\(scan) \(observer)", subject: subject, cvai: value)
    (record.source, record.observer) = (scan, observer)
    return record
  }

  /// The same scans by two observers are pairs, and one scan each to everything else.
  @Test func observersOfTheSameScansAreCompared() throws {
    var records = [
      picked("half", by: "anna", subject: "h", 9), picked("half", by: "ben", subject: "h", nil),
      picked("alone", by: "ben", subject: "o", 9),
    ]
    for child in 0..<5 {
      records.append(picked("r\(child)", by: "anna", subject: "\(child)", Double(4 + child)))
      records.append(picked("r\(child)", by: "ben", subject: "\(child)", Double(3 + child - child % 2)))
    }
    let summary = StudySummary(records)
    let part = try #require(summary.agreements.first)
    #expect(summary.agreements.count == 1 && part.methods == AgreementPair.Kind.observers)
    #expect(part.first == "anna" && part.second == "ben" && part.pairs == 5)
    #expect(part.leftOut == [LeftOut(reason: .noPair, scans: 1)])
    #expect(abs((part.limits.value?.bias.value ?? 0) - 1.4) < 1e-12)
    #expect(summary.data.pickedAgain == 6 && summary.own.scans == 7)
    let repeats = summary.repeatability
    #expect(repeats.sessions == 0 && repeats.leftOut.contains(LeftOut(reason: .pickedAgain, scans: 6)))
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("Agreement of observers: anna − ben"))
  }

  /// A study that was measured again by its own protocol has two columns of one name.
  @Test func protocolsOfOneNameAreToldApart() throws {
    let again = StudyRecord.Method(protocolName: Records.own.protocolName, origin: "remeasured")
    let records = (0..<5).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", subject: "\(index)", cvai: Double(index))
      record.others[again] = .init(value: Double(index * 7 % 5))
      return record
    }
    let summary = StudySummary(records)
    let names = summary.agreements[0].names(.english)
    #expect(names["first"] == .text("calvaria-default 3 (batch)"))
    #expect(names["second"] == .text("calvaria-default 3 (measured again)"))
  }

  @Test func bandsAreThoseOfTheScaleThatGraded() throws {
    func histogram(_ scale: String?) throws -> String {
      let records = (0..<9).map { index -> StudyRecord in
        var record = Records.scan("s\(index)", cvai: Double(index))
        (record.level, record.scale) = (scale == nil ? nil : 1, scale)
        return record
      }
      return String(decoding: try StudySummary(records).figure("histogram", .english).svg, as: UTF8.self)
    }
    #expect(try histogram("choa").contains("class=\"level1\""))
    #expect(try !histogram("another").contains("class=\"level"))
    #expect(try !histogram(nil).contains("class=\"level"))
  }
}
