import Analysis
import Diagnostics

/// The measures with their definitions, values and intervals.
struct MeasuresTable {
  let result: ScanResult

  private static let strong: Set<MeasureName> = [.cvai, .cva]

  var markup: Markup {
    let heads = ["Measure", "Value", "", "95 % interval"].map { Markup.element("th", text: $0) }
    let rows = MeasureName.allCases.compactMap { name in result.measures[name.rawValue].map { row(name, $0) } }
    return .element("table", ["class": "measures"], .element("tr", [:], .joined(heads)), .joined(rows))
  }

  private func row(_ name: MeasureName, _ measure: ScanResult.Measure) -> Markup {
    let label = Markup.element(
      "td", [:], .text(name.title), .element("div", ["class": "definition"], text: definition(name, measure)))
    let style = Self.strong.contains(name) ? "strong" : ""
    guard let value = measure.value else {
      return .element(
        "tr", ["class": style], label,
        .element("td", ["colspan": "3", "class": "withheld"], text: "withheld: \(measure.reason ?? "no reason given")"))
    }
    let digits = name == .cvai || name == .cvaiShorter || name == .cva ? 2 : 1
    let interval = measure.ci95.map { $0.map { NumberText.number($0, digits: digits) }.joined(separator: " to ") }
    return .element(
      "tr", ["class": style], label,
      .element("td", ["class": "number"], text: NumberText.number(value, digits: digits)),
      .element("td", text: measure.unit), .element("td", ["class": "interval"], text: interval ?? "–"))
  }

  private func definition(_ name: MeasureName, _ measure: ScanResult.Measure) -> String {
    guard let over = measure.overCap else { return name.definition }
    return "\(name.definition); over the cap \(NumberText.number(over, digits: 1)) \(measure.unit)"
  }
}
