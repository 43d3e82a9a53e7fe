import Analysis
import Diagnostics

/// Every measure but research numbers by groups, with values and intervals; those that one cause withholds on one line.
/// Definitions are folded away.
struct MeasuresTable {
  let result: ScanResult
  let language: Language

  /// The tables, in two columns where there is room.
  var markup: Markup {
    let columns: [[MeasureGroup]] = [[.main, .size, .landmarks], [.asymmetry, .volumes]]
    return .element(
      "div", ["class": "two even measures"],
      .joined(columns.map { .element("div", [:], table($0)) }))
  }

  /// The table of the research numbers; nil where there are none.
  var research: Markup? {
    MeasureGroup.research.names.contains { result.measures[$0.rawValue] != nil }
      ? table([.research], isTitled: false) : nil
  }

  private func table(_ groups: [MeasureGroup], isTitled: Bool = true) -> Markup {
    let heads = Markup.element(
      "tr", [:], .element("th", text: language("report.measure")),
      .element("th", ["class": "number"], text: language("report.value")),
      .element("th", ["class": "number"], text: language("report.interval")))
    return .element(
      "table", [:], .element("thead", [:], heads), .joined(groups.map { rows($0, isTitled) }))
  }

  private func rows(_ group: MeasureGroup, _ isTitled: Bool) -> Markup {
    let known = group.names.filter { result.measures[$0.rawValue] != nil }
    guard !known.isEmpty else { return .empty }
    let title = Markup.element("tr", ["class": "group"], .element("th", ["colspan": "3"], text: group.title(language)))
    let measured = known.filter { result.measures[$0.rawValue]?.value != nil }
    return .element("tbody", [:], isTitled ? title : .empty, .joined(measured.map(row)), .joined(withheld(known)))
  }

  private func row(_ name: MeasureName) -> Markup {
    let measure = result.measures[name.rawValue]!
    let definition = Markup.element(
      "details", [:], .element("summary", text: name.title(language)),
      .element("div", ["class": "definition"], text: definition(name, measure)))
    return .element(
      "tr", [:], .element("td", [:], definition),
      .element("td", ["class": "number"], text: language.value(measure.value ?? .nan, name)),
      .element("td", ["class": "number quiet"], text: language.interval(measure.ci95, name) ?? "–"))
  }

  /// The measures that are withheld, those of the same causes together.
  private func withheld(_ names: [MeasureName]) -> [Markup] {
    let missing = names.filter { result.measures[$0.rawValue]?.value == nil }
    let style = missing.allSatisfy(\.isForResearch) ? "quiet" : "withheld"
    return result.findings.withheldMarks(missing, language).map { mark, titles in
      .element(
        "tr", [:],
        .element(
          "td", ["colspan": "3", "class": style],
          text: language("table.withheld_row", ["mark": .text(mark), "measures": .text(titles)])))
    }
  }

  private func definition(_ name: MeasureName, _ measure: ScanResult.Measure) -> String {
    let definition = name.definition(language)
    let told = measure.overCap.map { over in
      language(
        "report.over_cap",
        ["definition": .text(definition), "value": .text(language.value(over, name))])
    }
    return ([told ?? definition] + uncertainty(name, measure)).joined(separator: " · ")
  }

  /// What a repeat would scatter by, and what the printed interval is made of.
  private func uncertainty(_ name: MeasureName, _ measure: ScanResult.Measure) -> [String] {
    let repeated = language.interval(measure.repeatability, name).map {
      language("report.repeatability", ["interval": .text($0)])
    }
    let shares = (measure.budget ?? []).filter { $0.contribution >= 0.005 }.map { line in
      language(
        "report.budget_share",
        [
          "source": .text(language.term(line.source, of: "uncertainty_source")), "kind": .text(line.kind),
          "share_percent": .percent(line.contribution),
        ])
    }
    let budget = shares.isEmpty ? nil : language("report.budget", ["shares": .text(shares.joined(separator: ", "))])
    return [repeated, budget].compactMap(\.self)
  }
}
