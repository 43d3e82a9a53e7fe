public import Analysis
internal import Diagnostics
public import Platform

/// What an outside reference, such as a calliper or CT, measured on children of a study (Docs/formats/study.md).
public struct ReferenceTable: Sendable, Equatable {
  /// One value of the reference.
  public struct Value: Sendable, Equatable {
    /// The child's code and the session's, as in the study; nil where none is stated.
    public var subject: String, session: String?
    /// What was measured.
    public var measure: MeasureName
    /// In the measure's unit.
    public var value: Double
    /// What it was measured with.
    public var method: String

    /// A value.
    public init(
      subject: String, session: String? = nil, measure: MeasureName, value: Double, method: String = Self.anyMethod
    ) {
      (self.subject, self.session, self.measure) = (subject, session, measure)
      (self.value, self.method) = (value, method)
    }

    /// The name of a reference that has none.
    public static let anyMethod = "reference"
  }

  /// All of them, in the order of the table.
  public let values: [Value]

  /// A table of these.
  public init(_ values: [Value]) { self.values = values }

  /// No measure of a head is larger in any unit.
  private static let range = -1e7...1e7

  /// Reads a table with the columns `subject`, `session`, `quantity`, `value` and, where there are several, `method`.
  ///
  /// - Throws: ``DatasetError/badTable(file:line:expected:found:)`` with the line; a value that is left out silently would
  ///   be a bias.
  public static func read(_ file: URL) throws(DatasetError) -> ReferenceTable {
    let table = try DelimitedTable.read(file)
    for column in ["subject", "quantity", "value"] where !table.header.contains(column) {
      throw .badTable(
        file: table.file, line: 1, expected: .phrase("column", ["name": .text(column)]),
        found: .names(table.header.prefix(20)))
    }
    var values: [Value] = []
    for (line, cells) in table.rows {
      func bad(_ expected: FindingValue, _ found: String?) -> DatasetError {
        .badTable(file: table.file, line: line, expected: expected, found: found.map { .quoted($0) } ?? .phrase("none"))
      }
      guard let subject = table.cell(cells, "subject") else {
        throw bad(.phrase("column", ["name": .text("subject")]), nil)
      }
      let quantity = table.cell(cells, "quantity")
      guard let measure = quantity.flatMap(MeasureName.init(rawValue:)) else {
        throw bad(.oneOf(MeasureName.allCases.map(\.rawValue)), quantity)
      }
      let text = table.cell(cells, "value")
      guard let value = text.flatMap({ Double($0) }), range.contains(value) else {
        throw bad(.number(in: range), text)
      }
      values.append(
        Value(
          subject: subject, session: table.cell(cells, "session"), measure: measure, value: value,
          method: table.cell(cells, "method") ?? Value.anyMethod))
    }
    return ReferenceTable(values)
  }
}
