import Analysis
import Diagnostics

extension ScanResult {
  /// The measures as a short table for a terminal: name, value, unit, 95 % interval; then why measures are withheld, each
  /// cause once, and what to do.
  public func table(_ language: Language = .english) -> String {
    var table = TextTable(rightAligned: [1])
    for name in MeasureName.allCases {
      guard let measure = measures[name.rawValue] else { continue }
      guard let value = measure.value else {
        table.add(name.title(language), "–", measure.unit, findings.withheldMark(name, language))
        continue
      }
      let text = { language.number($0, digits: 2) }
      let interval = measure.ci95.map { "[\(text($0[0])), \(text($0[1]))]" } ?? ""
      table.add(name.title(language), text(value), measure.unit, interval)
    }
    // Where nothing was measured, the cause says it for all.
    let isEmpty = measures.values.allSatisfy { $0.value == nil }
    return (isEmpty ? "" : table.text + "\n") + summary(language) + scanned(language)
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
    if let norm { lines.append(norm.line(language).printable(limit: 1000)) }
    let remarks = findings.remarks.map { $0.remark(language) }.joined()
    return measured.line(.measured, language) + ".\n" + findings.causes(language)
      + lines.map { $0 + "\n" }.joined() + remarks
  }
}

extension ScanResult.ScaleGrade {
  /// The grade as a line: level, and the probability of each where it is not certain.
  package func line(_ language: Language) -> String {
    let chances = probabilities.filter { $0.value >= 0.005 }.sorted { $0.key < $1.key }.map {
      language("table.chance", ["level": .text($0.key), "share_percent": .percent($0.value)])
    }
    var values: [String: FindingValue] = [
      "scale": .text(scale.uppercased()), "level": .count(level), "levels": .count(levels),
      "measure": .text(language.term(measure, of: "measure")),
    ]
    if chances.count > 1 { values["chances"] = .text(chances.joined(separator: ", ")) }
    return language("table.grade", values)
  }
}

extension ScanResult.Norm {
  /// The score as a line, or why it is withheld.
  package func line(_ language: Language) -> String {
    var values: [String: FindingValue] = [
      "measure": .text(language.term(measure, of: "measure")), "table": .text(table),
    ]
    guard let z, let percentile else {
      values["reason"] = .text(reasons.text(language) ?? reason ?? Finding(.measureMissing).text(language))
      return language("table.norm_withheld", values)
    }
    (values["z"], values["percentile"]) = (.number(z, decimals: 2), .number(percentile, decimals: 0))
    values["interval"] = ci95.map {
      .text("[\(language.number($0[0], digits: 2)), \(language.number($0[1], digits: 2))]")
    }
    return language("table.norm", values)
  }
}
