internal import Analysis
internal import Diagnostics
internal import Reports

extension StudyPage {
  /// The measure that is looked at: its distribution and the levels of severity.
  var ownMeasure: Markup {
    let own = summary.own
    let facts: Markup
    switch own.sample {
    case .refused(let reason): facts = PageParts.refused(reason.text(language))
    case .value(let sample):
      facts = PageParts.facts([
        (language("study.scans"), "\(own.scans)"), (language("study.mean"), text.value(sample.mean)),
        (language("study.sd"), sample.sd.map { text.value($0) } ?? "–"),
        (language("study.median"), text.value(sample.median)),
        (
          language("study.quartiles"),
          language(
            "report.range",
            [
              "low": .number(sample.lowerQuartile, decimals: 2),
              "high": .number(sample.upperQuartile, decimals: 2),
            ])
        ),
        (
          language("study.extremes"),
          language(
            "report.range",
            ["low": .number(sample.minimum, decimals: 2), "high": .number(sample.maximum, decimals: 2)])
        ),
      ])
    }
    return .element("h2", text: data.measure.title(language))
      + PageParts.plot(figures.histogram, beside: facts + missing(own) + severity)
  }

  private func missing(_ measure: MeasureSummary) -> Markup {
    guard !measure.missing.isEmpty else { return .empty }
    let parts = measure.missing.map { missing in
      "\(missing.scans) (\(missing.code?.printable(limit: 80) ?? language("study.not_by_protocol")))"
    }
    return PageParts.quiet(language("study.without_value", ["parts": .names(parts)]))
  }

  private var severity: Markup {
    .joined(
      summary.severity.map { shares in
        let graded = shares.levels.reduce(0) { $0 + $1.scans }
        let rows = shares.levels.map { level -> [Markup] in
          [
            .text(language("drawing.level", ["level": .count(level.level)])), .text("\(level.scans)"),
            .text(language.number(100 * Double(level.scans) / Double(graded), digits: 0) + " %"),
          ]
        }
        return .element("h3", text: language("study.severity", ["scale": .text(shares.scale.printable(limit: 60))]))
          + PageParts.table(columns("study.severity_columns"), numbers: [1, 2], rows)
          + (shares.ungraded > 0
            ? PageParts.quiet(language("study.ungraded", ["count": .count(shares.ungraded)])) : .empty)
      })
  }

  /// Every measure on a line, folded away.
  var allMeasures: Markup {
    let rows = zip(MeasureName.allCases, summary.measures).map { name, measure -> [Markup] in
      let missing = measure.missing.reduce(0) { $0 + $1.scans }
      let start = [
        Markup.text(name.title(language) + ", " + name.unit), .text("\(measure.scans)"), .text("\(missing)"),
      ]
      guard let sample = measure.sample.value else { return start + Array(repeating: .text("–"), count: 5) }
      let numbers = [sample.mean, sample.sd, sample.median, sample.minimum, sample.maximum]
      return start + numbers.map { .text($0.map { language.number($0, digits: 2) } ?? "–") }
    }
    return .element("h2", text: language("study.all_measures"))
      + PageParts.table(columns("study.measure_columns"), numbers: Set(1...7), rows)
  }
}
