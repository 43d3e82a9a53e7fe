import Diagnostics
import Platform

/// A table of numbers with commas between them; a first line of words is its header.
struct NumberTable {
  let rows: [[Double]]

  /// Reads a file of a recording's folder.
  init(_ folder: RecordingFolder, _ name: String) throws(RecordingError) {
    var rows: [[Double]] = []
    let lines = try folder.index(name).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() {
      let line = String(decoding: bytes, as: UTF8.self)
      let words = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
      if words.allSatisfy(\.isEmpty) { continue }
      let values = words.compactMap { Double($0) }
      guard values.count == words.count, values.allSatisfy(\.isFinite) else {
        if number == 0, values.isEmpty { continue }
        throw .badIndex(file: name, line: number + 1, expected: .phrase("row_of_numbers"), found: .quoted(line))
      }
      rows.append(values)
    }
    self.rows = rows
  }
}
