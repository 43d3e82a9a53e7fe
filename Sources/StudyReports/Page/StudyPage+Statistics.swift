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

  /// Agreement with every other protocol.
  var agreements: Markup {
    .joined(
      summary.agreements.enumerated().map { index, part in
        let names = [
          "first": FindingValue.text(part.first.printable(limit: 60)),
          "second": .text(part.second.printable(limit: 60)),
        ]
        var facts: Markup
        switch part.limits {
        case .refused(let reason): facts = PageParts.refused(reason.text(language))
        case .value(let limits):
          var rows = [
            (language("study.bias"), text.estimate(limits.bias)),
            (language("study.lower_limit"), text.estimate(limits.lower)),
            (language("study.upper_limit"), text.estimate(limits.upper)),
          ]
          if let slope = limits.slope { rows.append((language("study.slope"), text.plain(slope, digits: 3))) }
          if let concordance = part.concordance.value {
            rows.append((language("study.concordance"), text.plain(concordance, digits: 3)))
          }
          facts = PageParts.facts(rows)
          if limits.isRepeated { facts = facts + PageParts.quiet(language("study.repeated_note")) }
        }
        if case .refused(let reason) = part.concordance, part.limits.value != nil {
          facts = facts + PageParts.quiet(language("study.concordance") + ": " + reason.text(language))
        }
        let note = language("study.pairs_note", ["pairs": .count(part.pairs), "subjects": .count(part.subjects)])
        return .element("h2", text: language("study.agreement", names)) + PageParts.quiet(note)
          + PageParts.plot(
            figures.agreement(index), beside: facts + PageParts.quiet(text.leftOut(part.leftOut)))
      })
  }

  /// The change with age.
  var age: Markup {
    let part = summary.age
    let facts: Markup
    switch part.model {
    case .refused(let reason): facts = PageParts.refused(reason.text(language))
    case .value(let model):
      facts =
        PageParts.facts([
          (
            language("study.per_month"),
            text.estimate(model.perMonth, digits: 3) + ", " + text.probability(model.probability)
          ),
          (language("study.at_birth"), text.estimate(model.atBirth)),
          (language("study.intercept_sd"), text.value(model.interceptSd)),
          (language("study.slope_sd"), model.slopeSd.map { text.value($0, digits: 3) } ?? "–"),
          (language("study.residual_sd"), text.value(model.residualSd)),
        ]) + PageParts.quiet(language.term(model.randomPart, of: "random_part"))
    }
    let note = language(
      "study.age_note",
      ["scans": .count(part.scans), "subjects": .count(part.subjects), "repeated": .count(part.repeated)])
    return .element("h2", text: language("study.age")) + PageParts.quiet(note)
      + PageParts.plot(figures.age, beside: facts + PageParts.quiet(text.leftOut(part.leftOut)))
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
        beside: table + .joined(part.comparisons.map(comparison)) + PageParts.quiet(text.leftOut(part.leftOut)))
  }

  private func comparison(_ comparison: GroupsPart.Comparison) -> Markup {
    let title = Markup.element(
      "h3", [:], .foreign(comparison.first, limit: 40), .text(" − "), .foreign(comparison.second, limit: 40))
    var rows: [(String, String)] = []
    switch comparison.difference {
    case .refused(let reason): rows.append((language("study.difference"), reason.text(language)))
    case .value(let found):
      let probability = comparison.correctedProbability ?? found.probability
      rows.append(
        (language("study.difference"), text.estimate(found.difference) + ", " + text.probability(probability)))
      if let effect = found.effect { rows.append((language("study.effect"), text.plain(effect))) }
    }
    switch comparison.adjustedForAge {
    case .refused(let reason): rows.append((language("study.adjusted"), reason.text(language)))
    case .value(let found):
      let count = language("study.children", ["count": .count(found.subjects)])
      rows.append(
        (
          language("study.adjusted"),
          text.estimate(found.difference) + ", " + text.probability(found.probability) + "; " + count
        ))
    }
    return title + PageParts.facts(rows)
      + (comparison.correctedProbability == nil ? .empty : PageParts.quiet(language("study.corrected")))
  }

  /// What goes with the operators' ratings.
  var ratings: Markup {
    guard let part = summary.ratings else { return .empty }
    let rows = part.fields.flatMap { field in
      field.relations.map { relation -> [Markup] in
        let quantity = language.term(relation.quantity, of: "rated_quantity")
        let start: [Markup] = [.foreign(field.field), .text(quantity), .text("\(relation.scans)")]
        switch relation.test {
        case .refused(let reason): return start + [.text(reason.text(language)), .empty]
        case .value(let test):
          let correlation = test.correlation.map { "ρ = " + text.plain($0) } ?? language("study.rank_test")
          return start
            + [.text(correlation), .text(text.probability(relation.correctedProbability ?? test.probability))]
        }
      }
    }
    let answers = part.fields.map { field -> [Markup] in
      let list = field.answers.map { "\($0.answer.printable(limit: 40)): \($0.measured) / \($0.scans)" }
      return [.foreign(field.field), .text("\(field.scans)"), .text(list.joined(separator: ", "))]
    }
    let texts = part.texts.map { $0.printable(limit: 40) }
    return .element("h2", text: language("study.ratings"))
      + PageParts.quiet(language("study.ratings_note", ["count": .count(part.scans)]))
      + PageParts.table(columns("study.answer_columns"), numbers: [1], answers)
      + PageParts.table(columns("study.relation_columns"), numbers: [2], rows)
      + (texts.isEmpty ? .empty : PageParts.quiet(language("study.rating_texts", ["fields": .names(texts)])))
  }
}
