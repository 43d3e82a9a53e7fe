import Diagnostics

/// A table for a terminal: columns aligned, two spaces between them; nothing in a cell breaks a line.
public struct TextTable: Sendable {
  /// The rows; one of a single cell is a line across all columns.
  private var rows: [[String]] = []
  private let rightAligned: Set<Int>

  /// An empty table; numbers go into right-aligned columns.
  public init(rightAligned: Set<Int> = []) { self.rightAligned = rightAligned }

  /// Adds a row.
  public mutating func add(_ cells: String...) { addRow(cells) }

  /// Adds a row of as many cells.
  public mutating func addRow(_ cells: [String]) { rows.append(cells.map { $0.printable(limit: 600) }) }

  /// Adds lines that have no columns.
  public mutating func addLine(_ lines: String...) { for line in lines { addRow([line]) } }

  /// The lines, without spaces at their ends; the last column does not widen others.
  public var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { (column: Int) -> Int in
      rows.filter { $0.count > column + 1 }.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      if row.count == 1 { return row[0] + "\n" }
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: max(0, widths[column] - cell.count))
        return rightAligned.contains(column) ? space + cell : cell + space
      }
      let line = cells.joined(separator: "  ")
      return (line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? "") + "\n"
    }.joined()
  }
}
