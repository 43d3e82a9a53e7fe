import Analysis
import Diagnostics

extension ScanResult {
  /// The measures as a short table for a terminal: name, value, unit, 95 % interval, the CVAI first, the rest by groups;
  /// those that one cause withholds on one line. Then why measures are withheld, each cause once, and what to do.
  public func table(_ language: Language = .english) -> String {
    var table = TextTable(rightAligned: [1])
    for group in MeasureGroup.allCases {
      let names = group.names.filter { measures[$0.rawValue] != nil }
      // The four that a reader looks for have their lines, withheld or not.
      let (told, withheld) = (names.filter { group == .main || measured($0) }, names.filter { !measured($0) })
      guard !names.isEmpty else { continue }
      if group != .main { table.addLine("", group.title(language)) }
      for name in told { table.addRow(cells(name, language)) }
      if group != .main {
        for (mark, same) in findings.withheldMarks(withheld, language) {
          table.addLine(language("table.withheld_row", ["mark": .text(mark), "measures": .text(same)]))
        }
      }
    }
    // Where nothing was measured, the cause says it for all.
    let isEmpty = measures.values.allSatisfy { $0.value == nil }
    return (isEmpty ? "" : table.text + "\n" + repeated(language)) + summary(language) + scanned(language)
  }

  /// What the printed intervals are, and by how much a repeat of the scan would scatter.
  private func repeated(_ language: Language) -> String {
    let told = MeasureGroup.main.names.compactMap { name -> String? in
      guard let ends = measures[name.rawValue]?.repeatability, ends.count == 2 else { return nil }
      let text = { language.number($0, digits: 2) }
      return "\(name.title(language)) [\(text(ends[0])), \(text(ends[1]))]"
    }
    return told.isEmpty
      ? "" : language("table.repeatability", ["intervals": .text(told.joined(separator: ", "))]) + "\n"
  }

  private func measured(_ name: MeasureName) -> Bool { measures[name.rawValue]?.value != nil }

  func cells(_ name: MeasureName, _ language: Language) -> [String] {
    let measure = measures[name.rawValue]
    guard let value = measure?.value else {
      return [name.title(language), "–", name.unit, findings.withheldMark(name, language)]
    }
    let text = { language.number($0, digits: 2) }
    let interval = measure?.ci95.flatMap { $0.count == 2 ? "[\(text($0[0])), \(text($0[1]))]" : nil }
    return [name.title(language), text(value), measure?.unit ?? name.unit, interval ?? ""]
  }

  /// What the numbers rest on: markers, frames, surface and depth of a scan; nothing for a mesh.
  private func scanned(_ language: Language) -> String {
    guard let markers, let recording else { return "" }
    let depth = depth?.headValidFraction.map { FindingValue.percent($0, decimals: 1) } ?? .text("–")
    let ratio = calibration?.markerSizeRatio.map { FindingValue.number($0.value, decimals: 3) } ?? .text("–")
    var seen: [String: FindingValue] = ["seen": .count(markers.seen), "ratio": ratio]
    seen["expected"] = markers.expected.map { .count($0) }
    let surface =
      (surface?.coverage).map {
        language("table.surface", ["share_percent": .percent($0, decimals: 1), "depth": depth])
      } ?? language("table.surface_unknown", ["depth": depth])
    let frames: [String: FindingValue] = [
      "posed": .count(tracking?.framesUsed ?? 0), "frames": .count(recording.frames),
    ]
    return """

      \(language("table.markers", seen))
      \(language("table.frames", frames))
      \(surface)

      """
  }

  /// The grades, or why there is none, and the remarks, as lines.
  private func summary(_ language: Language) -> String {
    var lines = severities.map { $0.line(language).printable(limit: 1000) }
    if let side = severity.map({ FlattenedSide.title($0.flattened, language) }) {
      lines.append(side.prefix(1).uppercased() + side.dropFirst())
    }
    if let bySymmetry { lines.append(bySymmetry.line(language).printable(limit: 1000)) }
    if let norm { lines.append(norm.line(language).printable(limit: 1000)) }
    lines += (references ?? []).map { $0.line(language).printable(limit: 1000) }
    let remarks = findings.remarks.map { $0.remark(language) }.joined()
    return measured.line(.measured, language) + ".\n" + findings.causes(language)
      + lines.map { $0 + "\n" }.joined() + remarks
  }
}

