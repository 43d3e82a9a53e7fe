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
  package func summary(most: Int) -> Markup {
    let told = findings.withheld + findings.remarks
    let items = told.prefix(most).map { finding -> Markup in
      let advice = finding.severity == .note ? "" : " " + finding.advice(language)
      return .element(
        "li", text: (finding.sentence(language) + advice).printable(limit: FindingList.longest).keepingUnits)
    }
    guard !items.isEmpty else { return .empty }
    let rest = told.count - items.count
    let more = rest > 0 ? [Markup.element("li", text: language("report.more_findings", ["count": .count(rest)]))] : []
    let isNumbered = findings.withheld.count > 1
    return .element(isNumbered ? "ol" : "ul", [:], .joined(items + more))
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
