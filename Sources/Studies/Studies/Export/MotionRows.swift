internal import GRDB
internal import Reports

/// The rows of ranges of motion in the table of a study: a row for each value, behind those of the scans.
enum MotionRows {
  /// Adds the rows of the ranges that a selection means. Its filter is asked of them as of scans of the kind `motion`; what only
  /// scans have, such as a measure of the head, is missing there.
  static func add(to table: inout CSVTable, _ db: Database, _ selection: StudySelection) throws {
    guard !selection.isToPick, selection.protocolName == nil else { return }
    let (condition, arguments) = selection.filter.sql
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT s.subject, s.session, s.scan, m.quantity, m.value, m.unit, m.ci_low, m.ci_high, m.status, m.code, \
        r.protocol, s.version FROM (\(scans)) s JOIN (\(results)) r ON r.scan = s.scan \
        JOIN motion_measurements m ON m.motion = s.scan WHERE \(condition) ORDER BY s.scan, m.quantity
        """, arguments: arguments)
    while let row = try rows.next() {
      let text = { (index: Int) in CSVTable.Field.text(row[index] as String? ?? "") }
      let number = { (index: Int) in CSVTable.Field.number(row[index] as Double?, decimals: 4) }
      table.add(
        (0...3).map(text) + [number(4), text(5), number(6), number(7)] + (8...11).map(text))
    }
  }

  /// Ranges of motion with the columns of scans.
  static let scans = """
    SELECT motion AS scan, subject, session, NULL AS cohort, date, operator, device, age_months, sex, NULL AS source, \
    'motion' AS kind, status, code, NULL AS landmarks, NULL AS observer, version, frames, duration_s, NULL AS coverage, \
    NULL AS head_valid_fraction, NULL AS closure_mm, NULL AS reprojection_rms_px, NULL AS seconds, \
    NULL AS peak_memory_mb, 1 AS in_dataset FROM motions
    """
  /// The same with the columns of results.
  static let results = """
    SELECT motion AS scan, protocol, 'motion' AS origin, status, code, NULL AS level, NULL AS flattened FROM motions
    """
}
