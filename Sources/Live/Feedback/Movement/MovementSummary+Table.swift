public import Diagnostics

extension MovementSummary {
  /// What was counted in a few lines, in a language: each side's ends with their colours, and what they are measured against.
  public func table(_ language: Language, _ rules: MovementRules) -> String {
    let names = sides.map { side in
      language(
        "guide.side",
        [
          "movement": .term(side.movement.rawValue, of: "guided_movement"),
          "side": .term(side.side.rawValue, of: "side"),
        ])
    }
    let width = names.map(\.count).max() ?? 0
    let rows = zip(names, sides).map { name, side in
      let ends = side.text(language)
      let unsettled =
        side.unsettled > 0 ? ", " + language("guide.unsettled", ["count": .count(side.unsettled)]) : ""
      return name + String(repeating: " ", count: width - name.count + 2) + "\(side.endsDegrees.count)×  " + ends
        + unsettled
    }
    return ([outcome(language, rules)] + rows.map { "  " + $0 } + remarks(language)).joined(separator: "\n") + "\n"
  }

  /// Whether everything was done.
  public func outcome(_ language: Language, _ rules: MovementRules) -> String {
    if isFinished { return language("guide.finished", ["repeats": .count(rules.repeats)]) }
    let held = sides.reduce(0) { $0 + min($1.endsDegrees.count, rules.repeats) }
    return language("guide.not_finished", ["held": .count(held), "wanted": .count(rules.repeats * sides.count)])
  }

  /// When the neutral pose was known, what angles are measured against, and what told the axes.
  public func remarks(_ language: Language) -> [String] {
    var lines: [String] = []
    if let neutralAt {
      lines.append(language("guide.neutral", ["time_s": .number(neutralAt, decimals: 1, unit: "s")]))
    } else {
      lines.append(language("guide.no_neutral"))
    }
    let used = Reference.allCases.compactMap { reference in
      references[reference].map { FindingValue.term(reference.rawValue, of: "guide_reference", ["count": .count($0)]) }
    }
    if !used.isEmpty { lines.append(language("guide.reference", ["references": .list(used)])) }
    if let axes { lines.append(language("guide.axes", ["source": .term(axes.rawValue, of: "guide_axes")])) }
    return lines
  }
}

extension MovementSummary.Side {
  /// The ends in words, each with the sign of its colour.
  public func text(_ language: Language) -> String {
    zip(endsDegrees, lights).map { degrees, light in
      language.number(degrees, digits: 1) + "° " + (TrafficLight(rawValue: light)?.sign ?? "")
    }.joined(separator: "  ")
  }
}
