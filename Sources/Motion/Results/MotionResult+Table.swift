public import Diagnostics

extension MotionResult {
  /// The result in a few lines: what was measured, each angle with its interval, the neutral-zero form, the repeats.
  public func table(_ language: Language) -> String {
    var named: [String: FindingValue] = [
      "joint": .joint(joint), "side": .motionSide(side), "movement": .movement(movement),
    ]
    if let reference { named["reference"] = .term(reference.rawValue, of: "motion_reference") }
    let heading = language("motion.heading", named)
    let rows: [(String, MotionValue?)] = [
      ("start", values.start), ("minimum", values.minimum), ("maximum", values.maximum), ("return", values.return),
      ("range", values.range),
    ]
    let names = rows.map { language.term($0.0, of: "motion_value") }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, rows).map { name, row in
      let text =
        row.1.map { value in
          language(
            "motion.interval",
            [
              "degrees": degrees(value.degrees), "low": degrees(value.ci95[0]), "high": degrees(value.ci95[1]),
            ])
        } ?? language("motion.withheld")
      return "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }
    var all = [heading] + lines
    if let neutralZero {
      all.append(
        "  "
          + language(
            "motion.neutral_zero",
            ["notation": .text(neutralZero.notation), "order": .term(neutralZero.order, of: "neutral_zero")]))
    }
    all.append("  " + language("motion.frames", ["valid": .count(gates.valid), "all": .count(gates.all)]))
    all.append("  " + language("motion.repeats", ["count": .count(repeats.count)]))
    all += findings.filter { $0.severity == .withheld }.map { "  " + $0.text(language) }
    return all.joined(separator: "\n") + "\n"
  }

  private func degrees(_ value: Double) -> FindingValue { .number(value, decimals: 1, unit: "°") }
}
