import Analysis
import Diagnostics

/// What is said of a scan or a comparison, on a page: each cause once, with the measures that it withholds and what to do.
struct FindingList {
  let findings: [Finding]
  let language: Language

  /// The causes in a box under the state in words, and the remarks; nothing where there is nothing to say.
  func markup(state: MeasuredState.Name, _ line: String) -> Markup {
    let causes = findings.withheld
    let box =
      causes.isEmpty && state == .measured
      ? .empty
      : Markup.element(
        "div", ["class": "reasons \(state.rawValue)"], .element("strong", text: line),
        .element(causes.count > 1 ? "ol" : "ul", [:], .joined(causes.map { item($0, isOneOfMany: causes.count > 1) })))
    let remarks = findings.remarks
    return box
      + (remarks.isEmpty
        ? .empty : Markup.element("div", ["class": "notes"], .element("ul", [:], .joined(remarks.map { item($0) }))))
  }

  private func item(_ finding: Finding, isOneOfMany: Bool = false) -> Markup {
    let quiet = { (text: String) in Markup.element("div", ["class": "quiet"], text: text) }
    return .element(
      "li", [:], .text(finding.sentence(language)),
      (isOneOfMany ? finding.concerned(language) : nil).map(quiet) ?? .empty,
      finding.severity == .note ? .empty : quiet(finding.advice(language)))
  }
}
