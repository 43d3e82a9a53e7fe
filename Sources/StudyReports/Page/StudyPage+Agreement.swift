internal import Diagnostics
internal import Reports

extension StudyPage {
  /// Agreement with every other protocol, and of every two observers.
  var agreements: Markup { .joined(summary.agreements.enumerated().map { agreement($1, figures.agreement($0)) }) }

  private func agreement(_ part: AgreementPart, _ figure: Figure?) -> Markup {
    let facts: Markup
    switch part.limits {
    case .refused(let reason): facts = PageParts.refused(reason.text(language))
    case .value(let limits):
      var rows = [
        (language("study.bias"), text.estimate(limits.bias)),
        (language("study.lower_limit"), text.estimate(limits.lower)),
        (language("study.upper_limit"), text.estimate(limits.upper)),
      ]
      if let slope = limits.slope { rows.append((language("study.slope"), text.plain(slope, digits: 3))) }
      rows.append((language("study.concordance"), told(part.concordance) { text.plain($0, digits: 3) }))
      rows.append((language("study.deming"), told(part.deming, line)))
      rows.append((language("study.passing_bablok"), told(part.passingBablok, line)))
      rows += levels(part.severity)
      facts =
        PageParts.facts(rows) + (limits.isRepeated ? PageParts.quiet(language("study.repeated_note")) : .empty)
    }
    let (title, note) =
      switch part.methods {
      case .protocols: ("study.agreement", "study.pairs_note")
      case .observers: ("study.observers", "study.observers_note")
      }
    let counts: [String: FindingValue] = ["pairs": .count(part.pairs), "subjects": .count(part.subjects)]
    return .element("h2", text: language(title, part.names(language))) + PageParts.quiet(language(note, counts))
      + PageParts.plot(figure, beside: facts + PageParts.quiet(text.leftOut(part.leftOut)))
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
