import Analysis
import Diagnostics

extension ScanResult {
  /// The result in some ten lines for a terminal, the CVAI in the last: what the numbers rest on, why the CVAI is withheld,
  /// warnings, the grade, the main measures. The rest is in ``table(_:)``.
  public func brief(_ language: Language = .english) -> String {
    let isMeasured = measured.state != .none
    let causes = isMeasured ? "" : findings.causes(language)
    let state = measured.state == .measured ? "" : measured.line(.measured, language) + ".\n"
    let others = [norm?.line(language)] + (references ?? []).map { $0.line(language) }
    return seen(language) + state + causes + findings.warnings(language) + findings.more(language)
      + (others + (isMeasured ? [bySymmetry?.line(language), grade(language)] : []))
      .compactMap { $0.map { $0.printable(limit: 1000) + "\n" } }.joined()
      + mainTable(language)
  }

  /// Markers, frames and surface of a scan on one line; nothing for a mesh.
  private func seen(_ language: Language) -> String {
    guard let markers, let recording else { return "" }
    var values: [String: FindingValue] = [
      "seen": .count(markers.seen), "posed": .count(tracking?.framesUsed ?? 0), "frames": .count(recording.frames),
    ]
    values["expected"] = markers.expected.map { .count($0) }
    values["share_percent"] = (surface?.coverage).map { .percent($0, decimals: 1) }
    return language("table.seen", values) + "\n"
  }

  /// The first grade, and the side that is flatter.
  private func grade(_ language: Language) -> String? {
    let side = severity.map { FlattenedSide.title($0.flattened, language) }
    let parts = [grade?.line(language), side].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func mainTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: [1])
    for name in MeasureGroup.main.names.reversed() where measures[name.rawValue] != nil {
      table.addRow(cells(name, language))
    }
    return table.text
  }
}

extension [Finding] {
  /// Warnings with what to do, as lines.
  func warnings(_ language: Language) -> String {
    filter { $0.severity == .warning }.map { $0.remark(language) }.joined()
  }

  /// How to see all, and how many notes are left out, as a line.
  func more(_ language: Language) -> String {
    let notes = remarks.filter { $0.severity == .note }.count
    return language("table.more", notes == 0 ? [:] : ["count": .count(notes)]) + "\n"
  }
}
