import Analysis
import Foundation
import Testing

@testable import Studies
@testable import StudyReports

@Suite struct StudySummaryTests {
  @Test func everyScanIsInOneOfTheOutcomes() {
    let records = [
      Records.scan("a", cvai: 3), Records.scan("b", cvai: nil), Records.failed("c", code: "batch.crashed"),
      Records.failed("d", code: "batch.crashed"), Records.failed("e", code: "batch.time_limit"),
    ]
    let summary = StudySummary(records)
    #expect(
      summary.outcomes == [
        .init(status: "complete", code: nil, scans: 1), .init(status: "withheld", code: "section.gap", scans: 1),
        .init(status: "failed", code: "batch.crashed", scans: 2),
        .init(status: "failed", code: "batch.time_limit", scans: 1),
      ])
    let own = summary.own
    #expect(own.scans == 1)
    #expect(own.missing.reduce(0) { $0 + $1.scans } == 4)
    #expect(own.missing.map(\.code) == ["batch.crashed", "batch.time_limit", "section.gap"])
    #expect(own.sample.value?.sd == nil)
    #expect(own.sample.value?.mean == 3)
  }

  /// Of pairs that differ by 2 and by 4, the variance within is (2² + 4²) / 2 over two pairs.
  @Test func repeatsOfASessionGiveTheirDeviation() throws {
    let records = [
      Records.scan("a1", subject: "a", cvai: 3), Records.scan("a2", subject: "a", cvai: 5),
      Records.scan("b1", subject: "b", cvai: 8), Records.scan("b2", subject: "b", cvai: 12),
      Records.scan("a3", subject: "a", session: "2", cvai: 90), Records.scan("c", subject: nil, cvai: 70),
      Records.scan("d", subject: "d", cvai: nil),
    ]
    let part = StudySummary(records).repeatability
    #expect(part.sessions == 2)
    #expect(part.subjects == 2)
    #expect(part.scans == 4)
    let error = try #require(part.error.value)
    #expect(abs(error.withinSd.value - 5.0.squareRoot()) < 1e-12)
    #expect(abs(error.smallestDetectableChange.value - 1.959963984540054 * 10.0.squareRoot()) < 1e-9)
    #expect(
      part.leftOut == [
        LeftOut(reason: .withheld, scans: 1), LeftOut(reason: .noSubject, scans: 1), LeftOut(reason: .alone, scans: 1),
      ])
    #expect(try #require(part.correlation.value).scans == 2)
  }

  /// Three children of two sessions each: by the table of their first sessions (Shrout & Fleiss 1979), not by that of all six.
  @Test func correlationsTakeOneSessionOfEachChild() throws {
    let sessions: [(String, String, [Double])] = [
      ("a", "1", [3, 5]), ("a", "2", [4, 4.5]), ("b", "1", [8, 12]), ("b", "2", [9, 10]), ("c", "1", [13, 13]),
      ("c", "2", [14, 13]),
    ]
    let records = sessions.flatMap { child, session, values -> [StudyRecord] in
      values.enumerated().map { scan, value -> StudyRecord in
        Records.scan("\(child)\(session)\(scan)", subject: child, session: session, cvai: value)
      }
    }
    let part = StudySummary(records).repeatability
    #expect(part.sessions == 6)
    #expect(part.subjects == 3)
    let found = try #require(part.correlation.value)
    #expect(found.sessions == 3)
    #expect(found.scans == 2)
    // Means 4, 10, 13 about 9: rows 2 · (25 + 1 + 16) / 2 = 42, within (2 + 8 + 0) / 3.
    let (rows, within) = (42.0, 10.0 / 3)
    #expect(abs(found.icc11.value - (rows - within) / (rows + within)) < 1e-12)
  }

  @Test func twoProtocolsAreComparedScanByScan() throws {
    let differences = [1.0, 2, 3]
    let records =
      differences.enumerated().map { index, difference in
        Records.scan("s\(index)", subject: "\(index)", cvai: 5 + Double(index), other: 5 + Double(index) - difference)
      } + [
        Records.scan("withheld", subject: "w", cvai: 4, other: .some(nil)),
        Records.scan("none", subject: "n", cvai: 4),
      ]
    let part = try #require(StudySummary(records).agreements.first)
    #expect(part.pairs == 3)
    #expect(part.leftOut == [LeftOut(reason: .noPair, scans: 2)])
    let limits = try #require(part.limits.value)
    #expect(abs(limits.bias.value - 2) < 1e-12)
    #expect(abs(limits.upper.value - 2 - 1.959963984540054) < 1e-9)
    #expect(!limits.isRepeated)
    #expect(part.first == "calvaria-default 3")
    #expect(part.second == "cap-included 1")
  }

  @Test func severalPairsOfAChildAreNotTakenForSeveralChildren() throws {
    let records = (0..<8).map { index -> StudyRecord in
      Records.scan(
        "s\(index)", subject: "\(index / 2)", session: "\(index)", cvai: 5 + Double(index),
        other: 4 + Double(index) + Double(index % 3))
    }
    let part = try #require(StudySummary(records).agreements.first)
    #expect(part.subjects == 4)
    #expect(part.limits.value?.isRepeated == true)
    #expect(part.concordance.value?.ci95 == nil)
  }

  /// Means of 2 and 5 with a variance of 1 each: the difference is −3, whatever child was scanned twice.
  @Test func groupsAreComparedByChildren() throws {
    let helmet = [1.0, 2, 3].enumerated().flatMap { index, value in
      ["x", "y"].map { Records.scan("h\(index)\($0)", subject: "h\(index)", cohort: "helmet", age: 4, cvai: value) }
    }
    let control = [4.0, 5, 6].enumerated().map { index, value in
      Records.scan("c\(index)", subject: "c\(index)", cohort: "control", age: 5, cvai: value)
    }
    let both = ["helmet", "control"].map { Records.scan("b" + $0, subject: "b", cohort: $0, cvai: 50) }
    let part = try #require(
      StudySummary(helmet + control + both + [Records.scan("n", subject: "n", cvai: 9)]).groups)
    #expect(part.groups.map(\.name) == ["control", "helmet"])
    #expect(part.groups.map(\.subjects) == [3, 3])
    #expect(part.groups.map(\.scans) == [3, 6])
    let found = try #require(part.comparisons.first?.difference.value)
    #expect(abs(found.difference.value - 3) < 1e-12)
    #expect(found.subjects == 6)
    #expect(abs((found.effect?.value ?? 0) - 3 * 0.7978845608028654 * 1.0026) < 0.02)
    #expect(found.correctedProbability == nil)
    // Age and group say the same here.
    guard case .refused(let reason) = part.comparisons[0].adjustedForAge else { throw Unexpected() }
    #expect(reason.code == "collinear")
    #expect(reason.text(.english).hasPrefix("Withheld: "))
    #expect(
      part.leftOut == [LeftOut(reason: .noGroup, scans: 1), LeftOut(reason: .severalGroups, scans: 2)])
  }

  private struct Unexpected: Error {}

  /// A child is as old as its scans are in the mean, as far as they say: values grow by 2 a month and differ by 3 between
  /// the groups, give or take 0.01. Who is of no age is left out there alone.
  @Test func aChildHasTheMeanAgeOfItsScans() throws {
    let ages: [String: [[Double?]]] = [
      "a": [[3, 5], [6, nil], [4, 10, 10], [9], [nil, nil]], "b": [[2], [5, 7], [nil, 3, nil], [8, 10, 12], [nil]],
    ]
    let means: [String: [Double]] = ["a": [4, 6, 8, 9, 40], "b": [2, 6, 3, 10, 90]]
    let errors: [String: [Double]] = ["a": [0.02, -0.03, 0.01, -0.02, 0], "b": [0.03, -0.01, -0.02, 0.02, 0]]
    let records = ["a", "b"].flatMap { group -> [StudyRecord] in
      ages[group]!.enumerated().flatMap { child, own -> [StudyRecord] in
        own.enumerated().map { scan, age -> StudyRecord in
          let value = 2 * means[group]![child] + errors[group]![child] + (group == "a" ? 3 : 0)
          return Records.scan(
            "\(group)\(child)\(scan)", subject: "\(group)\(child)", cohort: group, age: age, cvai: value)
        }
      }
    }
    let comparison = try #require(StudySummary(records).groups?.comparisons.first)
    let adjusted = try #require(comparison.adjustedForAge.value)
    #expect(abs(adjusted.difference.value - 3) < 0.05)
    #expect(adjusted.subjects == 8)
    #expect(comparison.difference.value?.subjects == 10)
  }

  /// A line with slope 0.5 and small alternating errors.
  @Test func theChangeWithAgeIsFoundWithinChildren() throws {
    let records = (0..<10).flatMap { child -> [StudyRecord] in
      (0..<4).map { visit -> StudyRecord in
        let age = 3 + 2 * Double(visit)
        let error = (child + visit).isMultiple(of: 2) ? 0.1 : -0.1
        let value = 10 - 0.5 * age + Double(child % 5) + error
        return Records.scan(
          "s\(child)\(visit)", subject: "\(child)", session: "\(visit)", age: age, cvai: value)
      }
    }
    let part = StudySummary(records).age
    let change = try #require(part.withinChildren.value)
    #expect(abs(change.perMonth.value + 0.5) < 0.02)
    #expect(part.repeated == 10)
    #expect(part.sessions == 40)
    #expect(change.perMonth.ci95.map { $0[0] <= -0.5 && -0.5 <= $0[1] } == true)
    #expect(["random_slope", "no_own_variance"].contains(change.randomPart))
    // 10 − 0.5 · 6 + 2, the mean of all children at the mean age.
    #expect(change.meanAgeMonths == 6)
    #expect(abs(change.atMeanAge.value - 9) < 1e-9)
    let none = StudySummary([Records.scan("a", subject: "a", cvai: 3)]).age
    guard case .refused(let reason) = none.withinChildren else { throw Unexpected() }
    #expect(reason.code == "too_few")
    #expect(none.leftOut == [LeftOut(reason: .noAge, scans: 1)])
  }

  /// Three groups, three comparisons: the smallest probability of each kind times three (Holm).
  @Test func probabilitiesAdjustedForAgeAreCorrectedToo() throws {
    let records = ["a", "b", "c"].enumerated().flatMap { group, name -> [StudyRecord] in
      (0..<6).map { child -> StudyRecord in
        let age = Double(3 + child * 5 % 7)
        let value = Double(4 + 2 * group * group) - 0.2 * age + Double(child * 3 % 4) / 2
        return Records.scan("\(name)\(child)", subject: "\(name)\(child)", cohort: name, age: age, cvai: value)
      }
    }
    let part = try #require(StudySummary(records).groups)
    let kinds: [KeyPath<GroupsPart.Comparison, Carried<GroupsPart.Difference>>] = [\.difference, \.adjustedForAge]
    for kind in kinds {
      let found = part.comparisons.compactMap { $0[keyPath: kind].value }
      let least = try #require(found.min { $0.probability < $1.probability })
      #expect(found.count == 3)
      #expect(least.correctedProbability == min(1, 3 * least.probability))
      #expect(found.allSatisfy { ($0.correctedProbability ?? 0) >= $0.probability })
    }
  }

  @Test func valuesBeyondTheFencesLieApart() {
    let records = (1...9).map { Records.scan("s\($0)", cvai: Double($0)) } + [Records.scan("far", cvai: 40)]
    let outliers = StudySummary(records).outliers
    #expect(outliers.map(\.scan) == ["far"] && outliers[0].kind == .fences)
    // Quartiles of 1 … 9, 40 are 3.25 and 7.75.
    #expect(outliers[0].low == 3.25 - 6.75)
    #expect(outliers[0].high == 7.75 + 6.75)
  }

  @Test func ratingsAreSetAgainstWhatWasMeasured() throws {
    let records = (0..<12).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", cvai: 5)
      record.quality["coverage"] = Double(index) / 12
      record.answers = [
        "overall": "\(1 + index / 3)", "cap_fit": index < 6 ? "loose" : "good", "remarks": "note \(index)",
      ]
      return record
    }
    let part = try #require(StudySummary(records).ratings)
    #expect(part.fields.map(\.field) == ["cap_fit", "overall"])
    #expect(part.texts == ["remarks"])
    let overall = part.fields[1].relations.first { $0.quantity == "coverage" }
    #expect((overall?.test.value?.correlation?.value ?? 0) > 0.9)
    // Twelve ranks in two halves: H = 12 / (12 · 13) · (21² / 6 + 57² / 6) − 39 = 8.308, p = 0.00395.
    let fit = part.fields[0].relations.first { $0.quantity == "coverage" }
    #expect(abs((fit?.test.value?.probability ?? 0) - 0.00395) < 1e-5)
    #expect((fit?.correctedProbability ?? 0) >= (fit?.test.value?.probability ?? 1))
    #expect(fit?.scans == 12)
    #expect(fit?.subjects == 12)
    // All intervals are equally wide.
    guard case .refused(let reason)? = part.fields[0].relations.first(where: { $0.quantity == "interval_width" })?.test
    else { throw Unexpected() }
    #expect(reason.code == "no_spread")
  }

  /// Twelve scans of four children are four children to a test: the first scan of each, whatever the others say.
  @Test func scansOfOneChildAreNotSeveralToATest() throws {
    func records(_ later: Double) -> [StudyRecord] {
      (0..<12).map { index -> StudyRecord in
        let (child, scan) = (index / 3, index % 3)
        var record = Records.scan("s\(child)\(scan)", subject: "\(child)", session: "\(scan)", cvai: 5)
        record.quality["coverage"] = scan == 0 ? Double(child) : later * Double(index)
        record.answers = ["overall": scan == 0 ? "\(2 * child % 5)" : "1"]
        return record
      }
    }
    let tests = try [1.0, -3].map { later -> RatingsPart.Relation in
      let part = try #require(StudySummary(records(later)).ratings)
      return try #require(part.fields[0].relations.first { $0.quantity == "coverage" })
    }
    #expect(tests.allSatisfy { $0.scans == 12 && $0.subjects == 4 })
    // Answers 0, 2, 4, 1 to coverages 0, 1, 2, 3: ρ = 1 − 6 · (0 + 1 + 1 + 4) / 60.
    #expect(tests.allSatisfy { abs(($0.test.value?.correlation?.value ?? 0) - 0.4) < 1e-12 })
  }

  private func relations(_ count: Int, _ answer: (Int) -> String) throws -> RatingsPart {
    let records = (0..<count).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", cvai: 5)
      record.answers = ["question": answer(index)]
      return record
    }
    return try #require(StudySummary(records).ratings)
  }

  /// A question is one of a few answers where each was given twice on the average and they are twelve at most.
  @Test func aFewAnswersAreAQuestion() throws {
    #expect(try relations(10) { "answer \($0 % 5)" }.fields.map(\.field) == ["question"], "five of ten")
    #expect(try relations(9) { "answer \($0 % 5)" }.texts == ["question"], "five of nine")
    #expect(try relations(24) { "answer \($0 % 12)" }.fields.map(\.field) == ["question"])
    #expect(try relations(26) { "answer \($0 % 13)" }.texts == ["question"])
    #expect(try relations(26) { "\($0)" }.fields.map(\.field) == ["question"], "numbers are always told")
  }

  /// Answers stand in the order of numbers or of the alphabet, with how often they were given.
  @Test func answersAreInOrder() throws {
    let words = try relations(14) { ["seam", "apex", "rim", "top", "crown", "brow", "nape"][$0 % 7] }.fields[0].answers
    #expect(words.map(\.answer) == ["apex", "brow", "crown", "nape", "rim", "seam", "top"])
    #expect(words.allSatisfy { $0.scans == 2 && $0.measured == 2 })
    let numbers = try relations(14) { ["10", "9", "-1", "0.5", "2", "100", "30"][$0 % 7] }.fields[0].answers
    #expect(numbers.map(\.answer) == ["-1", "0.5", "2", "9", "10", "30", "100"])
  }

  /// The worse the answer, the wider the interval, wherever its middle lies.
  @Test func intervalsAreWiderForWorseScans() throws {
    let records = (0..<8).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", cvai: 5)
      let half = Double(1 + index)
      record.measures["cvai"] = .init(value: 5, low: 5 - half, high: 5 + half, code: nil)
      record.answers = ["overall": "\(8 - index)"]
      return record
    }
    let field = try #require(StudySummary(records).ratings?.fields.first)
    let width = try #require(field.relations.first { $0.quantity == "interval_width" })
    #expect((width.test.value?.correlation?.value ?? 0) < -0.999)
    #expect(field.relations.map(\.quantity).first == "interval_width")
    #expect(field.relations.count == 5)
  }

  /// What a later version calls otherwise stands behind what this one knows, the most frequent first.
  @Test func unknownOutcomesComeLast() {
    let counts = ["e": 3, "c": 5, "a": 1, "d": 4, "b": 2]
    let records = counts.flatMap { code, count in
      (0..<count).map { StudyRecord(scan: "\(code)\($0)", status: "lost", code: code) }
    }
    let outcomes = OutcomeCount.all(records + [Records.failed("f", code: "z"), Records.scan("g", cvai: 3)])
    #expect(outcomes.map(\.status) == ["complete", "failed", "lost", "lost", "lost", "lost", "lost"])
    #expect(outcomes.map(\.code) == [nil, "z", "c", "d", "e", "b", "a"])
  }

  @Test func operatorsAreSetAgainstClosure() throws {
    let records = (0..<12).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", cvai: 5)
      record.operator = index < 6 ? "1" : "2"
      record.quality["closure_mm"] = Double(index)
      return record
    }
    let part = try #require(StudySummary(records).ratings)
    let field = try #require(part.fields.first)
    #expect(part.scans == 0)
    #expect(field.source == .stated)
    #expect(field.answers.map(\.scans) == [6, 6])
    var alone = records
    for index in alone.indices { alone[index].operator = "1" }
    // As of ranks in two halves above: codes that are numbers have no order.
    let test = try #require(field.relations.first { $0.quantity == "closure_mm" }?.test.value)
    #expect(test.correlation == nil)
    #expect(abs(test.probability - 0.00395) < 1e-5)
    #expect(StudySummary(alone).ratings == nil)
  }

  @Test func theFileIsTheSameForEqualScans() throws {
    let records = (0..<6).map { index -> StudyRecord in
      let value = Double(index)
      return Records.scan(
        "s\(index)", subject: "\(index / 2)", cohort: index < 2 ? "a" : "b", age: value, cvai: value * value,
        other: value)
    }
    let json = try StudySummary(records).json()
    #expect(try StudySummary(records).json() == json)
    let file = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(file["schema"] as? String == "calvaria/study-summary/1")
    #expect(file["scans"] as? Int == 6)
    #expect((file["measures"] as? [Any])?.count == MeasureName.allCases.count)
    #expect(try StudySummary([]).json().count > 100)
  }
}

/// Made-up scans of a study.
enum Records {
  static let own = StudyRecord.Method(protocolName: "calvaria-default 3", origin: "batch")
  static let other = StudyRecord.Method(protocolName: "cap-included 1", origin: "remeasured")

  /// A scan; a value of nil is withheld.
  static func scan(
    _ name: String, subject: String? = nil, session: String? = "1", cohort: String? = nil, age: Double? = nil,
    cvai: Double?, other value: Double?? = .none
  ) -> StudyRecord {
    var record = StudyRecord(
      scan: name, status: cvai == nil ? "withheld" : "complete", code: cvai == nil ? "section.gap" : nil,
      subject: subject, session: session, cohort: cohort, ageMonths: age, method: own)
    record.measures["cvai"] = .init(
      value: cvai, low: cvai.map { $0 - 1 }, high: cvai.map { $0 + 1 }, code: cvai == nil ? "section.gap" : nil)
    if case .some(let value) = value { record.others[Self.other] = .init(value: value) }
    return record
  }

  /// A scan that failed.
  static func failed(_ name: String, code: String) -> StudyRecord {
    StudyRecord(scan: name, status: "failed", code: code)
  }
}