extension ScanResult.ScaleGrade {
  /// The scale's name as it is shown.
  var shownScale: String { scale.uppercased().printable(limit: 40) }

  /// The grade as a line: level, and the probability of each where it is not certain.
  package func line(_ language: Language) -> String {
    let chances = probabilities.filter { $0.value >= 0.005 }.sorted { $0.key < $1.key }.map {
      language("table.chance", ["level": .text($0.key), "share_percent": .percent($0.value)])
    }
    var values: [String: FindingValue] = [
      "scale": .text(shownScale), "level": .count(level), "levels": .count(levels),
      "measure": .text(language.term(measure, of: "measure")),
    ]
    if chances.count > 1 { values["chances"] = .text(chances.joined(separator: ", ")) }
    values["advice"] = advice.map { .text(language.term($0, of: "level_advice")) }
    return language("table.grade", values)
  }
}

extension ScanResult.IndexBySymmetry {
  /// The value as a line, or why it is withheld.
  package func line(_ language: Language) -> String {
    var values: [String: FindingValue] = ["measure": .text(language.term(measure, of: "measure"))]
    guard let value else {
      values["reason"] = .text(findings?.text(language) ?? reason ?? Finding(.measureMissing).text(language))
      return language("table.symmetry_withheld", values)
    }
    values["value"] = .text("\(language.number(value, digits: 2)) \(unit)")
    values["interval"] = ci95.flatMap { $0.count == 2 ? $0 : nil }.map {
      .text("[\(language.number($0[0], digits: 2)), \(language.number($0[1], digits: 2))]")
    }
    return language("table.symmetry", values)
  }
}

extension ScanResult.Reference {
  /// The value as a line, with who was measured and what differs from this head's section.
  package func line(_ language: Language) -> String {
    var values: [String: FindingValue] = [
      "children": .count(children), "population": .text(language.term(population, of: "population")),
      "method": .term(method, of: "method"), "statistic": .term(statistic, of: "statistic"),
      "measure": .text(language.term(measure, of: "measure")), "value": number(value), "group": .text(group),
      "ages": .text(ages(language)),
    ]
    values["diagonals"] = diagonals.map { text in
      .text(
        Double(text) == nil
          ? language("table.diagonals_not_stated") : language("table.diagonals_at", ["angle": .text(text)]))
    }
    values["sd"] = sd.map { number($0) }
    values["range"] = range.flatMap { $0.count == 2 ? $0 : nil }.map {
      .phrase("range_of_values", ["low": .exact($0[0]), "high": .exact($0[1])])
    }
    return language("table.reference", values)
  }

  /// As many decimals as were published, and at least one.
  private func number(_ value: Double) -> FindingValue {
    .number(value, decimals: (value * 10).rounded() == value * 10 ? 1 : 2, unit: unit)
  }

  private func ages(_ language: Language) -> String {
    guard ageMonths.count == 2, ageMonths[0] != ageMonths[1] else {
      let age = ageMonths.first ?? .nan
      return age == 1 ? language("table.one_month") : language("table.months", ["months": .exact(age)])
    }
    return language(
      "table.months",
      ["months": .phrase("range_of_values", ["low": .exact(ageMonths[0]), "high": .exact(ageMonths[1])])])
  }
}

extension ScanResult.Norm {
  /// The score as a line, or why it is withheld.
  package func line(_ language: Language) -> String {
    var values: [String: FindingValue] = [
      "measure": .text(language.term(measure, of: "measure")), "table": .text(table),
    ]
    guard let z, let percentile else {
      values["reason"] = .text(findings?.text(language) ?? reason ?? Finding(.measureMissing).text(language))
      return language("table.norm_withheld", values)
    }
    (values["z"], values["percentile"]) = (.number(z, decimals: 2), .number(percentile, decimals: 0))
    values["tape_z"] = tapeShift.map { .number(z - $0, decimals: 2) }
    values["corrected_months"] = correctedAgeMonths.map { .number($0, decimals: 1) }
    values["interval"] = ci95.map {
      .text("[\(language.number($0[0], digits: 2)), \(language.number($0[1], digits: 2))]")
    }
    return language("table.norm", values)
  }
}
