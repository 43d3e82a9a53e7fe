import Diagnostics
public import Files

/// WHO's head circumference for age as WHO publishes it: a row for each day with L, M in centimetres and S.
///
/// The table is WHO's and comes with no copy of this program; who has it can use it.
public enum WHOTable {
  /// True for the names of columns as WHO's tables have them, by days or by months.
  public static func isHeader(_ cells: [String]) -> Bool {
    columns(cells.map { $0.lowercased() == byMonths ? "day" : $0 }) != nil
  }

  /// Between months straight lines are wrong by up to 0.12 standard deviations, so tables by months are refused.
  private static let byMonths = "month"

  /// The norms of a table's rows.
  ///
  /// - Parameters:
  ///   - rows: the cells of each row, the names of the columns first: `age` or `day` in days, `l`, `m`, `s`, and `sex` (1 boys,
  ///     2 girls) where the table is of both.
  ///   - sex: of a table of one sex.
  ///   - version: what tells this file from another one.
  ///   - file: its name in messages.
  /// - Throws: ``FileError`` for rows that can't be those of head circumferences by days.
  public static func read(
    _ rows: [[String]], sex: Sex? = nil, version: String, file: String
  ) throws(FileError) -> NormTable {
    guard let header = rows.first, let columns = columns(header) else {
      let found = (rows.first ?? []).first { $0.lowercased() == byMonths }
      throw fault(
        file, .phrase("text"), .phrase("who_columns"), found.map { .quoted($0) } ?? .phrase("something_else"))
    }
    guard rows.count <= mostRows else {
      throw fault(file, .phrase("text"), .number(in: 1...Double(mostRows)), .count(rows.count))
    }
    var table: [Sex: [NormTable.Row]] = [:]
    for line in NormCells.lines(of: rows, file: file).dropFirst() {
      let (own, row) = try read(line, columns, sex)
      if let last = table[own]?.last, abs(days(row) - days(last) - 1) > 1e-6 {
        throw line.fault(.phrase("who_days"), found: .quoted(line.cells.joined(separator: " ")))
      }
      table[own, default: []].append(row)
    }
    for rows in table.values { try check(rows, file) }
    guard !table.isEmpty else { throw fault(file, .phrase("text"), .phrase("rows_for_sex"), .phrase("none")) }
    return NormTable(
      name: "who-2007-head-circumference", version: version,
      title: "WHO child growth standards, head circumference for age",
      source: "World Health Organization: WHO child growth standards, head circumference for age (2007), by days",
      licence: "WHO's; it is read from your own file and passed on by nobody", measure: .circumference,
      level: .greatestCircumference, method: .tape, rows: table)
  }

  /// No table of WHO's has more rows: 1,857 days of two sexes.
  private static let mostRows = 4000

  /// A median grows by 1.1 mm on the first day, and by less on every later one.
  private static let mostADay = 1.5

  /// Where the columns are.
  private struct Columns {
    let sex: Int?
    let day, l, m, s: Int
  }

  private static func columns(_ header: [String]) -> Columns? {
    let names = header.map { $0.lowercased() }
    guard let day = names.firstIndex(where: { $0 == "age" || $0 == "day" }), let l = names.firstIndex(of: "l"),
      let m = names.firstIndex(of: "m"), let s = names.firstIndex(of: "s")
    else { return nil }
    return Columns(sex: names.firstIndex(of: "sex"), day: day, l: l, m: m, s: s)
  }

  private static func read(
    _ line: NormCells, _ columns: Columns, _ sex: Sex?
  ) throws(FileError) -> (Sex, NormTable.Row) {
    guard let own = try columns.sex.map({ column throws(FileError) in try line.sex(column) }) ?? sex else {
      throw fault(line.file, .phrase("text"), .phrase("who_sex"), .phrase("none"))
    }
    let day = try line.number(columns.day, in: 0...2000)
    let row = NormTable.Row(
      months: day / NormChild.daysPerMonth, l: try line.number(columns.l, in: 1...1),
      m: try line.number(columns.m, in: 25...65) * 10, s: try line.number(columns.s, in: 0.025...0.045))
    return (own, row)
  }

  private static func days(_ row: NormTable.Row) -> Double { row.months * NormChild.daysPerMonth }

  /// Refuses the table of another measure: at birth a head measures 34 cm, and a child 50.
  private static func check(_ rows: [NormTable.Row], _ file: String) throws(FileError) {
    guard let first = rows.first, let last = rows.last else { return }
    guard days(first) < 0.5, (320...370).contains(first.m), last.m > first.m else {
      throw fault(file, .phrase("text"), .phrase("who_heads"), .exact(first.m / 10))
    }
    for (before, after) in zip(rows, rows.dropFirst()) where abs(after.m - before.m) > mostADay {
      throw fault(file, .phrase("text"), .phrase("who_days"), .exact(after.m / 10))
    }
  }

  private static func fault(
    _ file: String, _ place: FindingValue, _ expected: FindingValue, _ found: FindingValue
  ) -> FileError {
    FileKind.definition.fault(in: file, at: place, expected: expected, found: found)
  }
}
