internal import Analysis
internal import Diagnostics
internal import Files
internal import GRDB
public import Platform
internal import Reports

/// What was measured in a study as a table for statistics, sorted: equal studies give equal bytes.
///
/// Every scan is in it. One that failed has a row for every quantity, too, with the reason in place of the value.
public enum MeasurementsTable: Sendable {
  /// A row for each quantity of each scan.
  case tidy
  /// A row for each scan.
  case wide
  /// A row for each quantity of each scan, as BIDS has tables: tabs, and no dates.
  case published

  private static let quantities = FilterField.measures

  /// The table of the scans that are asked for.
  ///
  /// - Parameter allProtocols: whether the measures by every protocol are in it, one below the other.
  public func content(
    of store: StudyStore, _ selection: StudySelection, allProtocols: Bool = false
  ) throws(StudyError) -> Data {
    try store.read { db in
      try selection.check(db)
      let text =
        switch self {
        case .tidy: try Self.long(db, selection, allProtocols, isPublished: false)
        case .published: try Self.long(db, selection, allProtocols, isPublished: true)
        case .wide: try Self.wide(db, selection, allProtocols)
        }
      return Data(text.utf8)
    }
  }

  /// The columns of a table with a row for each quantity, that of dates left out where it is published.
  public static func columns(isPublished: Bool) -> [String] {
    (isPublished ? ["participant_id", "session_id"] : ["subject", "session"]) + ["scan", "cohort"]
      + (isPublished ? [] : ["date"]) + [
        "operator", "device", "age_months", "sex", "quantity", "value", "unit", "ci_low", "ci_high", "status", "code",
        "level", "scale", "protocol", "version",
      ]
  }

  private static func long(
    _ db: Database, _ selection: StudySelection, _ allProtocols: Bool, isPublished: Bool
  ) throws -> String {
    var table = CSVTable(
      header: columns(isPublished: isPublished), form: isPublished ? .tabs : .commas(.carriageReturn))
    let label = { (name: String?, kind: String) in name.map { isPublished ? kind + $0 : $0 } }
    let stated = { (subject: String?, session: String?, scan: String, cohort: String?, date: String?) in
      let names: [CSVTable.Field] = [
        .optional(label(subject, "sub-")), .optional(label(session, "ses-")), .text(scan), .optional(cohort),
      ]
      return names + (isPublished ? [] : [.optional(date)])
    }
    try forEachScan(db, selection, allProtocols) { scan, measures in
      // Beside an index that is withheld or has that midline itself, and in results of earlier versions, there is no index by
      // symmetry.
      let absent = measures.isEmpty ? scan.status : "not_measured"
      let begin: [CSVTable.Field] =
        stated(scan.subject, scan.session, scan.scan, scan.cohort, scan.date) + [
          .optional(scan.operator), .optional(scan.device), .number(scan.ageMonths, decimals: 2), .optional(scan.sex),
        ]
      let end: [CSVTable.Field] = [
        scan.level.map { .integer($0) } ?? .text(""), .optional(scan.scale), .optional(scan.protocol),
        .text(scan.version),
      ]
      for quantity in quantities {
        let measure = measures[quantity]
        table.add(
          begin + [
            .text(quantity), .number(measure?.value, decimals: 4),
            .text(measure?.unit ?? MeasureName(rawValue: quantity)?.unit ?? "%"), .number(measure?.ciLow, decimals: 4),
            .number(measure?.ciHigh, decimals: 4), .text(measure?.status ?? absent),
            .optional(measure == nil ? scan.code : measure?.code),
          ] + end)
      }
    }
    // Ranges of motion go behind the scans, with a row for each value that they have.
    let values = try db.makeStatement(sql: "SELECT * FROM motion_measurements WHERE motion = ? ORDER BY quantity")
    for motion in try selection.motions(db) {
      let begin: [CSVTable.Field] =
        stated(motion.subject, motion.session, motion.motion, nil, motion.date) + [
          .optional(motion.operator), .optional(motion.device), .number(motion.ageMonths, decimals: 2),
          .optional(motion.sex),
        ]
      for measure in try MotionMeasurementRow.fetchAll(values, arguments: [motion.motion]) {
        table.add(
          begin + [
            .text(measure.quantity), .number(measure.value, decimals: 4), .text(measure.unit),
            .number(measure.ciLow, decimals: 4), .number(measure.ciHigh, decimals: 4), .text(measure.status),
            .optional(measure.code), .text(""), .text(""), .text(motion.protocol), .text(motion.version),
          ])
      }
    }
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
        .optional(scan.subject), .optional(scan.session), .text(scan.scan), .optional(scan.cohort),
        .optional(scan.date),
        .optional(scan.operator), .optional(scan.device), .number(scan.ageMonths, decimals: 2), .optional(scan.sex),
        .optional(scan.landmarks), .number(scan.coverage, decimals: 4), scan.level.map { .integer($0) } ?? .text(""),
        .text(scan.status), .optional(scan.code), .optional(scan.protocol), .text(scan.version),
      ]
      table.add(
        stated
          + quantities.flatMap { quantity -> [CSVTable.Field] in
            let measure = measures[quantity]
            return [measure?.value, measure?.ciLow, measure?.ciHigh].map { .number($0, decimals: 4) }
          })
    }
    return table.text
  }

  // MARK: Rows

  private static func forEachScan(
    _ db: Database, _ selection: StudySelection, _ allProtocols: Bool,
    _ body: (SelectedScan, [String: MeasurementRow]) throws -> Void
  ) throws {
    let measurements = try db.makeStatement(
      sql: "SELECT * FROM measurements WHERE scan = ? AND protocol = ? AND origin = ?")
    let scans = try selection.scans(db, allProtocols: allProtocols)
    while let scan = try scans.next() {
      var measures: [String: MeasurementRow] = [:]
      if let name = scan.protocol {
        let found = try MeasurementRow.fetchCursor(measurements, arguments: [scan.scan, name, scan.origin])
        while let row = try found.next() { measures[row.quantity] = row }
      }
      try body(scan, measures)
    }
  }
}

extension CSVTable.Field {
  /// A text; an empty field for none.
  fileprivate static func optional(_ text: String?) -> CSVTable.Field { .text(text ?? "") }
}
