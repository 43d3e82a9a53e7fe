internal import Analysis
internal import Diagnostics
internal import Reports
internal import Studies

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

extension StudyPage {
  /// Agreement with every other protocol, of every two observers, operators and devices, and with a reference.
  var agreements: Markup {
    .joined(summary.agreements.enumerated().map { agreement($1, figures.agreement($0)) })
      + .joined(summary.crossed.map(crossed))
  }

  private func agreement(_ part: AgreementPart, _ figure: Figure?) -> Markup {
    let (title, note) = titles(of: part.methods)
    let counts: [String: FindingValue] = ["pairs": .count(part.pairs), "subjects": .count(part.subjects)]
    let isRepeated = part.limits.value?.isRepeated ?? (part.pairs > part.subjects)
    return .element("h2", text: language(title, part.names(language)))
      + PageParts.quiet(language(note, counts))
      + PageParts.plot(
        figure,
        beside: facts(of: part) + (isRepeated ? PageParts.quiet(language("study.repeated_note")) : .empty)
          + PageParts.quiet(text.leftOut(part.leftOut)))
  }

  private func titles(of kind: AgreementPair.Kind) -> (title: String, note: String) {
    switch kind {
    case .protocols: ("study.agreement_protocols", "study.pairs_protocols")
    case .observers: ("study.agreement_observers", "study.pairs_observers")
    case .operators: ("study.agreement_operators", "study.pairs_operators")
    case .devices: ("study.agreement_devices", "study.pairs_devices")
    case .reference: ("study.agreement_reference", "study.pairs_reference")
    }
  }

  /// The statistics of two methods, each for itself: where one is refused, another may be carried.
  private func facts(of part: AgreementPart) -> Markup {
    var (rows, refused): ([(String, String)], Markup) = ([], .empty)
    switch part.limits {
    case .refused(let reason): refused = PageParts.refused(language("study.limits") + ": " + reason.text(language))
    case .value(let limits):
      rows = [
        (language("study.bias"), text.estimate(limits.bias)),
        (language("study.lower_limit"), text.estimate(limits.lower)),
        (language("study.upper_limit"), text.estimate(limits.upper)),
      ]
      if let slope = limits.slope { rows.append((language("study.slope"), text.plain(slope, digits: 3))) }
    }
    rows.append((language("study.concordance"), told(part.concordance) { text.plain($0, digits: 3) }))
    let lambda: [String: FindingValue] = ["lambda": .exact(part.lambda)]
    rows.append((language("study.deming", lambda), told(part.deming, line)))
    rows.append((language("study.passing_bablok"), told(part.passingBablok, line)))
    // A reference grades nothing.
    guard part.methods != .reference else { return refused + PageParts.facts(rows) }
    rows += levels(part.severity)
    return refused + PageParts.facts(rows) + PageParts.quiet(text.leftOut(part.severity.value?.leftOut ?? []))
  }

  /// All observers, operators or devices together.
  private func crossed(_ part: CrossedPart) -> Markup {
    let facts: Markup
    switch part.agreement {
    case .refused(let reason): facts = PageParts.refused(reason.text(language))
    case .value(let found):
      var rows = [
        ("ICC(2,1)", text.plain(found.icc21, digits: 3)), ("ICC(3,1)", text.plain(found.icc31, digits: 3)),
        (language("study.crossed_tem"), text.estimate(found.tem)),
      ]
      if let relative = found.relativeTemPercent {
        rows.append((language("study.relative_tem"), text.plain(relative, digits: 1) + " %"))
      }
      facts =
        PageParts.facts(rows) + PageParts.quiet(language("study.crossed_note", ["heads": .count(found.heads)]))
    }
    let shown = { (names: [String]) in FindingValue.names(names.map { $0.printable(limit: 40) }) }
    let few = part.few.isEmpty ? "" : language("study.crossed_few", ["names": shown(part.few)])
    let title =
      switch part.raters {
      case .operators: "study.crossed_operators"
      case .devices: "study.crossed_devices"
      case .observers, .protocols, .reference: "study.crossed_observers"
      }
    return .element("h2", text: language(title, ["names": shown(part.names)])) + facts + PageParts.quiet(few)
      + PageParts.quiet(text.leftOut(part.leftOut))
  }

