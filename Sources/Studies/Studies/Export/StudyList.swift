public import Diagnostics
internal import GRDB
internal import Files
public import Platform
internal import Reports

/// The scans of a study, a line each.
public struct StudyList: Sendable {
  private let rows: [Entry]
  /// How many ranges of motion the study has, which are no scans.
  private let motions: Int

  private struct Entry: Encodable, Sendable {
    let scan: String, subject, session, cohort: String?
    let ageMonths: Double?
    let status: String, code, landmarks, `protocol`: String?
    let cvai: Double?, ci95: [Double]?, level: Int?
    let source: String
  }

  /// The scans that are asked for.
  public init(_ store: StudyStore, _ selection: StudySelection) throws(StudyError) {
    (rows, motions) = try store.read { db throws -> ([Entry], Int) in
      try selection.check(db)
      let (sql, arguments) = selection.request(
        """
        s.scan, s.subject, s.session, s.cohort, s.age_months, \(ResultStatus.status), \(ResultStatus.code), \
        s.landmarks, r.protocol, r.origin, r.level, s.source
        """)
      let measure = try db.makeStatement(
        sql: """
          SELECT value, ci_low, ci_high FROM measurements \
          WHERE scan = ? AND protocol = ? AND origin = ? AND quantity = 'cvai'
          """)
      let rows = try Row.fetchAll(db, sql: sql, arguments: arguments).map { row -> Entry in
        let name: String? = row[8]
        let cvai = try name.flatMap {
          try Row.fetchOne(measure, arguments: [row[0] as String, $0, row[9] as String])
        }
        let ends: [Double?] = cvai.map { [$0[1], $0[2]] } ?? []
        return Entry(
          scan: row[0], subject: row[1], session: row[2], cohort: row[3], ageMonths: row[4], status: row[5],
          code: row[6], landmarks: row[7], protocol: name, cvai: cvai?[0],
          ci95: ends.compactMap(\.self).count == 2 ? ends.compactMap(\.self) : nil, level: row[10], source: row[11])
      }
      return (rows, try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM motions") ?? 0)
    }
  }

  /// How many there are.
  public var count: Int { rows.count }

  /// A line a scan.
  public func table(_ language: Language) -> String {
    var table = TextTable(rightAligned: [3, 5])
    table.addRow(language("study.list_columns").split(separator: ";").map(String.init))
    for row in rows {
      let interval = row.ci95.map { "[\(language.number($0[0], digits: 2)), \(language.number($0[1], digits: 2))]" }
      table.add(
        row.scan, row.subject?.printable(limit: 40) ?? "–", row.session?.printable(limit: 40) ?? "–",
        row.ageMonths.map { language.number($0, digits: 1) } ?? "–", language.term(row.status, of: "outcome"),
        row.cvai.map { language.number($0, digits: 2) } ?? "–", interval ?? "", row.landmarks ?? "–", row.code ?? "")
    }
    guard motions > 0 else { return table.text }
    return table.text + "\n" + language("study.list_motions", ["count": .count(motions)]) + "\n"
  }

  /// The same as a list of objects.
  public func json() throws -> Data { try rows.machineJSON() }
}
