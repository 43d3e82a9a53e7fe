import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Statistics
@testable import Studies
@testable import StudyReports

/// Scans against a calliper or CT.
@Suite struct ReferenceTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func read(_ text: String) throws -> ReferenceTable {
    let file = temporary.url.appendingPathComponent("reference.csv")
    try Data(text.utf8).write(to: file)
    return try ReferenceTable.read(file)
  }

  @Test func aTableIsRead() throws {
    let table = try read("subject,session,quantity,value,method\n01,1,cvai,4.5,CT\n=02,,length,140,n/a\n")
    #expect(
      table.values == [
        .init(subject: "01", session: "1", measure: .cvai, value: 4.5, method: "CT"),
        .init(subject: "=02", measure: .length, value: 140),
      ])
  }

  @Test(arguments: [
    "session,quantity,value\n1,cvai,4\n", "subject,quantity,value\n01,beauty,4\n", "subject,quantity,value\n,cvai,4\n",
    "subject,quantity,value\n01,cvai,nan\n", "subject,quantity,value\n01,cvai,4 mm\n",
    "subject,quantity,value\n01,cvai,1e99\n", "subject,quantity,value\n01,cvai,\n", "subject,quantity,value\n01,cvai\n",
  ]) func whatCanNotBeUnderstoodIsRefused(_ text: String) {
    #expect(throws: DatasetError.self) { try read(text) }
  }

  /// A pair is a session: the mean of its scans against the mean of the readings. λ goes into Deming's line alone.
  @Test func sessionsAreComparedWithTheReference() throws {
    let truth = [4.0, 6.5, 5, 8, 3, 7]
    var records: [StudyRecord] = []
    var readings: [ReferenceTable.Value] = []
    for (child, value) in truth.enumerated() {
      let error = [0.5, -0.25, 0, 0.75, -0.5, 0.25][child]
      records.append(Records.scan("\(child)-1", subject: "\(child)", cvai: value + error - 0.125))
      records.append(Records.scan("\(child)-2", subject: "\(child)", cvai: value + error + 0.125))
      // Two readings of the calliper, one session without a name.
      readings += [-0.5, 0.5].map {
        .init(subject: "\(child)", session: child == 0 ? nil : "1", measure: .cvai, value: value + $0, method: "CT")
      }
      readings.append(.init(subject: "\(child)", measure: .length, value: 140))
    }
    records.append(Records.scan("x", subject: "x", cvai: 5))
    readings.append(.init(subject: "y", measure: .cvai, value: 5, method: "CT"))
    let summary = StudySummary(records, reference: ReferenceTable(readings), lambda: 0.25)
    #expect(summary.agreements.count == 1)
    let part = summary.agreements[0]
    #expect(part.methods == .reference)
    #expect(part.first == "calvaria-default 3")
    #expect(part.second == "CT")
    #expect(part.pairs == 6)
    #expect(part.points.map(\.second) == truth)
    #expect(part.leftOut == [LeftOut(reason: .noPair, scans: 1), LeftOut(reason: .noScan, scans: 1)])
    #expect(abs((part.limits.value?.bias.value ?? 9) - 0.125) < 1e-12)
    let (x, y) = (part.points.map(\.first), part.points.map(\.second))
    let deming = try DemingRegression(x, y, varianceRatio: 0.25)
    #expect(part.deming.value?.slope.value == deming.slope.value)
    #expect(part.lambda == 0.25)
    #expect(try DemingRegression(x, y).slope.value != deming.slope.value)
    #expect(part.passingBablok.value?.slope.value == (try PassingBablok(x, y).slope.value))
    #expect(part.concordance.value?.value == (try ConcordanceCorrelation(x, y).value.value))
    let html = StudyPage(summary, language: .english) { _ in nil }.html
    #expect(html.contains("Agreement with a reference: calvaria-default 3 − CT"))
    #expect(html.contains("Deming, λ = 0.25"))
    #expect(!html.contains("κ of levels"))
    #expect(try summary.figure("agreement", .german).name == "agreement")
  }

  /// Children with several sessions: limits for repeated measures. A reference without sessions is not spread over them.
  @Test func severalSessionsOfAChildAreRepeats() throws {
    var (records, readings): ([StudyRecord], [ReferenceTable.Value]) = ([], [])
    for child in 0..<4 {
      for session in ["1", "2"] {
        let value = Double(3 + child * 2 + (session == "2" ? child % 2 : 0))
        records.append(Records.scan("\(child)-\(session)", subject: "\(child)", session: session, cvai: value))
        readings.append(.init(subject: "\(child)", session: session, measure: .cvai, value: value + Double(child % 3)))
      }
    }
    let part = try #require(StudySummary(records, reference: ReferenceTable(readings)).agreements.first)
    let differences = (0..<4).map { child in [Double](repeating: -Double(child % 3), count: 2) }
    let expected = try RepeatedBlandAltman(differences: differences)
    let limits = try #require(part.limits.value)
    #expect(part.pairs == 8)
    #expect(limits.isRepeated)
    #expect(limits.lower.value == expected.lower.value)
    let blunt = readings.map { ReferenceTable.Value(subject: $0.subject, measure: .cvai, value: $0.value) }
    let none = try #require(StudySummary(records, reference: ReferenceTable(blunt)).agreements.first)
    #expect(none.pairs == 0)
    #expect(none.leftOut.contains(LeftOut(reason: .severalSessions, scans: 8)))
    #expect(!none.leftOut.contains { $0.reason == .noScan })
  }

  /// Scans without a session's code, or with the same one, on several days or at several ages are several visits: none of them
  /// is the other's repeat, and a reading of one of them is not put against all.
  @Test(arguments: [String?.none, "1"]) func visitsAreNotAveragedIntoOnePair(_ session: String?) throws {
    var (records, readings): ([StudyRecord], [ReferenceTable.Value]) = ([], [])
    for child in 0..<4 {
      for visit in 0..<2 {
        var record = Records.scan(
          "\(child)-\(visit)", subject: "\(child)", session: session, age: child == 0 ? Double(4 + 3 * visit) : nil,
          cvai: Double(3 + child + 5 * visit))
        // The first child's visits differ in age, the second's in the day; the others have come once.
        if child == 1 { record.date = "2026-03-1\(visit)" }
        records.append(record)
      }
      readings.append(.init(subject: "\(child)", session: session, measure: .cvai, value: Double(5 + child)))
    }
    let part = try #require(StudySummary(records, reference: ReferenceTable(readings)).agreements.first)
    #expect(part.points.map(\.scan) == ["2-0", "3-0"])
    #expect(part.points.map(\.first) == [7.5, 8.5])
    #expect(part.leftOut == [LeftOut(reason: .noPair, scans: 4), LeftOut(reason: .severalSessions, scans: 2)])
    let html = StudyPage(
      StudySummary(records, reference: ReferenceTable(readings)), language: .english
    ) { _ in nil }.html
    #expect(html.contains("2 (a value of the reference that fits several sessions)"))
  }

  /// A scan without a subject's code has no pair, and is counted once.
  @Test func scansOfNobodyAreCountedOnce() throws {
    let records =
      (0..<4).map { Records.scan("s\($0)", subject: "\($0)", cvai: Double(3 + $0 * $0)) }
      + ["x", "y"].map { Records.scan($0, cvai: 5) } + [Records.scan("alone", subject: "9", cvai: 6)]
    let readings = (0..<4).map {
      ReferenceTable.Value(subject: "\($0)", session: "1", measure: .cvai, value: Double(4 + $0), method: "CT")
    }
    let part = try #require(StudySummary(records, reference: ReferenceTable(readings)).agreements.first)
    #expect(part.pairs == 4)
    #expect(part.leftOut == [LeftOut(reason: .noSubject, scans: 2), LeftOut(reason: .noPair, scans: 1)])
  }

  /// λ is what is known of the reference; of two protocols of one surface nothing is.
  @Test func lambdaIsThatOfTheReferenceAlone() throws {
    let values = [4.0, 6.5, 5, 8, 3, 7]
    let shifts = [0.5, -0.25, 0, 0.75, -0.5, 0.25]
    let records = values.indices.map {
      Records.scan("s\($0)", subject: "\($0)", cvai: values[$0], other: values[$0] + shifts[$0])
    }
    let readings = values.indices.map {
      ReferenceTable.Value(subject: "\($0)", session: "1", measure: .cvai, value: values[$0] - shifts[5 - $0])
    }
    let summary = StudySummary(records, reference: ReferenceTable(readings), lambda: 4)
    #expect(summary.agreements.map(\.methods) == [.protocols, .reference])
    #expect(summary.agreements.map(\.lambda) == [1, 4])
    let own = summary.agreements[0]
    let (x, y) = (own.points.map(\.first), own.points.map(\.second))
    #expect(own.deming.value?.slope.value == (try DemingRegression(x, y, varianceRatio: 1).slope.value))
  }

  /// A column of serial numbers makes no page for each of them; what is not compared is counted.
  @Test func theMethodsWithTheMostReadingsAreCompared() throws {
    let records = (0..<4).map { Records.scan("s\($0)", subject: "\($0)", cvai: Double(3 + $0)) }
    let methods = ["h", "g", "f", "e", "d", "c", "b", "a"]
    let readings = methods.enumerated().flatMap { rank, method in
      (0..<(rank < 6 ? 4 : 1)).map { child in
        ReferenceTable.Value(
          subject: "\(child)", session: "1", measure: .cvai, value: Double(3 + child), method: method)
      }
    }
    let summary = StudySummary(records, reference: ReferenceTable(readings))
    #expect(summary.agreements.map(\.second) == ["c", "d", "e", "f", "g", "h"])
    #expect(summary.agreements.allSatisfy { $0.leftOut == [LeftOut(reason: .smallMethod, scans: 2)] })
  }
}
