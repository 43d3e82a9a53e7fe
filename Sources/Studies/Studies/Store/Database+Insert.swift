internal import GRDB

extension Database {
  /// Inserts a row by the names of its columns.
  func insert(
    into table: String, _ values: [(column: String, value: (any DatabaseValueConvertible)?)]
  ) throws {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    let sql = "INSERT INTO \(table) (\(values.map(\.column).joined(separator: ", "))) VALUES (\(marks))"
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(values.map(\.value)))
  }
}
