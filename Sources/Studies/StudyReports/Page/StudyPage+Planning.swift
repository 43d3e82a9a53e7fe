internal import Diagnostics
internal import Reports

extension StudyPage {
  /// How many children intervals of the wanted width take; nothing where none is wanted.
  var planning: Markup {
    guard let part = summary.planning else { return .empty }
    let rows = part.needs.map { need -> [Markup] in
      let quantity = language.term(need.quantity.rawValue, of: "planned")
      let name = need.label.map { quantity + ": " + $0.printable(limit: 60) } ?? quantity
      let isRatio = need.quantity == .intraclassCorrelation
      let wanted = isRatio ? language.number(part.wanted.iccHalfWidth, digits: 2) : text.value(part.wanted.halfWidth)
      let from = need.from.value.map { isRatio ? language.number($0, digits: 3) : text.value($0) } ?? "–"
      let children =
        switch need.children {
        case .value(let count): "\(count)"
        case .refused(let reason): reason.text(language)
        }
      return [
        .text(name), .text("± " + wanted), .text(from), .text(need.repeats.map { "\($0)" } ?? "1"), .text(children),
      ]
    }
    return .element("h2", text: language("study.planning"))
      + PageParts.quiet(language("study.planning_note"))
      + PageParts.table(columns("study.planning_columns"), numbers: [3], rows)
  }
}
