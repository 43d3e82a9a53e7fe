import Analysis
import Diagnostics

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
    let percent = { (share: Double?) in share.map { NumberText.number(100 * $0, digits: 1) + " %" } ?? "–" }
    let ratio = calibration?.markerSizeRatio.map { NumberText.number($0.value, digits: 3) } ?? "–"
    let seen =
      (surface?.coverage).map { "Surface seen in \(percent($0)) of directions" }
      ?? "Share of directions in which the surface was seen: not known without landmarks"
    return """

      Markers \(markers.seen)\(markers.expected.map { " of \($0)" } ?? ""), \(ratio) of their printed size in depth
      Frames with a pose \(tracking?.framesUsed ?? 0) of \(recording.frames)
      \(seen), valid depth on the head \(percent(depth?.headValidFraction))

      """
  }

  /// The grades, or why there is none, and the remarks, as lines.
  private var summary: String {
    let remarks = notes.map { "Note: \($0.printable(limit: 1000)).\n" }.joined()
    let side = severity.map { FlattenedSide.title($0.flattened) }
    let grades = severities.map { "\($0.line.printable(limit: 1000))\n" }.joined()
    let why = reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; ").printable(limit: 2000))"
    return "\n\(measured.line())\(why).\n" + grades
      + (side.map { "\($0.prefix(1).uppercased() + $0.dropFirst())\n" } ?? "")
      + (norm.map { "\($0.line.printable(limit: 1000))\n" } ?? "") + remarks
  }

  private static func text(_ value: Double) -> String { NumberText.number(value, digits: 2) }
}

extension ScanResult.ScaleGrade {
  /// The grade as a line: level, and the probability of each where it is not certain.
  var line: String {
    let levels = probabilities.filter { $0.value >= 0.005 }.sorted { $0.key < $1.key }.map {
      "level \($0.key) \(NumberText.number(100 * $0.value, digits: 0)) %"
    }
    let chances = levels.count > 1 ? " (\(levels.joined(separator: ", ")))" : ""
    let title = MeasureName(rawValue: measure)?.title ?? measure
    return "\(scale.uppercased()) level \(level) of \(self.levels)\(chances) by \(title)"
  }
}

extension ScanResult.Norm {
  /// The score as a line, or why it is withheld.
  var line: String {
    let name = "\(MeasureName(rawValue: measure)?.title ?? measure) by \(table)"
    guard let z, let percentile else { return "\(name) withheld: \(reason ?? "not measured")." }
    let interval =
      ci95.map { " [\(NumberText.number($0[0], digits: 2)), \(NumberText.number($0[1], digits: 2))]" } ?? ""
    return
      "\(name): z \(NumberText.number(z, digits: 2))\(interval), percentile \(NumberText.number(percentile, digits: 0))"
  }
}