  /// A statistic in words, or why there is none.
  private func told<Value>(_ statistic: Carried<Value>, _ words: (Value) -> String) -> String {
    switch statistic {
    case .value(let value): words(value)
    case .refused(let reason): reason.text(language)
    }
  }

  private func line(_ line: RegressionLine) -> String {
    let words = language(
      "study.line",
      ["slope": .text(text.plain(line.slope, digits: 3)), "intercept": .text(text.estimate(line.intercept))])
    guard let probability = line.linearityProbability else { return words }
    return words + "; " + language("study.straight", ["probability": .text(text.probability(probability))])
  }

  private func levels(_ levels: Carried<LevelAgreement>) -> [(String, String)] {
    switch levels {
    case .refused(let reason): [(language("study.kappa"), reason.text(language))]
    case .value(let found):
      [
        (
          language("study.same_level", ["scale": .text(found.scale.printable(limit: 60))]),
          language.number(100 * found.alike, digits: 0) + " %, "
            + language("study.of_scans", ["count": .count(found.scans)])
        ), (language("study.kappa"), text.plain(found.kappa)),
      ]
    }
  }
}

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

extension StudyPage {
  /// The ranges of motion that were added to the study.
  var motions: Markup {
    guard let part = summary.motions else { return .empty }
    let outcomes = part.outcomes.map { outcome -> [Markup] in
      [
        .text(language.term(outcome.status, of: "outcome")), code(outcome.code), .text("\(outcome.ranges)"),
      ]
    }
    let alike = part.quantities.reduce(into: [[MotionsPart.Quantity]]()) { groups, quantity in
      if groups.last?.first?.method == quantity.method {
        groups[groups.count - 1].append(quantity)
      } else {
        groups.append([quantity])
      }
    }
    return .element("h2", text: language("study.motions"))
      + PageParts.quiet(
        language("study.motions_note", ["ranges": .count(part.ranges), "subjects": .count(part.subjects)]))
      + PageParts.table(columns("study.motion_outcome_columns"), numbers: [2], outcomes)
      + .joined(
        alike.map { values in
          let method = values[0].method
          return .element("h3", text: name(method)) + PageParts.quiet(conditions(method))
            + PageParts.table(columns("study.motion_columns"), numbers: Set(1...9), values.map(row))
        })
  }

  /// A value's line.
  private func row(_ quantity: MotionsPart.Quantity) -> [Markup] {
    let counts = [quantity.ranges, quantity.subjects, quantity.missing.reduce(0) { $0 + $1.ranges }]
    let sample = quantity.sample.value
    let repeats = quantity.repeats.value
    let numbers = [
      sample?.mean, sample?.sd, sample?.minimum, sample?.maximum, repeats?.withinSd.value,
      repeats?.smallestDetectableChange.value,
    ]
    let isPace = language.catalogue.terms["motion_pace"]?[quantity.key] != nil
    let name = language.term(quantity.key, of: isPace ? "motion_pace" : "motion_value").printable(limit: 60)
    return [.text(name)] + counts.map { .text("\($0)") }
      + numbers.map { number in .text(number.map { text($0, quantity) } ?? "–") }
  }

  private func code(_ code: String?) -> Markup {
    code.map { .element("code", text: $0.printable(limit: 80)) } ?? .empty
  }

  /// The joint, its side and the movement.
  private func name(_ method: MotionRecord.Method) -> String {
    let side = method.side.map { language.term($0, of: "side") }
    return
      ([language.term(method.joint, of: "joint"), side].compactMap(\.self).joined(separator: " ") + ", "
      + language.term(method.movement, of: "movement")).printable(limit: 120)
  }

  /// What must be the same for values to stand in one table.
  private func conditions(_ method: MotionRecord.Method) -> String {
    [
      method.reference.map { language.term($0, of: "motion_reference") },
      method.dimensions.map { language($0 == 2 ? "study.in_picture" : "study.in_space") },
      method.view.map { language.term($0, of: "motion_view") }, method.effort.map { language.term($0, of: "effort") },
      method.neutral.map { language.term($0, of: "neck_zero") },
      language("study.rules", ["name": .text(method.protocolName)]),
    ].compactMap(\.self).joined(separator: ", ").printable(limit: 200)
  }

  private func text(_ value: Double, _ quantity: MotionsPart.Quantity) -> String {
    language.number(value, digits: 1) + (quantity.unit == "°" ? "" : " ") + quantity.unit
  }
}
