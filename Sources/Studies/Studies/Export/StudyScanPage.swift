public import Diagnostics
internal import GRDB
internal import Files
public import Platform
internal import Reports

/// All that a study holds of one scan: its outcome, and its measures by every protocol side by side.
public struct StudyScanPage: Sendable {
  private let outcome: ScanOutcome
  private let protocols: [(name: String, origin: String)]
  private let measures: [Measure]

  private struct Measure: Encodable, Sendable {
    let `protocol`, origin, quantity: String
    let value: Double?
    let unit: String
    let ciLow, ciHigh: Double?
    let code: String?

    init(_ row: MeasurementRow) {
      (self.protocol, origin, quantity) = (row.protocol, row.origin, row.quantity)
      (value, unit, ciLow, ciHigh, code) = (row.value, row.unit, row.ciLow, row.ciHigh, row.code)
    }
  }

  /// Looks a scan up.
  ///
  /// - Throws: ``StudyError/noSuchScan(name:)``.
  public init(_ name: String, of study: StudyFolder, _ store: StudyStore) throws(StudyError) {
    if StudyFolder.isName(name), let link = study.folder(of: name).linkOut { throw .leadsOut(path: link) }
    guard StudyFolder.isName(name), let outcome = study.folder(of: name).outcome else { throw .noSuchScan(name: name) }
    self.outcome = outcome
    (protocols, measures) = try store.read { db in
      let results = try ResultRow.fetchAll(
        db, sql: "SELECT * FROM results WHERE scan = ? ORDER BY origin, protocol", arguments: [name])
      let measures = try MeasurementRow.fetchAll(
        db, sql: "SELECT * FROM measurements WHERE scan = ? ORDER BY quantity, origin, protocol", arguments: [name])
      return (results.map { ($0.protocol, $0.origin) }, measures.map(Measure.init))
    }
  }

  /// The outcome, and a line a quantity.
  public func table(_ language: Language) -> String {
    var facts = TextTable()
    let stated = outcome.stated
    let number = { (value: Double?, digits: Int) in value.map { language.number($0, digits: digits) } }
    for (key, value) in [
      ("scan", outcome.scan), ("source", outcome.source), ("subject", stated.subject), ("session", stated.session),
      ("cohort", outcome.cohort), ("age_months", number(stated.ageMonths, 1)), ("sex", stated.sex),
      ("date", stated.date), ("operator", stated.operator), ("device", stated.device),
      ("status", language.term(outcome.status.rawValue, of: "outcome")), ("code", outcome.code),
      ("reason", outcome.reason), ("exit_code", outcome.exitCode.map { "\($0)" }),
      ("signal", outcome.signal.map { "\($0)" }), ("seconds", number(outcome.seconds, 1)),
      ("peak_memory_mb", number(outcome.peakMemoryMb, 0)), ("version", outcome.version),
    ] {
      if let value { facts.add(key, value) }
    }
    guard !protocols.isEmpty else { return facts.text }
    var table = TextTable(rightAligned: Set(1...protocols.count))
    table.addRow([""] + protocols.map { title(of: $0, language) })
    for group in Dictionary(grouping: measures, by: \.quantity).sorted(by: { $0.key < $1.key }) {
      let unit = group.value.first?.unit ?? ""
      table.addRow(
        ["\(group.key) \(unit)"]
          + protocols.map { name, origin in
            let row = group.value.first { $0.protocol == name && $0.origin == origin }
            guard let row, let value = number(row.value, 2) else { return row?.code ?? "–" }
            guard let low = number(row.ciLow, 2), let high = number(row.ciHigh, 2) else { return value }
            return "\(value) [\(low), \(high)]"
          })
    }
    return facts.text + "\n" + table.text
  }

  /// The name of a protocol; with where its values come from, if another column has the same.
  private func title(of method: (name: String, origin: String), _ language: Language) -> String {
    guard protocols.count(where: { $0.name == method.name }) > 1 else { return method.name }
    return "\(method.name) (\(language.term(method.origin, of: "origin")))"
  }

  /// The outcome and all measures as a file.
  public func json() throws -> Data { try File(outcome: outcome, measurements: measures).machineJSON() }

  private struct File: Encodable {
    let outcome: ScanOutcome
    let measurements: [Measure]
  }
}
