import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@testable import Analysis

/// WHO's table by days; the table itself is WHO's, and lies beside the package where it is used.
@Suite struct WHOTableTests {
  /// Rows of a made-up table: boys from 345 mm, girls 5 mm less, both growing 1 mm a day.
  static func rows(days: Range<Int> = 0..<40, sexes: [Int] = [1, 2]) -> [[String]] {
    [["sex", "age", "l", "m", "s"]]
      + sexes.flatMap { sex in
        days.map { ["\(sex)", "\($0)", "1", "\(35 - Double(sex) / 2 + Double($0) / 10)", "0.03"] }
      }
  }

  private func read(_ rows: [[String]], sex: Sex? = nil) throws -> NormTable {
    try WHOTable.read(rows, sex: sex, version: "v", file: "who.txt")
  }

  @Test func daysAreMonths() throws {
    let table = try read(Self.rows())
    #expect(table.level == .greatestCircumference && table.measure == .circumference && table.method == .tape)
    for day in [0, 1, 17, 39] {
      let row = try #require(table.row(months: Double(day) / 30.4375, .female))
      #expect(abs(row.m - (340 + Double(day))) < 1e-6 && row.l == 1 && row.s == 0.03)
    }
    #expect(abs(try #require(table.row(months: 16.5 / 30.4375, .male)).m - 361.5) < 1e-6)
    #expect(table.row(months: 39.1 / 30.4375, .male) == nil)
    #expect(table.unnamedFromMonths == 0)
  }

  @Test func aTableOfOneSexNeedsItsName() throws {
    let rows = Self.rows(sexes: [1]).map { Array($0.dropFirst()) }
    #expect(try read(rows, sex: .female).rows.keys.sorted { $0.rawValue < $1.rawValue } == [.female])
    let error = #expect(throws: FileError.self) { try read(rows) }
    #expect("\(try #require(error))".contains("boys or girls"))
  }

  @Test(arguments: [
    (3, 1, "4", "each day"), (3, 1, "1", "each day"), (3, 1, "x", "a number"), (3, 3, "70", "25 to 65"),
    (3, 4, "0.02", "0.025 to 0.045"), (3, 2, "0.9", "1"), (3, 3, "36", "each day"), (3, 3, "36.25", "36.25"),
    (3, 0, "1.5", "1, 2"),
    (3, 2, "nan", "a number"), (3, 0, "3", "1, 2, female, male"), (0, 3, "median", "by days"),
    (0, 1, "month", "\"month\""),
  ]) func aWrongTableIsExplained(row: Int, column: Int, cell: String, says: String) throws {
    var rows = Self.rows()
    rows[row][column] = cell
    let error = #expect(throws: FileError.self) { try read(rows) }
    let message = "\(try #require(error))"
    #expect(message.contains(says), "\(message)")
  }

  /// Length for age looks alike, and is not of heads.
  @Test func theTableOfAnotherMeasureIsRefused() throws {
    let lengths = Self.rows().enumerated().map {
      $0.offset == 0 ? $0.element : $0.element.with("\(49.9 + Double($0.offset) / 10)", at: 3)
    }
    let error = #expect(throws: FileError.self) { try read(lengths) }
    #expect("\(try #require(error))".contains("head circumferences"))
    // With what it has at birth, in centimetres.
    let boys = Self.rows(sexes: [1]).enumerated().map { k, row in
      k == 0 ? row : row.with("\(51 + 0.125 * Double(k))", at: 3)
    }
    let first = #expect(throws: FileError.self) { try read(boys) }
    #expect("\(try #require(first))".contains("51.125"))
    #expect(throws: FileError.self) { try read(Self.rows(days: 5..<40)) }
    #expect(throws: FileError.self) { try read([Self.rows()[0]]) }
    #expect(throws: FileError.self) { try read([["sex", "age", "l", "m", "s"], ["1"]]) }
  }

  private static func table(_ name: String, separator: Character) throws -> [[String]] {
    let text = try String(contentsOf: SharedMaterial.folder.appending(path: "norms/\(name)"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).map { $0.split(separator: separator).map { String($0) } }
  }

  /// The 122 monthly values that WHO publishes, from its daily ones, and the lines two standard deviations away.
  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func monthlyValuesFromTheDailyTable() throws {
    let daily = try read(Self.table("hcanthro.txt", separator: "\t"))
    let monthly = try Self.table("who_hcfa.csv", separator: ",").dropFirst()
    #expect(monthly.count == 122)
    for cells in monthly {
      let (sex, month) = (try #require(Sex(rawValue: cells[0])), try #require(Double(cells[1])))
      let (m, s) = (try #require(Double(cells[3])) * 10, try #require(Double(cells[4])))
      // The text ends a quarter of a day before the end of month 60.
      let row = try #require(daily.row(months: min(month, 1826 / 30.4375), sex))
      // WHO prints four decimals of a centimetre.
      #expect(abs(row.m - m) < 0.005 && abs(row.s - s) < 2.1e-5, "\(cells)")
      for z in [-2.0, 0, 2] { #expect(abs(row.z(m * (1 + z * s)) - z) < 0.002, "\(cells)") }
    }
  }

  /// How WHO's median child reads on the table of the CDC, which the table states.
  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)), arguments: Sex.allCases)
  func theMedianChildOnTheOtherTable(sex: Sex) throws {
    let (who, cdc) = (try read(Self.table("hcanthro.txt", separator: "\t")), NormTable.builtIn[0])
    for stated in try #require(cdc.medianChild[sex]) {
      let median = try #require(who.row(months: stated.months, sex)).m
      #expect(abs(try #require(cdc.row(months: stated.months, sex)).z(median) - stated.z) < 0.0051, "\(stated)")
    }
  }
}

extension [String] {
  fileprivate func with(_ cell: String, at column: Int) -> [String] {
    var row = self
    row[column] = cell
    return row
  }
}
