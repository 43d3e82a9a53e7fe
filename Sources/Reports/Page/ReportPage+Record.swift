import Analysis
import Diagnostics

extension ReportPage {
  /// How the measures are defined.
  var definitions: Markup {
    let p = result.protocol
    let level =
      p.levelFraction.map { language("report.level_fraction", ["share_percent": .percent($0)]) }
      ?? p.level.split(separator: "_").joined(separator: " ")
    var values: [String: FindingValue] = [
      "protocol": .text(p.name), "version": .text(p.version), "axis": .term(p.apAxis, of: "axis"),
      "level": .text(level), "centre": .term(p.centre, of: "centre"),
      "angle_degrees": .number(p.diagonalAngleDegrees, decimals: 0, unit: "°"),
      "index": .text(measures.choices.index.title(language)), "source": .text(p.source),
      "gap_mm": .number(p.bridgedGapMm, decimals: 0, unit: "mm"),
    ]
    values["height_mm"] = measures.section.map { .millimetres($0.level, decimals: 1) }
    return .element("h2", text: language("report.defined"))
      + .element("p", text: language("report.definition", values))
  }

  /// A block of text to paste into a record.
  var record: Markup {
    let names: [MeasureName] = [.cvai, .cvaiShorter, .cva, .cranialIndex, .circumference, .length, .width]
    let grade = result.severity.map {
      language(
        "report.record_grade",
        [
          "scale": .text($0.scale.uppercased()), "level": .count($0.level),
          "side": .text(FlattenedSide.title($0.flattened, language)),
        ])
    }
    let source = language(
      "report.record_source",
      ["protocol": .text(result.protocol.name), "version": .text(result.protocol.version)])
    let keys = Set(names.map(\.rawValue))
    let reasons = result.findings.withheld.filter { !keys.isDisjoint(with: $0.measures) }
      .map { language("report.record_reason", ["reason": .text($0.text(language))]) }
    let text = (names.map(line) + reasons + [grade, source].compactMap { $0 }).joined(separator: "\n")
    return .element("h2", text: language("report.record")) + .element("pre", text: text)
  }

  private func line(_ name: MeasureName) -> String {
    let measure = result.measures[name.rawValue]
    var values: [String: FindingValue] = ["measure": .text(name.title(language))]
    guard let value = measure?.value else {
      return language("report.record_withheld", values)
    }
    values["value"] = .number(value, decimals: 1, unit: name.unit)
    if let interval = measure?.ci95 {
      (values["low"], values["high"]) = (.number(interval[0], decimals: 1), .number(interval[1], decimals: 1))
    }
    return language("report.record_value", values)
  }
}
