import Analysis
import Diagnostics

/// A block of text to paste into a record: who and when, the figures, the level, what is withheld and why.
struct RecordText {
  let content: ReportContent
  let language: Language

  private var result: ScanResult { content.result }
  private static let names: [MeasureName] = [
    .cvai, .cvaiShorter, .cva, .cranialIndex, .circumference, .length, .width,
  ]

  /// The text; no line of it ends with blanks.
  var text: String {
    let keys = Set(Self.names.map(\.rawValue))
    let reasons = result.findings.withheld.filter { !keys.isDisjoint(with: $0.measures) }
      .map { language("report.record_reason", ["reason": .text($0.text(language).printable(limit: 400))]) }
    let source = language(
      "report.record_source",
      [
        "protocol": .text(result.protocol.name.printable(limit: 60)),
        "version": .text(result.protocol.version.printable(limit: 20)),
      ])
    return ([who] + Self.names.map(line) + reasons + [grade, source]).compactMap(\.self).joined(separator: "\n")
  }

  private var who: String? {
    let scan = content.scan
    let parts = [
      ("report.subject", scan.subject), ("report.session", scan.session), ("report.date", scan.date),
    ].compactMap { key, value in value.map { language(key) + " " + $0.printable(limit: 60) } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var grade: String? {
    result.severity.map { severity in
      let level = result.severities.first { $0.scale == severity.scale }
        .map { GradeText(result: result, language: language).level($0) }
      return language(
        "report.record_grade",
        [
          "scale": .text(severity.scale.uppercased().printable(limit: 40)),
          "level": .text(level ?? "\(severity.level)"),
          "side": .text(FlattenedSide.title(severity.flattened, language)),
        ])
    }
  }

  private func line(_ name: MeasureName) -> String {
    let measure = result.measures[name.rawValue]
    var values: [String: FindingValue] = ["measure": .text(name.title(language))]
    guard let value = measure?.value else { return language("report.record_withheld", values) }
    values["value"] = .number(value, decimals: 1, unit: name.unit)
    if let interval = measure?.ci95, interval.count == 2 {
      (values["low"], values["high"]) = (.number(interval[0], decimals: 1), .number(interval[1], decimals: 1))
    }
    return language("report.record_value", values)
  }
}
