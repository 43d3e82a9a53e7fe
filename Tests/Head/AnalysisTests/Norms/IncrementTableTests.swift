import Files
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Analysis

/// How much heads grow between two visits.
@Suite struct IncrementTableTests {
  /// Boys: 40 mm from birth, 20 mm from one month on, 30 and 10 from two and three, of two months each; SD a tenth.
  static let rows = [
    ["Sex", "from_month", "to_month", "L", "M", "S"], ["male", "0", "2", "1", "4", "0.1"],
    ["male", "1", "3", "1", "2", "0.1"], ["1", "2", "4", "1", "3", "0.1"], ["male", "3", "5", "1", "1", "0.1"],
  ]

  private func table(_ rows: [[String]] = rows) throws -> IncrementTable {
    try IncrementTable.read(rows, version: "v", file: "growth.csv")
  }

  private func score(_ value: Double, reach: Double = 1, from: Double = 1, over months: Double = 2) throws
    -> IncrementScore
  {
    try table().score(
      Estimate(value, ci95: (value - reach)...(value + reach)), ages: (from, from + months), .male)
  }

  /// (y − M) / (S M): 22 mm where the median is 20 and the deviation 2; between two ages by straight lines.
  @Test func theScoreOfAnIncrement() throws {
    let found = try score(22)
    #expect(abs(try #require(found.z) - 1) < 1e-9)
    let ends = try #require(found.ci95)
    #expect(abs(ends.lowerBound - 0.5) < 1e-9 && abs(ends.upperBound - 1.5) < 1e-9)
    #expect(found.ages == [1, 3] && found.table == "who-2009-head-circumference-2-months")
    #expect(abs(try #require(score(25, from: 1.5).z)) < 1e-9)
    // What grew within 2.2 months grew less within 2.
    #expect(abs(try #require(score(22, over: 2.2).z)) < 1e-9)
  }

  @Test func otherSpansAreNotCompared() throws {
    let table = try table()
    #expect(table.spans(1, 3) && table.spans(1, 3.25) && table.spans(1, 2.75))
    #expect(!table.spans(1, 3.26) && !table.spans(1, 2.74) && !table.spans(3, 1))
  }

  /// Two visits whose errors are as large as a deviation say nothing.
  @Test func whatTwoVisitsDoNotCarryIsWithheld() throws {
    #expect(try score(20, reach: 1.9).z != nil)
    // An interval may be wide to one side alone.
    for interval in [19.0...23, 17...21] {
      #expect(try table().score(Estimate(20, ci95: interval), ages: (1, 3), .male).z == nil, "\(interval)")
    }
    let wide = try score(20, reach: 2.1)
    #expect(wide.z == nil && wide.ci95 == nil && wide.reasons.map(\.code) == [.incrementErrors])
    #expect(try score(-1).reasons.map(\.code) == [.incrementErrors])
    #expect(try table().score(Estimate(20, ci95: nil), ages: (1, 3), .male).reasons.map(\.code) == [.incrementErrors])
    #expect(try score(20, from: 3.1).reasons.map(\.code) == [.incrementAge])
    #expect(
      try table().score(Estimate(20, ci95: 19...21), ages: (1, 3), .female).reasons.map(\.code) == [.incrementAge])
  }

  @Test(arguments: [
    (0, 1, "month", "columns"), (2, 0, "boy", "1, 2, female, male"), (2, 1, "0", "ascend"), (2, 2, "1", "ascend"),
    (2, 4, "0", "0.01 to 20"), (2, 4, "nan", "a number"), (2, 5, "4", "0.005 to 3"), (2, 2, "4", "same months"),
  ]) func aWrongTableIsExplained(row: Int, column: Int, cell: String, says: String) throws {
    var rows = Self.rows
    rows[row][column] = cell
    let error = #expect(throws: FileError.self) { try table(rows) }
    let message = "\(try #require(error))"
    #expect(message.contains(says), "\(message)")
    // That the rows are not of one span is said of the first.
    #expect(message.contains("line \(says == "same months" ? 1 : row + 1)"), "\(message)")
    #expect(throws: FileError.self) { try table([rows[0]]) }
    #expect(throws: FileError.self) { try table([]) }
  }

  /// WHO's table: the 3rd standard deviation from its row.
  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func theTableOfWHO() throws {
    let file = SharedMaterial.folder.appending(path: "norms/who_hcvel_2mon.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",").map { String($0) } }
    let table = try table(rows)
    #expect(table.span == 2 && table.rows[.male]?.count == 11 && table.rows[.female]?.count == 11)
    // Girls of 3 to 5 months: L 0.8807, M 1.9599 cm, S 0.20017.
    let value = 19.599 * pow(1 + 0.8807 * 0.20017 * -1, 1 / 0.8807)
    let found = table.score(Estimate(value, ci95: (value - 1)...(value + 1)), ages: (3, 5), .female)
    #expect(abs(try #require(found.z) + 1) < 1e-6)
  }
}
