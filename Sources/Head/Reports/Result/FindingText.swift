import Analysis
import Diagnostics

extension [Finding] {
  /// Those for which measures are withheld.
  public var withheld: [Finding] { filter { $0.severity == .withheld } }

  /// Those that withhold nothing and are told in summaries.
  public var remarks: [Finding] { filter { $0.severity == .note || $0.severity == .warning } }

  /// The English texts of those for which measures are withheld, each once.
  var reasons: [String] { Self.once(withheld) }

  /// The English texts of remarks, each once.
  var notes: [String] { Self.once(remarks) }

  private static func once(_ findings: [Finding]) -> [String] {
    findings.map { $0.text() }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// That a measure is withheld, with the numbers of its causes where there are several.
  ///
  /// - Parameter own: those of these findings that matter, by their texts; nil for all.
  package func withheldMark(_ name: MeasureName, _ language: Language, of own: [Finding]? = nil) -> String {
    let (causes, texts) = (withheld, own.map { Set($0.map { $0.text() }) })
    let numbers = zip(1..., causes).filter { _, cause in
      cause.measures.contains(name.rawValue) && texts?.contains(cause.text()) ?? true
    }.map(\.0)
    guard causes.count > 1, !numbers.isEmpty else { return language("table.withheld") }
    return language("table.withheld_why", ["number": .list(numbers.map { .count($0) })])
  }

  /// The titles of measures that are withheld, those of the same causes together, with what is said of them.
  func withheldMarks(_ names: [MeasureName], _ language: Language) -> [(mark: String, titles: String)] {
    let marks = names.map { withheldMark($0, language) }
    return marks.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.map { mark in
      (mark, zip(names, marks).filter { $0.1 == mark }.map { $0.0.title(language) }.joined(separator: "; "))
    }
  }
}

extension Finding {
  /// The text of the finding as a sentence.
  func sentence(_ language: Language) -> String {
    let text = text(language)
    let isName = text.prefix { $0 != " " && $0 != "," }.contains(".")  // such as result.json
    return (isName ? text : text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  /// Which measures it withholds, as a sentence; nil where it withholds none.
  func concerned(_ language: Language) -> String? {
    guard !measures.isEmpty else { return nil }
    if measures.count == MeasureName.allCases.count { return language("finding.all") }
    return language("finding.measures", ["measures": .text(MeasuredState.titles(measures, language))])
  }

  /// What to do about it, as a sentence with its heading.
  func advice(_ language: Language) -> String { language("finding.remedy", ["text": .text(remedy(language))]) }

  /// A remark as lines of a summary; a warning comes with what to do.
  func remark(_ language: Language) -> String {
    let key = severity == .warning ? "finding.warning" : "finding.note"
    let line = language(key, ["text": .text(text(language))]).printable(limit: 1000) + "\n"
    return severity == .warning ? line + "  " + advice(language).printable(limit: 1000) + "\n" : line
  }
}

extension [Finding] {
  /// The causes for which measures are withheld as lines: what, which measures, what to do.
  package func causes(_ language: Language) -> String {
    let causes = withheld
    return zip(1..., causes).map { number, finding in
      let start = causes.count > 1 ? "\(number). " : ""
      let indent = String(repeating: " ", count: start.count)
      let concerned = causes.count > 1 ? finding.concerned(language) : nil  // else it is all that is withheld
      let more = [concerned, finding.advice(language)].compactMap(\.self)
      return ([start + finding.sentence(language)] + more.map { indent + $0 })
        .map { $0.printable(limit: 1500) + "\n" }.joined()
    }.joined()
  }
}
