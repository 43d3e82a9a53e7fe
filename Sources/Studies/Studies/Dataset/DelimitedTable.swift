internal import Diagnostics
internal import Files
internal import Platform
internal import SwiftCSV

/// A table of a dataset, comma- or tab-separated with a header: every cell is a text, whatever it looks like.
struct DelimitedTable {
  /// The file, for messages.
  let file: String
  /// The names of the columns, in small letters.
  let header: [String]
  /// The rows that are not empty, with the numbers of the records in the file, from 1; the header is the first.
  let rows: [(line: Int, cells: [String])]

  /// No table is larger, bytes.
  private static let largestBytes = 64 << 20

  /// Reads a table; the ending says what separates its cells.
  static func read(_ url: URL) throws(DatasetError) -> DelimitedTable {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      throw .badTable(file: url.path, line: nil, expected: .phrase("readable_table"), found: error.found)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .badTable(file: url.path, line: nil, expected: .text("UTF-8"), found: .phrase("something_else"))
    }
    return try DelimitedTable(text, file: url.path, separator: url.pathExtension.lowercased() == "tsv" ? .tab : .comma)
  }

  init(_ text: String, file: String, separator: CSVDelimiter = .comma) throws(DatasetError) {
    // The parser takes what follows an open quotation mark for one cell to the end of the file.
    guard text.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) else {
      throw .badTable(
        file: file, line: nil, expected: .phrase("closed_quotes"), found: .phrase("open_quote"))
    }
    var records: [[String]] = []
    do {
      // The parser drops a last line without an end; empty records are skipped below.
      let table = try EnumeratedCSV(string: text + "\n", delimiter: separator, loadColumns: false, rowLimit: 1)
      try table.enumerateAsArray(startAt: 0, rowLimit: nil) { records.append($0) }
    } catch {
      throw .badTable(file: file, line: nil, expected: .phrase("closed_quotes"), found: .phrase("open_quote"))
    }
    let header = (records.first ?? []).map { $0.lowercased() }
    guard !header.allSatisfy(\.isEmpty), Set(header).count == header.count else {
      throw .badTable(
        file: file, line: 1, expected: .phrase("own_column_names"), found: .names(header.prefix(20)))
    }
    var rows: [(line: Int, cells: [String])] = []
    for (index, cells) in records.enumerated().dropFirst() where !cells.allSatisfy(\.isEmpty) {
      guard cells.count == header.count else {
        throw .badTable(
          file: file, line: index + 1, expected: .phrase("cells", ["count": .count(header.count)]),
          found: .count(cells.count))
      }
      rows.append((index + 1, cells))
    }
    (self.file, self.header, self.rows) = (file, header, rows)
  }

  /// A cell of a row by the names that its column may have; nil where there is none, or nothing in it. `n/a` is BIDS's
  /// word for nothing.
  func cell(_ cells: [String], _ names: String...) -> String? {
    for name in names {
      guard let column = header.firstIndex(of: name) else { continue }
      let text = cells[column]
      return text.isEmpty || text == "n/a" ? nil : text
    }
    return nil
  }
}
