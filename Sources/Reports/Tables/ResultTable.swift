import Analysis

extension ScanResult {
  /// The measures as a short table for a terminal: name, value, unit, 95 % interval or the reason why it is withheld.
  public var table: String {
    var table = TextTable(rightAligned: [1])
    for name in MeasureName.allCases {
      guard let measure = measures[name.rawValue] else { continue }
      guard let value = measure.value else {
        table.add(name.title, "–", measure.unit, "withheld" + (reasons.count > 1 ? ": " + (measure.reason ?? "") : ""))
        continue
      }
      let interval = measure.ci95.map { "[\(Self.text($0[0])), \(Self.text($0[1]))]" } ?? ""
      table.add(name.title, Self.text(value), measure.unit, interval)
    }
    return table.text + summary + scanned
  }

  /// What the numbers rest on: markers, frames, surface and depth of a scan; nothing for a mesh.
  private var scanned: String {
    guard let markers, let recording else { return "" }
    let percent = { (share: Double?) in share.map { Words.number(100 * $0, digits: 1) + " %" } ?? "–" }
    let ratio = calibration?.markerSizeRatio.map { Words.number($0.value, digits: 3) } ?? "–"
    return """

      Markers \(markers.seen)\(markers.expected.map { " of \($0)" } ?? ""), \(ratio) of their printed size in depth
      Frames with a pose \(tracking?.framesUsed ?? 0) of \(recording.frames)
      Surface seen in \(percent(surface?.coverage)) of directions, valid depth on the head \(percent(depth?.headValidFraction))

      """
  }

  /// The grade, or why there is none, as lines.
  private var summary: String {
    let remarks = notes.map { "Note: \($0).\n" }.joined()
    guard let severity else { return "\nCVAI withheld: \(reasons.joined(separator: "; ")).\n" + remarks }
    let probabilities = severity.probabilities.sorted { $0.key < $1.key }.map {
      "level \($0.key) \(Words.number(100 * $0.value, digits: 0)) %"
    }
    let chances = probabilities.count > 1 ? " (\(probabilities.joined(separator: ", ")))" : ""
    let side = severity.flattened == "none" ? "no side significantly flattened" : "flattened \(severity.flattened)"
    return "\n\(severity.scale.uppercased()) level \(severity.level)\(chances), \(side)\n" + remarks
  }

  private static func text(_ value: Double) -> String { Words.number(value, digits: 2) }
}
