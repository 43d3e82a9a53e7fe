public import Diagnostics
internal import Movement

extension MotionComparison {
  /// The comparison in a few lines: each value of every result, then the changes.
  public func table(_ language: Language) -> String {
    var lines: [String] = []
    for visit in visits {
      let when = [visit.date, visit.name].compactMap { $0?.printable(limit: 60) }.joined(separator: ", ")
      lines.append("\(visit.label)  \(when)")
      lines += rows(
        quantities.map { key in
          let value = visit.values[key]
          return (
            MotionQuantity.title(key, language),
            value.map { interval($0.degrees, $0.ci95, language) } ?? language("motion.withheld")
          )
        })
    }
    for pair in changes {
      lines.append("\(pair.from) → \(pair.to)")
      lines += rows(
        quantities.map { key in
          (MotionQuantity.title(key, language), pair.text(key, language))
        })
    }
    for finding in findings where finding.severity == .withheld { lines.append("  " + finding.text(language)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func rows(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
  }

  private func interval(_ degrees: Double, _ ends: [Double], _ language: Language) -> String {
    let value = { (number: Double) in FindingValue.number(number, decimals: 1, unit: "°") }
    return language(
      "motion.interval", ["degrees": value(degrees), "low": value(ends[0]), "high": value(ends[1])])
  }
}

extension MotionComparison.Pair {
  /// A change with its interval and what can be said of it.
  func text(_ key: String, _ language: Language) -> String {
    guard let change = changes[key] else { return language("motion.withheld") }
    return value(change, language) + ", " + verdict(change, language)
  }

  /// A change with its sign and its interval.
  func value(_ change: MotionChange, _ language: Language) -> String {
    let text = { (number: Double) in
      FindingValue.text((number > 0 ? "+" : "") + language.number(number, digits: 1) + "°")
    }
    return language(
      "motion.interval",
      ["degrees": text(change.degrees), "low": text(change.ci95[0]), "high": text(change.ci95[1])])
  }

  /// What can be said of a change.
  func verdict(_ change: MotionChange, _ language: Language) -> String {
    switch change.verdict {
    case .changed?: language("compare.changed")
    case .withinError?: language("compare.within_error")
    case nil: language("motion.no_verdict_word")
    }
  }
}
