internal import Diagnostics
internal import Reports

extension StudyPage {
  /// The change with age within children; where too few came back, the difference between children alone, under its own title.
  var age: Markup {
    let part = summary.age
    var facts: Markup = .empty
    switch part.withinChildren {
    case .refused(let reason): facts = PageParts.quiet(language("study.within_children") + ": " + reason.text(language))
    case .value(let change):
      let at: [String: FindingValue] = ["months": .number(change.meanAgeMonths, decimals: 1)]
      facts =
        PageParts.facts([
          (
            language("study.per_month"),
            text.estimate(change.perMonth, digits: 3) + ", " + text.probability(change.probability)
          ),
          (language("study.at_age", at), text.estimate(change.atMeanAge)),
          (language("study.children_sd", at), text.value(change.childrenSd)),
          (language("study.slope_sd"), change.changesSd.map { text.value($0, digits: 3) } ?? "–"),
          (language("study.residual_sd"), text.value(change.residualSd)),
        ]) + PageParts.quiet(language.term(change.randomPart, of: "random_part"))
    }
    let between: String
    switch part.betweenChildren {
    case .refused(let reason): between = reason.text(language)
    case .value(let found):
      between = text.estimate(found.perMonth, digits: 3) + ", " + text.probability(found.probability)
    }
    facts =
      facts + PageParts.facts([(language("study.between_month"), between)])
      + PageParts.quiet(language("study.between_note"))
    let note = language(
      "study.age_note",
      [
        "scans": .count(part.scans), "sessions": .count(part.sessions), "subjects": .count(part.subjects),
        "repeated": .count(part.repeated),
      ])
    return .element("h2", text: language(part.withinChildren.value == nil ? "study.age_between" : "study.age"))
      + PageParts.quiet(note)
      + PageParts.plot(figures.age, beside: facts + PageParts.quiet(text.leftOut(part.leftOut)))
  }
}
