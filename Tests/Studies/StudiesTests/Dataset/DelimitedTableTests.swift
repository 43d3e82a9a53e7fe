import Analysis
import Diagnostics
import Files
import Foundation
import Platform
import TestSupport
import Testing

@testable import Studies

/// Tables that can't be used, and what is said of them.
@Suite struct DelimitedTableTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func file(_ text: String, _ name: String = "table.csv") throws -> URL {
    let file = temporary.url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// What is found in place of a table that is needed.
  private func fault(_ work: () throws -> Void) throws -> (line: Int?, expected: FindingValue, found: FindingValue) {
    let error = #expect(throws: DatasetError.self) { try work() }
    guard case .badTable(_, let line, let expected, let found) = try #require(error) else {
      throw try #require(error)
    }
    return (line, expected, found)
  }

  /// Names of columns: c1 to c25.
  private static let columns = (1...25).map { "c\($0)" }

  @Test func linesCountTheHeaderAndEmptyRows() throws {
    #expect(try DelimitedTable("a,b\n1,2\n,\n3,4", file: "t").rows.map(\.line) == [2, 4])
    let error = try fault { _ = try DelimitedTable("a,b\n1,2\n,\n3\n", file: "t") }
    #expect(error.line == 4)
    #expect(error.expected == .phrase("cells", ["count": .count(2)]))
    #expect(error.found == .count(1))
  }

  @Test func theEndingSaysWhatPartsCells() throws {
    #expect(try DelimitedTable.read(file("a\tb,c\n1\t2\n", "t.tsv")).header == ["a", "b,c"])
    #expect(try DelimitedTable.read(file("a\tb,c\n1,2\n", "t.csv")).header == ["a\tb", "c"])
  }

  @Test func theFirstNameWithACellCounts() throws {
    let table = try DelimitedTable("cohort,group\n,x\nn/a,y\nz,\n", file: "t")
    #expect(table.rows.map { table.cell($0.cells, "cohort", "group") } == [nil, nil, "z"])
    #expect(table.rows.map { table.cell($0.cells, "group") } == ["x", "y", nil])
    #expect(table.cell(table.rows[0].cells, "age", "group") == "x")
    #expect(table.cell(table.rows[0].cells, "age") == nil)
  }

  /// Of a header in which something is missing, or stands twice, the first twenty names are told.
  @Test func aLongHeaderIsNotToldInFull() throws {
    let (names, first) = (Self.columns.joined(separator: ","), FindingValue.names(Self.columns.prefix(20)))
    let twice = try fault { _ = try DelimitedTable(names + ",c1\n", file: "t") }
    #expect(twice.line == 1)
    #expect(twice.found == first)
    let folder = try DatasetFolder(["scans.csv": names + "\n", "x": ""])
    let listed = try fault { _ = try folder.read() }
    #expect(listed.expected == .phrase("column", ["name": .text("path")]))
    #expect(listed.found == first)
    let reference = try fault { _ = try ReferenceTable.read(file(names + "\n")) }
    #expect(reference.expected == .phrase("column", ["name": .text("subject")]))
    #expect(reference.found == first)
    let people = try DatasetFolder([
      "participants.tsv": Self.columns.joined(separator: "\t") + "\n", "sub-01/scan-1/a": "1",
    ])
    let participants = try fault { _ = try people.read() }
    #expect(participants.expected == .phrase("column", ["name": .text("participant_id")]))
    #expect(participants.found == first)
  }

  /// A file of nothing, which takes no room.
  @Test func aTableThatIsTooLargeIsNotRead() throws {
    let file = try file("")
    let limit = 64 << 20
    #expect(truncate(file.path, off_t(limit + 1)) == 0)
    let error = try fault { _ = try DelimitedTable.read(file) }
    #expect(error.found == InputFile.Fault.tooLarge(bytes: limit + 1, limit: limit).found)
  }

  @Test func whatIsNoTextIsNoTable() throws {
    let file = temporary.url.appending(path: "t.csv")
    try Data([0x61, 0xFF, 0x0A]).write(to: file)
    #expect(try fault { _ = try DelimitedTable.read(file) }.expected == .text("UTF-8"))
  }

  // MARK: References

  @Test func aReferenceIsReadWithItsMethod() throws {
    let table = try ReferenceTable.read(
      file("subject,session,quantity,value,method\n01,1,cvai,6.5,ct\n02,,length,140.25,\n"))
    #expect(
      table.values == [
        .init(subject: "01", session: "1", measure: .cvai, value: 6.5, method: "ct"),
        .init(subject: "02", measure: .length, value: 140.25, method: "reference"),
      ])
  }

  @Test(arguments: [
    (",cvai,1", FindingValue.phrase("none")), ("01,cvaii,1", .quoted("cvaii")), ("01,cvai,one", .quoted("one")),
    ("01,cvai,", .phrase("none")), ("01,cvai,10000001", .quoted("10000001")), ("01,cvai,nan", .quoted("nan")),
  ])
  func aReferenceThatCannotBeIsToldWithItsLine(row: String, found: FindingValue) throws {
    let table = try file("subject,quantity,value\n03,cvai,-10000000\n\(row)\n")
    let error = try fault { _ = try ReferenceTable.read(table) }
    #expect(error.line == 3)
    #expect(error.found == found)
  }
}
