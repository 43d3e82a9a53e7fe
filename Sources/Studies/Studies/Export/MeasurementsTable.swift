internal import Analysis
internal import Diagnostics
internal import GRDB
public import Platform
internal import Reports

/// What was measured in a study as a table for statistics, comma-separated and sorted: equal studies give equal bytes.
///
/// Every scan is in it. One that failed has a row for every quantity, too, with the reason in place of the value.
public enum MeasurementsTable: Sendable {
  /// A row for each quantity of each scan.
  case tidy
  /// A row for each scan.
  case wide

  private static let quantities = MeasureName.allCases.map(\.rawValue)

  /// The table of the scans that are asked for.
  ///
  /// - Parameter allProtocols: whether the measures by every protocol are in it, one below the other.
  public func csv(
    of store: StudyStore, _ selection: StudySelection, allProtocols: Bool = false
  ) throws(StudyError) -> Data {
    try store.read { db in
      try selection.check(db)
      let text =
        switch self {
        case .tidy: try Self.tidy(db, selection, allProtocols)
        case .wide: try Self.wide(db, selection, allProtocols)
        }
      return Data(text.utf8)
    }
  }

  private static func tidy(_ db: Database, _ selection: StudySelection, _ allProtocols: Bool) throws -> String {
    var table = CSVTable(header: [
      "subject", "session", "scan", "quantity", "value", "unit", "ci_low", "ci_high", "status", "code", "protocol",
      "version",
    ])
    try forEachScan(db, selection, allProtocols) { scan, measures in
      for quantity in quantities {
        let measure = measures[quantity]
        table.add([
          .text(scan.subject), .text(scan.session), .text(scan.name), .text(quantity),
          .number(measure?.value, decimals: 4),
          .text(measure?.unit ?? MeasureName(rawValue: quantity)!.unit), .number(measure?.low, decimals: 4),
          .number(measure?.high, decimals: 4), .text(measure?.status ?? scan.status),
          .text(measure == nil ? scan.code : measure?.code ?? ""), .text(scan.protocolName), .text(scan.version),
        ])
      }
    }
    try MotionRows.add(to: &table, db, selection)
    return table.text
  }

  private static func wide(_ db: Database, _ selection: StudySelection, _ allProtocols: Bool) throws -> String {
    var table = CSVTable(
      header: [
        "subject", "session", "scan", "cohort", "date", "operator", "device", "age_months", "sex", "landmarks",
        "coverage", "level", "status", "code", "protocol", "version",
      ] + quantities.flatMap { [$0, $0 + "_ci_low", $0 + "_ci_high"] })
    try forEachScan(db, selection, allProtocols) { scan, measures in
      let stated: [CSVTable.Field] = [
        .text(scan.subject), .text(scan.session), .text(scan.name), .text(scan.cohort), .text(scan.date),
        .text(scan.operator), .text(scan.device), .number(scan.age, decimals: 2), .text(scan.sex),
        .text(scan.landmarks), .number(scan.coverage, decimals: 4), scan.level.map { .integer($0) } ?? .text(""),
        .text(scan.status), .text(scan.code), .text(scan.protocolName), .text(scan.version),
      ]
      table.add(
        stated
          + quantities.flatMap { quantity -> [CSVTable.Field] in
            let measure = measures[quantity]
            return [measure?.value, measure?.low, measure?.high].map { .number($0, decimals: 4) }
          })
    }
    return table.text
  }

  // MARK: Rows

  private struct Scan {
    let name, subject, session, cohort, date, `operator`, device, sex, landmarks: String
    let status, code, protocolName, origin, version: String
    let age, coverage: Double?
    let level: Int?

    static let columns = """
      s.scan, s.subject, s.session, s.cohort, s.date, s.operator, s.device, s.sex, s.landmarks, \
      \(ResultStatus.status), \(ResultStatus.code), r.protocol, r.origin, \
      coalesce(r.version, s.version), s.age_months, s.coverage, r.level
      """

    init(_ row: Row) {
      let text = { (index: Int) in row[index] as String? ?? "" }
      (name, subject, session, cohort) = (text(0), text(1), text(2), text(3))
      (date, self.operator, device, sex, landmarks) = (text(4), text(5), text(6), text(7), text(8))
      (status, code, protocolName, origin, version) = (text(9), text(10), text(11), text(12), text(13))
      (age, coverage, level) = (row[14], row[15], row[16])
    }
  }

  private struct Measure {
    let value: Double?
    let unit: String
    let low, high: Double?
    let status: String
    let code: String?
  }

  private static func forEachScan(
    _ db: Database, _ selection: StudySelection, _ allProtocols: Bool, _ body: (Scan, [String: Measure]) throws -> Void
  ) throws {
    let measurements = try db.makeStatement(
      sql: """
        SELECT quantity, value, unit, ci_low, ci_high, status, code FROM measurements \
        WHERE scan = ? AND protocol = ? AND origin = ?
        """)
    let (sql, arguments) = selection.request(Scan.columns, allProtocols: allProtocols)
    let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
    while let row = try rows.next() {
      let scan = Scan(row)
      var measures: [String: Measure] = [:]
      if !scan.protocolName.isEmpty {
        let found = try Row.fetchCursor(measurements, arguments: [scan.name, scan.protocolName, scan.origin])
        while let row = try found.next() {
          measures[row[0]] = Measure(
            value: row[1], unit: row[2], low: row[3], high: row[4], status: row[5], code: row[6])
        }
      }
      try body(scan, measures)
    }
  }
}
