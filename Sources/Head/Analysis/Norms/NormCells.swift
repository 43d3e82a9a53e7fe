import Diagnostics
internal import Files

/// A row of a table of norms as a file has it: a text or the sheet of a workbook.
struct NormCells {
  let file: String, line: Int
  let cells: [String]

  /// The rows of a file in order, the names of its columns first.
  static func lines(of rows: [[String]], file: String) -> [NormCells] {
    rows.enumerated().map { NormCells(file: file, line: $0 + 1, cells: $1) }
  }

  /// Where the columns of some names are; nil where one is missing.
  func columns(_ names: [String]) -> [Int]? {
    let own = cells.map { $0.lowercased() }
    let places = names.compactMap { own.firstIndex(of: $0) }
    return places.count == names.count ? places : nil
  }

  /// The number of a column.
  func number(_ column: Int, in range: ClosedRange<Double>) throws(FileError) -> Double {
    guard cells.indices.contains(column), let value = Double(cells[column]), range.contains(value) else {
      throw fault(.number(in: range), found: found(column))
    }
    return value
  }

  /// The sex of a column, as a word or by WHO's numbers.
  func sex(_ column: Int) throws(FileError) -> Sex {
    let sexes: [String: Sex] = ["1": .male, "male": .male, "2": .female, "female": .female]
    guard cells.indices.contains(column), let sex = sexes[cells[column].lowercased()] else {
      throw fault(.oneOf(sexes.keys.sorted()), found: found(column))
    }
    return sex
  }

  /// What is wrong with the row.
  func fault(_ expected: FindingValue, found: FindingValue) -> FileError {
    FileKind.definition.fault(in: file, at: .line(line), expected: expected, found: found)
  }

  private func found(_ column: Int) -> FindingValue {
    cells.indices.contains(column) ? .quoted(cells[column]) : .phrase("none")
  }
}
