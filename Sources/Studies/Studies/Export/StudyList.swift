public import Diagnostics
internal import GRDB
internal import Files
public import Platform
internal import Reports

/// The scans of a study, a line each.
public struct StudyList: Sendable {
  /// The scans.
  public let rows: [Entry]
  /// How many ranges of motion the study has, which are no scans.
  private let motions: Int

  /// A scan with the result by the protocol that is asked for; words and numbers are those of the store.
  public struct Entry: Encodable, Sendable, Equatable {
    public let scan: String, subject, session, cohort: String?
    public let ageMonths: Double?
    public let status: String, code, landmarks, `protocol`: String?
    public let cvai: Double?, ci95: [Double]?, level: Int?
    public let source: String
  }

  /// The scans that are asked for.
  public init(_ store: StudyStore, _ selection: StudySelection) throws(StudyError) {
    (rows, motions) = try store.read { db throws -> ([Entry], Int) in
      try selection.check(db)
      let measure = try db.makeStatement(
        sql: "SELECT * FROM measurements WHERE scan = ? AND protocol = ? AND origin = ? AND quantity = 'cvai'")
      let rows = try Array(
        selection.scans(db).map { scan -> Entry in
          let cvai = try scan.protocol.flatMap {
            try MeasurementRow.fetchOne(measure, arguments: [scan.scan, $0, scan.origin])
          }
          let ends = [cvai?.ciLow, cvai?.ciHigh].compactMap(\.self)
          return Entry(
            scan: scan.scan, subject: scan.subject, session: scan.session, cohort: scan.cohort,
            ageMonths: scan.ageMonths, status: scan.status, code: scan.code, landmarks: scan.landmarks,
            protocol: scan.protocol, cvai: cvai?.value, ci95: ends.count == 2 ? ends : nil, level: scan.level,
            source: scan.source)
        })
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

  /// The scans as a JSON list of objects.
  public func json() throws -> Data { try rows.machineJSON() }
}
