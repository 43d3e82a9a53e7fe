import Diagnostics
import Foundation
import Testing

@testable import Statistics
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
    #expect(found.scans == 5)
    #expect(found.scale == "choa")
    #expect(abs(found.alike - 0.6) < 1e-12)
    // Shares (0.4, 0.4, 0.2) and (0.2, 0.4, 0.4).
    let expected = [0.4 * (0.2 + 0.4 / 2), 0.4 * (0.2 / 2 + 0.4 + 0.4 / 2), 0.2 * (0.4 / 2 + 0.4)].reduce(0, +)
    let kappa = (0.8 - expected) / (1 - expected)
    #expect(abs(found.kappa.value - kappa) < 1e-12)
    #expect(found.kappa.ci95 != nil)
    let line = try #require(part.deming.value)
    #expect(line.linearityProbability == nil)
    #expect(part.passingBablok.value?.linearityProbability != nil)
  }

  /// Points on y = 2 x + 1: both lines are that one.
  @Test func bothLinesAreFound() throws {
    let records = (0..<8).map { index in
      Records.scan("s\(index)", subject: "\(index)", cvai: Double(index), other: 2 * Double(index) + 1)
    }
    let part = try #require(StudySummary(records).agreements.first)
    for line in [part.deming.value, part.passingBablok.value] {
      #expect(abs((line?.slope.value ?? 0) - 2) < 1e-9)
      #expect(abs((line?.intercept.value ?? 0) - 1) < 1e-9)
    }
    var again = records
    for index in again.indices { again[index].subject = "\(index / 2)" }
    let repeated = try #require(StudySummary(again).agreements.first)
    #expect(repeated.deming.value?.slope.ci95 == nil)
    #expect(repeated.passingBablok.value?.slope.ci95 == nil)
    #expect(repeated.deming.value?.slope.value == part.deming.value?.slope.value)
  }

  private func picked(_ scan: String, by observer: String, subject: String, _ value: Double?) -> StudyRecord {
    var record = Records.scan("\(scan) \(observer)", subject: subject, cvai: value)
    (record.source, record.observer) = (scan, observer)
    return record
  }

  /// Two observers' picks on one scan are a pair here, and one scan to every other statistic.
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
    #expect(summary.agreements.count == 1)
    #expect(part.methods == AgreementPair.Kind.observers)
    #expect(part.first == "anna")
    #expect(part.second == "ben")
    #expect(part.pairs == 5)
    #expect(part.leftOut == [LeftOut(reason: .noPair, scans: 1)])
    #expect(abs((part.limits.value?.bias.value ?? 0) - 1.4) < 1e-12)
    #expect(summary.data.pickedAgain == 6)
    #expect(summary.own.scans == 7)
    let repeats = summary.repeatability
    #expect(repeats.sessions == 0)
    #expect(repeats.leftOut.contains(LeftOut(reason: .pickedAgain, scans: 6)))
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

  /// Two operators in the same sessions: a pair is the means of both, and what one of them scanned alone is left out.
  @Test func operatorsOfTheSameSessionsAreCompared() throws {
    var records: [StudyRecord] = []
    func scan(_ name: String, _ child: Int, by who: String, _ value: Double) {
      var record = Records.scan(name, subject: "\(child)", cvai: value)
      (record.operator, record.device) = (who, who == "A" ? "one" : "two")
      records.append(record)
    }
    let (a, b) = ([5.0, 7, 4, 9, 6], [4.5, 7.5, 3, 8, 6])
    for child in 0..<5 {
      scan("\(child)-1", child, by: "A", a[child] - 0.25)
      scan("\(child)-2", child, by: "A", a[child] + 0.25)
      scan("\(child)-3", child, by: "B", b[child])
    }
    scan("alone", 9, by: "A", 30)
    scan("other", 8, by: "C", 30)
    let summary = StudySummary(records)
    #expect(summary.agreements.map(\.methods) == [.operators, .devices])
    let part = summary.agreements[0]
    #expect(part.first == "A")
    #expect(part.second == "B")
    #expect(part.pairs == 5)
    #expect(part.subjects == 5)
    #expect(part.points.map(\.first) == a && part.points.map(\.second) == b && part.points[0].scan == "0-1")
    #expect(part.leftOut == [LeftOut(reason: .noPair, scans: 1)])
    // Differences 0.5, −0.5, 1, 1, 0.
    let limits = try #require(part.limits.value)
    #expect(abs(limits.bias.value - 0.4) < 1e-12)
    #expect(abs(limits.sd - 0.425.squareRoot()) < 1e-12)
    #expect(!limits.isRepeated)
    let crossed = try #require(summary.crossed.first)
    #expect(crossed.names == ["A", "B"] && crossed.raters == .operators && crossed.leftOut[0].reason == .notByAll)
    let found = try #require(crossed.agreement.value)
    // √(Σ d² / 2N) of these, and the ICC of the plain table.
    #expect(abs(found.tem.value - (2.5 / 10).squareRoot()) < 1e-12)
    #expect(found.heads == 5)
    let icc = try IntraclassCorrelation(zip(a, b).map { [$0, $1] })
    #expect(found.icc21.value == icc.twoWayRandom.value)
    #expect(found.icc31.value == icc.twoWayMixed.value)
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    for text in ["Agreement of operators: A − B", "All operators: A, B", "Agreement of devices: one − two"] {
      #expect(html.contains(text), "\(text)")
    }
  }

  /// A scan without a value or without a subject's code is in no session; of those who are compared it is counted.
  @Test func scansOfOperatorsThatAreInNoSessionAreCounted() throws {
    var records: [StudyRecord] = []
    func scan(_ name: String, _ subject: String?, by who: String, _ value: Double?) {
      var record = Records.scan(name, subject: subject, cvai: value)
      record.operator = who
      records.append(record)
    }
    for child in 0..<3 {
      scan("\(child)a", "\(child)", by: "A", Double(4 + child * child))
      scan("\(child)b", "\(child)", by: "B", Double(5 + child))
    }
    scan("withheld", "0", by: "A", nil)
    scan("nobody", nil, by: "B", 6)
    scan("else", nil, by: "C", 6)
    scan("gone", "1", by: "C", nil)
    let summary = StudySummary(records)
    let expected = [LeftOut(reason: .withheld, scans: 1), LeftOut(reason: .noSubject, scans: 1)]
    #expect(summary.agreements.map(\.methods) == [.operators] && summary.agreements[0].leftOut == expected)
    #expect(summary.crossed.count == 1 && summary.crossed[0].leftOut == expected)
  }

  /// Two pairs of operators that never met have a table each; who measured few heads takes none from the others.
  @Test func operatorsWhoShareNoHeadsHaveTablesOfTheirOwn() throws {
    var records: [StudyRecord] = []
    for (names, children) in [(["A", "B"], 0..<8), (["E"], 0..<3), (["C", "D"], 10..<14)] {
      for child in children {
        for (place, name) in names.enumerated() {
          let shift = child.isMultiple(of: 2) ? 0.5 : -0.25
          var record = Records.scan(
            "\(child)\(name)", subject: "\(child)", cvai: Double(3 + child * 5 % 7) + shift * Double(place))
          record.operator = name
          records.append(record)
        }
      }
    }
    let summary = StudySummary(records)
    #expect(summary.crossed.map(\.names) == [["A", "B"], ["C", "D"]])
    #expect(summary.crossed.map(\.few) == [["E"], []])
    #expect(summary.crossed.map { $0.agreement.value?.heads } == [8, 4])
    #expect(summary.crossed.allSatisfy { $0.leftOut.isEmpty })
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("All operators: A, B"))
    #expect(html.contains("All operators: C, D"))
    #expect(html.contains("than half as many heads as the one with most: E."))
  }

  /// Two sessions are too few, and a column of serial numbers makes no page for every two of them.
  @Test func fewSharedSessionsMakeNoPair() {
    var records: [StudyRecord] = []
    for (child, device) in [(0, "a"), (0, "b"), (1, "a"), (1, "b"), (2, "a"), (2, "c"), (3, "d"), (3, "e")] {
      var record = Records.scan("\(child)\(device)", subject: "\(child)", cvai: Double(child))
      record.device = device
      records.append(record)
    }
    let summary = StudySummary(records)
    #expect(summary.agreements.isEmpty)
    #expect(summary.crossed.isEmpty)
  }

  /// Picking on a scan that another has picked on is meant to be compared: one such scan is told, of whatever use it is.
  @Test func oneScanOfTwoObserversIsAPair() {
    let records = [picked("r", by: "A", subject: "1", 4), picked("r", by: "B", subject: "1", 5)]
    let summary = StudySummary(records)
    #expect(summary.agreements.map(\.label) == ["A − B"])
    #expect(summary.agreements.map(\.pairs) == [1])
    #expect(summary.crossed.map(\.names) == [["A", "B"]])
  }

  /// Who measured half as many heads as the one with most is in the table.
  @Test(arguments: [3, 4]) func halfAsManyHeadsAreEnough(_ heads: Int) throws {
    var records: [StudyRecord] = []
    for child in 0..<8 {
      records.append(picked("r\(child)", by: "A", subject: "\(child)", Double(4 + child * 5 % 7)))
      if child < heads { records.append(picked("r\(child)", by: "B", subject: "\(child)", Double(3 + child * 3 % 5))) }
      records.append(picked("r\(child)", by: "C", subject: "\(child)", Double(5 + child * 2 % 5)))
    }
    let crossed = try #require(StudySummary(records).crossed.first)
    #expect(crossed.names == (heads == 4 ? ["A", "B", "C"] : ["A", "C"]))
    #expect(crossed.few == (heads == 4 ? [] : ["B"]))
    #expect(crossed.leftOut == (heads == 4 ? [LeftOut(reason: .notByAll, scans: 4)] : []))
  }

  /// Three observers: every two of them have a label of their own wherever they are told, and all have one ICC.
  @Test func threeObserversAreToldApart() throws {
    var records: [StudyRecord] = []
    for child in 0..<6 {
      for (observer, shift) in [("A", 0.0), ("B", 0.3), ("C", Double(child % 2))] {
        records.append(
          picked("r\(child)", by: observer, subject: "\(child)", Double(4 + child * 5 % 7) + shift * Double(child + 1)))
      }
    }
    records.append(picked("half", by: "A", subject: "h", 4))
    records.append(picked("half", by: "B", subject: "h", 4.5))
    let summary = StudySummary(records, precision: .init(halfWidth: 0.5, iccHalfWidth: 0.1))
    #expect(summary.agreements.map(\.label) == ["A − B", "A − C", "B − C"])
    let limits = try #require(summary.planning).needs.filter { $0.quantity == .limit }
    #expect(limits.map(\.label) == ["A − B", "A − C", "B − C"])
    #expect(limits.map(\.first) == ["A", "A", "B"])
    let crossed = try #require(summary.crossed.first)
    #expect(crossed.names == ["A", "B", "C"])
    #expect(crossed.leftOut == [LeftOut(reason: .notByAll, scans: 1)])
    #expect(crossed.agreement.value?.heads == 6)
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("limit of agreement: A − C"))
    #expect(html.contains("All observers: A, B, C"))
  }

  @Test func scalesThatDifferAreCountedAsLeftOut() throws {
    let records = (0..<6).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", subject: "\(index)", cvai: Double(index), other: Double(index * 3 % 5))
      (record.level, record.scale) = (1 + index % 2, index < 4 ? "choa" : "argenta")
      record.otherGrades[Records.other] = .init(level: 1 + index % 3 % 2, scale: "choa")
      return record
    }
    let summary = StudySummary(records)
    let found = try #require(summary.agreements.first?.severity.value)
    #expect(found.scans == 4)
    #expect(found.leftOut == [LeftOut(reason: .otherScale, scans: 2)])
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("Left out: 2 (levels of another scale)."))
  }

  /// Differences that are all alike have no limits; how the values lie together can be told all the same.
  @Test func whatIsCarriedIsToldWhereLimitsAreRefused() throws {
    let records = (0..<5).map { index in
      Records.scan("s\(index)", subject: "\(index)", cvai: Double(index * index), other: Double(index * index) + 1)
    }
    let summary = StudySummary(records)
    let part = try #require(summary.agreements.first)
    #expect(part.limits.value == nil)
    #expect(part.deming.value != nil)
    #expect(part.concordance.value != nil)
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("Limits of agreement: Withheld: all differences are alike."))
    #expect(html.contains("Deming, λ = 1"))
    #expect(html.contains("slope 1.000"))
    #expect(html.contains("Concordance (Lin)"))
  }
}
