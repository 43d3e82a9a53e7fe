internal import Diagnostics
import Platform

/// A table of numbers with commas between them; a first line of words is its header.
struct NumberTable {
  /// The words of the header; empty without one.
  let header: [String]
  /// The numbers of each row; NaN in a cell that is empty.
  let rows: [[Double]]

  /// Reads a file of a recording's folder.
  ///
  /// - Parameter full: how many cells of a row must not be empty; by default none may be.
  init(_ folder: RecordingFolder, _ name: String, full: Int = .max) throws(RecordingError) {
    var (header, rows): ([String], [[Double]]) = ([], [])
    let lines = try folder.index(name).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() {
      let line = String(decoding: bytes, as: UTF8.self)
      let words = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
      if words.allSatisfy(\.isEmpty) { continue }
      let values = words.enumerated().map { $1.isEmpty && $0 >= full ? .nan : Double($1) ?? .infinity }
      guard !values.contains(where: \.isInfinite), values.prefix(full).allSatisfy(\.isFinite) else {
        if number == 0, !words.contains(where: { Double($0) != nil }) {
          header = words
          continue
        }
        throw .badIndex(file: name, line: number + 1, expected: .phrase("row_of_numbers"), found: .quoted(line))
      }
      rows.append(values)
    }
    (self.header, self.rows) = (header, rows)
  }
}
