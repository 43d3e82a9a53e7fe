import Analysis
import Diagnostics

/// The findings of a scan or a comparison, on a page: each cause once, with the measures that it withholds and what to do.
package struct FindingList {
  let findings: [Finding]
  let language: Language

  /// A list of findings.
  package init(findings: [Finding], language: Language) { (self.findings, self.language) = (findings, language) }

  /// The most characters of an entry of a summary.
  static let longest = 300

  /// The first causes, or remarks where nothing is withheld, in a list; how many more there are is said.
  ///
  /// - Parameter foldsNotes: only counts notes; on paper nothing else names them.
  package func summary(most: Int, foldsNotes: Bool = false) -> Markup {
    let told = findings.withheld + findings.remarks.filter { !foldsNotes || $0.severity == .warning }
    let items = told.prefix(most).map { finding -> Markup in
      .element("li", [:], .text(sentence(finding)), advice(finding))
    }
    let rest = findings.withheld.count + findings.remarks.count - items.count
    guard !items.isEmpty || rest > 0 else { return .empty }
    let more = { (key: String, attributes: KeyValuePairs<String, String>) in
      Markup.element("li", attributes, text: language(key, ["count": .count(rest)]))
    }
    let rests =
      foldsNotes
      ? more("report.more_findings", ["class": "screen"]) + more("report.more_on_screen", ["class": "paper"])
      : more("report.more_findings", [:])
    let isNumbered = findings.withheld.count > 1
    return .element(isNumbered ? "ol" : "ul", [:], .joined(items + (rest > 0 ? [rests] : [])))
  }

  /// About how many lines of paper, of so many characters, the summary with folded notes takes.
  func summaryLines(most: Int, of width: Int) -> Int {
    (findings.withheld + findings.filter { $0.severity == .warning }).prefix(most)
      .map { finding in
        let advice = isForScreen(finding.advice(language)) ? 0 : finding.advice(language).count
        return (sentence(finding).count + advice + width - 1) / width
      }.reduce(1, +)
  }

  private func sentence(_ finding: Finding) -> String {
    finding.sentence(language).printable(limit: Self.longest).keepingUnits
  }

  /// What to do; where that names an option or a file, it is for the one at the screen alone.
  private func advice(_ finding: Finding) -> Markup {
    guard finding.severity != .note else { return .empty }
    let text = finding.advice(language)
    return .inline(
      "span", ["class": isForScreen(text) ? "screen" : "advice"],
      text: " " + text.printable(limit: Self.longest).keepingUnits
    )
  }

  /// True of an advice that names an option, a key or a file.
  private func isForScreen(_ advice: String) -> Bool {
    ["--", "_", ".json", ".yaml", "`"].contains { advice.contains($0) }
  }

  /// All that is said, by how much it weighs: what withholds measures, warnings, notes, details.
  package var groups: Markup {
    let kinds: [(String, Finding.Severity)] = [
      ("report.causes", .withheld), ("report.warnings", .warning), ("report.notes", .note), ("report.details", .detail),
    ]
    return .joined(
      kinds.map { key, severity in
        let some = findings.filter { $0.severity == severity }
        guard !some.isEmpty else { return .empty }
        let list = Markup.element(
          severity == .withheld && some.count > 1 ? "ol" : "ul", [:], .joined(some.map { item($0, isOneOfMany: true) }))
        let title = language(key, ["count": .count(some.count)])
        return severity == .detail
          ? .element("details", [:], .element("summary", text: title), list) : .element("h3", text: title) + list
      })
  }

  private func item(_ finding: Finding, isOneOfMany: Bool = false) -> Markup {
    let quiet = { (text: String) in Markup.element("div", ["class": "quiet"], text: text) }
    return .element(
      "li", [:], .text(finding.sentence(language).printable(limit: 600).keepingUnits),
      (isOneOfMany ? finding.concerned(language) : nil).map(quiet) ?? .empty,
      finding.severity == .note ? .empty : quiet(finding.advice(language).printable(limit: 600).keepingUnits))
  }
}
