public import Diagnostics
internal import Reports

extension DatasetCheck {
  /// How many scans each finding is about, the gravest first, and then each scan with what hinders it.
  public func table(_ language: Language) -> String {
    var summary = TextTable(rightAligned: [1])
    summary.addRow(language("dataset.summary_columns").split(separator: ";").map(String.init))
    for (code, count) in counts {
      // What hinders a scan bears the word that a batch has for it.
      let word =
        code.severity == .withheld
        ? language.term(ScanOutcome.Status(withheldBy: code).rawValue, of: "outcome")
        : language.term(code.severity.rawValue, of: "severity")
      summary.add(code.rawValue, "\(count)", word)
    }
    var scans = TextTable()
    for entry in entries {
      for finding in entry.findings where finding.severity == .withheld || finding.severity == .warning {
        scans.add(entry.scan.name, finding.code.rawValue, finding.text(language))
      }
    }
    let remarks = findings.map { "\($0.code.rawValue): \($0.text(language))".printable(limit: 1000) + "\n" }.joined()
    let heading = language(
      "dataset.summary",
      [
        "scans": .count(entries.count),
        "subjects": .count(Set(entries.compactMap { $0.scan.description.subject }).count),
        "sound": .count(entries.count { !$0.findings.contains { $0.severity == .withheld } }),
      ])
    return [heading + "\n", counts.isEmpty ? "" : summary.text, scans.text, remarks].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private var counts: [(FindingCode, Int)] {
    let all = Dictionary(grouping: entries.flatMap { Set($0.findings.map(\.code)) }) { $0 }.mapValues(\.count)
    let order: [Finding.Severity] = [.withheld, .warning, .note, .detail]
    return all.sorted {
      (order.firstIndex(of: $0.key.severity)!, $0.key.rawValue) < (
        order.firstIndex(of: $1.key.severity)!, $1.key.rawValue
      )
    }.map { ($0.key, $0.value) }
  }
}
