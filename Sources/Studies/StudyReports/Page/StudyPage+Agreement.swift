internal import Diagnostics
internal import Reports

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
