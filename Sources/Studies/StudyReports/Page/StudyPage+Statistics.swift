internal import Analysis
internal import Diagnostics
internal import Reports

extension StudyPage {
  /// How well scans of one session repeat.
  var repeatability: Markup {
    let part = summary.repeatability
    var facts: Markup
    switch part.error {
    case .refused(let reason): facts = PageParts.refused(reason.text(language))
    case .value(let error):
      var rows = [
        (language("study.within_sd"), text.estimate(error.withinSd)),
        (language("study.detectable"), text.estimate(error.smallestDetectableChange)),
      ]
      if let relative = error.relativeTemPercent {
        rows.append((language("study.relative_tem"), text.plain(relative, digits: 1) + " %"))
      }
      if let between = error.betweenSd { rows.append((language("study.between_sd"), text.value(between))) }
      if let icc = part.correlation.value {
        rows += [("ICC(1,1)", icc.icc11), ("ICC(2,1)", icc.icc21), ("ICC(3,1)", icc.icc31)].map {
          ($0, text.plain($1, digits: 3))
        }
      }
      facts = PageParts.facts(rows)
    }
    switch part.correlation {
    case .value(let icc):
      facts =
        facts
        + PageParts.quiet(
          language("study.icc_note", ["sessions": .count(icc.sessions), "scans": .count(icc.scans)]))
    case .refused(let reason):
      if part.error.value != nil { facts = facts + PageParts.quiet("ICC: " + reason.text(language)) }
    }
    let note = language(
      "study.repeats_note",
      ["scans": .count(part.scans), "sessions": .count(part.sessions), "subjects": .count(part.subjects)])
    return .element("h2", text: language("study.repeatability")) + PageParts.quiet(note)
      + PageParts.plot(figures.repeats, beside: facts + PageParts.quiet(text.leftOut(part.leftOut)))
  }

  /// Groups against each other.
  var groups: Markup {
    guard let part = summary.groups else { return .empty }
    let means = part.groups.map { group -> [Markup] in
      let mean =
        switch group.mean {
        case .value(let mean): text.estimate(mean)
        case .refused(let reason): reason.text(language)
        }
      return [.foreign(group.name), .text("\(group.subjects)"), .text("\(group.scans)"), .text(mean)]
    }
    let table = PageParts.table(columns("study.group_columns"), numbers: [1, 2], means)
    return .element("h2", text: language("study.groups")) + PageParts.quiet(language("study.groups_note"))
      + PageParts.plot(
        figures.groups,
        beside: table + .joined(part.comparisons.map(comparison))
          + (part.comparisons.count > 1 ? PageParts.quiet(language("study.corrected")) : .empty)
          + PageParts.quiet(text.leftOut(part.leftOut)))
  }

  private func comparison(_ comparison: GroupsPart.Comparison) -> Markup {
    let title = Markup.element(
      "h3", [:], .foreign(comparison.first, limit: 40), .text(" − "), .foreign(comparison.second, limit: 40))
    var rows: [(String, String)] = []
    switch comparison.difference {
    case .refused(let reason): rows.append((language("study.difference"), reason.text(language)))
    case .value(let found):
      rows.append((language("study.difference"), told(found)))
      if let effect = found.effect { rows.append((language("study.effect"), text.plain(effect))) }
    }
    switch comparison.adjustedForAge {
    case .refused(let reason): rows.append((language("study.adjusted"), reason.text(language)))
    case .value(let found):
      let count = language("study.children", ["count": .count(found.subjects)])
      rows.append((language("study.adjusted"), told(found) + "; " + count))
    }
    return title + PageParts.facts(rows)
  }

  private func told(_ found: GroupsPart.Difference) -> String {
    text.estimate(found.difference) + ", " + text.probability(found.correctedProbability ?? found.probability)
  }
}
