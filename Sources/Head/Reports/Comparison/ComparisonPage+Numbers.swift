import Geometry
import Analysis
import Diagnostics
import HeadViews

extension ComparisonPage {
  /// The changes of all measures from the first visit to the last.
  var changes: Markup {
    .element("h2", text: language("compare.changes", result.whole.names)) + table(result.whole)
      + .element("p", ["class": "quiet"], text: language("compare.explained", result.whole.names))
  }

  /// The changes between the other visits, folded away.
  var steps: Markup {
    let others = result.comparisons.filter { $0 != result.whole }
    guard !others.isEmpty else { return .empty }
    return .element("h2", text: language("compare.steps")) + folded(others.map { ($0.pair(language), table($0)) })
  }

  private func folded(_ parts: [(title: String, content: Markup)]) -> Markup {
    .joined(
      parts.map { part in
        .element("details", ["class": "screen"], .element("summary", text: part.title), part.content)
      })
  }

  private func table(_ change: ScanChange) -> Markup {
    let rows = MeasureName.allCases.filter { !$0.isForResearch }.compactMap { name in
      change.changes[name.rawValue].map { row(name, $0, change.findings) }
    }
    return scrolling(
      .element(
        "table", ["class": "changes"], heads("compare.page_columns", change.names, numbers: [1, 2, 3, 5, 6]),
        .joined(rows.map { Markup.element("tbody", [:], $0) })))
  }

  /// A measure; the CVAI has a second line with its side, which `findings` of the two scans withhold with it.
  private func row(_ name: MeasureName, _ change: ScanChange.Change, _ findings: [Finding]) -> Markup {
    let label = Markup.element("td", text: name.title(language))
    guard let difference = change.printed else {
      return .element(
        "tr", [:], label, number(change.a), number(change.b),
        .element(
          "td", ["colspan": "5", "class": "withheld"], text: result.findings.withheldMark(name, language, of: findings))
      )
    }
    let step = Trend.Step(
      change: difference, ci95: change.ci95, smallestDetectable: change.smallestDetectable,
      detected: change.detected)
    let plain = line(label, change.a, change.b, step, change.unit, isSigned: false)
    guard name == .cvai, let signed = change.signed else { return plain }
    let title = language("compare.signed", ["measure": .text(name.title(language))])
    let side = Trend.Step(
      change: signed.printed, ci95: signed.ci95, smallestDetectable: signed.smallestDetectable,
      detected: signed.detected)
    return plain
      + line(.element("td", ["class": "quiet"], text: title), signed.a, signed.b, side, change.unit, isSigned: true)
  }

  private func line(
    _ label: Markup, _ a: Double?, _ b: Double?, _ step: Trend.Step, _ unit: String, isSigned: Bool
  ) -> Markup {
    let mark = ChangeMark(step.change, step.detected)
    return .element(
      "tr", ["class": step.detected == true ? "detected" : ""], label, number(a, isSigned), number(b, isSigned),
      number(step.change, true), .element("td", text: unit),
      .element("td", ["class": "number interval"], text: interval(step.ci95)), number(step.smallestDetectable),
      .element(
        "td", ["class": "verdict"],
        text: mark.symbol + " " + (ScanChange.verdict(step.detected, language))))
  }

  private func number(_ value: Double?, _ isSigned: Bool = false) -> Markup {
    .element(
      "td", ["class": "number"],
      text: isSigned ? ScanChange.signed(value, language) : ScanChange.text(value, language))
  }

  private func interval(_ ends: [Double]?) -> String {
    guard let ends, ends.count == 2 else { return "–" }
    return language(
      "report.range",
      ["low": .text(ScanChange.signed(ends[0], language)), "high": .text(ScanChange.signed(ends[1], language))])
  }

  /// Growth by the fit with a scale, and the shape that is left: each visit against the first, then step by step.
  func growth(_ changes: [ScanChange]) -> Markup {
    let rows = changes.map { change in
      let per = { (factor: Double) in ScanChange.signed(100 * (factor - 1), language) }
      let size: Markup =
        change.growth.map { growth in
          .element("td", ["class": "number"], text: per(growth.value))
            + .element("td", ["class": "number interval"], text: interval(growth.ci95?.ends.map { 100 * ($0 - 1) }))
        } ?? .element("td", ["colspan": "2", "class": "withheld"], text: language("table.withheld"))
      return Markup.element(
        "tr", [:], .element("th", text: change.pair(language)), size,
        number(change.vault.distance.meanMm, true), number(change.vault.distance.rmsMm),
        number(change.vault.shape.rmsMm), number(change.registration.rmsMm))
    }
    return .element("h2", text: language("compare.size_heading"))
      + scrolling(
        .element("table", [:], heads("compare.growth_columns", numbers: [1, 2, 3, 4, 5, 6]), .joined(rows)))
      + .element("p", ["class": "quiet screen"], text: language("compare.growth_note"))
  }

  /// The distances over the vault and its parts.
  func regions(_ change: ScanChange) -> Markup {
    let parts = VaultRegion.allCases.compactMap { region in
      change.regions[region.rawValue].map { (region.rawValue, $0) }
    }
    let rows = ([("vault", change.vault)] + parts).map { name, distances in
      let (own, shape) = (distances.distance, distances.shape)
      return Markup.element(
        "tr", [:], .element("td", text: language.term(name, of: "place")), number(own.meanMm, true),
        number(own.rmsMm), .element("td", ["class": "number interval"], text: interval([own.p5Mm, own.p95Mm])),
        number(shape.rmsMm), number(shape.meanMm, true))
    }
    return .element("h2", text: language("compare.regions", change.names))
      + scrolling(
        .element(
          "table", [:], heads("compare.distance_columns", change.names, numbers: [1, 2, 3, 4, 5]), .joined(rows)))
  }

  /// Where the last visit lies outside the first and where inside, from five sides and in 3-D; the other visits folded away.
  func distances(folded isFolded: Bool) throws -> Markup {
    // More pictures than these make a page too large.
    let all = Array(zip(result.comparisons, content.scenes)).suffix(isFolded ? 7 : 1)
    let views = try all.map { change, scene in
      (
        change.pair(language),
        try scene.map {
          try DistanceViews(
            scenes: $0, names: change.names, isSmall: change != result.whole, language: language, workers: workers
          ).markup()
        }
      )
    }
    guard let last = views.last, let pictures = last.1 else {
      return content.isDefaced && !content.scenes.isEmpty
        ? .element("p", ["class": "quiet"], text: language("compare.no_face_known")) : .empty
    }
    let others = views.dropLast().compactMap { title, pictures in pictures.map { (title, $0) } }
    return .element("h2", text: language("compare.distances", result.whole.names)) + pictures
      + .element("p", ["class": "quiet"], text: language("compare.distances_note", result.whole.names))
      + folded(others)
  }
}

extension ScanChange {
  /// The two visits as words.
  func pair(_ language: Language) -> String { language("compare.pair", names) }
}
