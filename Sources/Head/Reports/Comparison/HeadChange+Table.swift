import Analysis
import Diagnostics

extension HeadChange {
  /// What was found as text for a terminal: changes, growth, distances, remarks.
  public func table(_ language: Language = .english) -> String {
    let findings = findings
    let remarks = findings.remarks.map { $0.remark(language) }.joined()
    let state = compared.line(.compared, language) + ".\n" + findings.causes(language)
    return (visits.count > 2 ? visitsTable(language) + "\n" : "")
      + whole.changesTable(language, numbered: findings) + "\n" + state + whole.sizeText(language) + "\n"
      + whole.distancesTable(language) + (remarks.isEmpty ? "" : "\n" + remarks)
  }

  /// The visits side by side: when, the leading measures, and their changes since the first and since the one before.
  private func visitsTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: Set(2..<(2 + visits.count)))
    // The last cell is empty, so that the one before it is aligned.
    func add(_ name: String, _ unit: String, _ cells: [String]) { table.addRow([name, unit] + cells + [""]) }
    add("", "", visits.map(\.label))
    add(language("compare.scan"), "", visits.map(\.name))
    add(language("compare.date"), "", visits.map { $0.when?.day ?? language("compare.not_stated") })
    for trend in Trend.all {
      add(trend.title(language), trend.unit, visits.map { trend.text(trend.value($0)?.value, language) })
      for (key, change) in [("compare.since_first", sinceFirst), ("compare.since_before", sinceBefore)] {
        let cells = visits.indices.map { index in
          change(index).map { trend.cell(trend.change($0), language) } ?? ""
        }
        add("  " + language(key), trend.unit, cells)
      }
    }
    return table.text
  }
}
