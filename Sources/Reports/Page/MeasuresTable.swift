import Analysis
import Diagnostics

/// The measures with their definitions, values and intervals.
struct MeasuresTable {
  let result: ScanResult
  let language: Language

  private static let strong: Set<MeasureName> = [.cvai, .cva]

  var markup: Markup {
    let heads = [language("report.measure"), language("report.value"), "", language("report.interval")].map {
      Markup.element("th", text: $0)
    }
    let rows = MeasureName.allCases.compactMap { name in result.measures[name.rawValue].map { row(name, $0) } }
    return .element("table", ["class": "measures"], .element("tr", [:], .joined(heads)), .joined(rows))
  }

  private func row(_ name: MeasureName, _ measure: ScanResult.Measure) -> Markup {
    let label = Markup.element(
      "td", [:], .text(name.title(language)), .element("div", ["class": "definition"], text: definition(name, measure)))
    let style = Self.strong.contains(name) ? "strong" : ""
    guard let value = measure.value else {
      return .element(
        "tr", ["class": style], label,
        .element("td", ["colspan": "3", "class": "withheld"], text: result.findings.withheldMark(name, language)))
    }
    let digits = name == .cvai || name == .cvaiShorter || name == .cva ? 2 : 1
    let interval = measure.ci95.map {
      language(
        "report.range", ["low": .number($0[0], decimals: digits), "high": .number($0[1], decimals: digits)])
    }
    return .element(
      "tr", ["class": style], label,
      .element("td", ["class": "number"], text: language.number(value, digits: digits)),
      .element("td", text: measure.unit), .element("td", ["class": "interval"], text: interval ?? "–"))
  }

  private func definition(_ name: MeasureName, _ measure: ScanResult.Measure) -> String {
    let definition = name.definition(language)
    guard let over = measure.overCap else { return definition }
    return language(
      "report.over_cap", ["definition": .text(definition), "value": .number(over, decimals: 1, unit: measure.unit)])
  }
}
