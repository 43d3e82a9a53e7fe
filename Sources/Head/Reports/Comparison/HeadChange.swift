import Analysis
import Diagnostics
internal import Files
public import Platform

/// The content of `compare.json` (schema `calvaria/compare/1`). Keys are stable: more may come, none is renamed.
///
/// The comparison of two scans, A and B, stands at the top for the first and the last visit.
public struct HeadChange: Encodable, Sendable, Equatable {
  /// How the visits were put in order.
  public enum Order: String, Codable, Sendable {
    /// By their dates.
    case date
    /// As they were given: a date is missing.
    case given
  }

  /// The contract's name and version.
  public var schema = "calvaria/compare/1"
  /// The scans, the earliest first; at least two.
  public private(set) var visits: [Visit]
  /// How they were put in order.
  public var order: Order
  /// Each visit compared with the first, then each with the one before it where that is not the first.
  public var comparisons: [ScanChange]
  /// Remarks on the visits themselves.
  public var remarks: [Finding]
  /// The protocol of all.
  public var `protocol`: ScanResult.ProtocolChoices
  /// What it was made from.
  public var provenance: ScanResult.Provenance?

  /// The changes between some visits.
  ///
  /// - Parameters:
  ///   - visits: in their order; they are given their letters.
  ///   - comparisons: of the pairs of ``pairs(_:)``, in that order.
  public init(
    _ visits: [Visit], order: Order = .given, comparisons: [ScanChange], choices: ScanResult.ProtocolChoices
  ) {
    self.visits = zip(visits, Visit.labels(visits.count)).map { visit, label in
      var visit = visit
      visit.label = label
      return visit
    }
    (self.order, self.comparisons, self.protocol, remarks) = (order, comparisons, choices, [])
  }

  /// The pairs of visits that are compared, by their places.
  public static func pairs(_ count: Int) -> [(Int, Int)] {
    (1..<max(1, count)).map { (0, $0) } + (2..<max(2, count)).map { ($0 - 1, $0) }
  }

  /// The file's bytes: sorted keys, a line break at the end; equal results give equal bytes.
  public func json() throws -> Data {
    return try self.machineJSON()
  }
}

extension HeadChange {
  /// The change from the first visit to the last.
  public var whole: ScanChange {
    get { comparisons[visits.count - 2] }
    set { comparisons[visits.count - 2] = newValue }
  }

  /// The change to a visit from the first; nil for the first.
  func sinceFirst(_ visit: Int) -> ScanChange? { visit == 0 ? nil : comparisons[visit - 1] }

  /// The change to a visit from the one before it; nil for the first.
  func sinceBefore(_ visit: Int) -> ScanChange? {
    visit < 2 ? sinceFirst(visit) : comparisons[visits.count - 1 + visit - 2]
  }

  /// Complete where the change of the CVAI from the first visit to the last is there, and all are known to be one head.
  public var status: ScanResult.Status {
    whole.changes[MeasureName.cvai.rawValue]?.change == nil || comparisons.contains(where: \.isDoubtful)
      ? .incomplete : .complete
  }

  /// How much of the change from the first visit to the last is known.
  public var compared: MeasuredState { whole.compared }

  /// All that is said, each text once: of the first and the last visit first.
  public var findings: [Finding] {
    let others = comparisons.filter { $0 != whole }
    return (whole.findings + others.flatMap(\.findings) + remarks).reduce(into: []) { list, finding in
      let text = finding.text()
      guard let same = list.firstIndex(where: { $0.text() == text }) else { return list.append(finding) }
      list[same].measures += finding.measures.filter { !list[same].measures.contains($0) }
    }
  }
}

extension HeadChange {
  private enum CodingKeys: CodingKey {
    case schema, status, compared, reasons, notes, findings, a, b, `protocol`, registration, growth, changes, vault,
      regions, visits, order, comparisons, provenance
  }

  /// One of the two scans at the top.
  private struct Side: Encodable {
    let name: String
    let flattened: String?
  }

  /// Writes null for a growth that is withheld.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (whole, findings) = (whole, findings)
    try container.encode(schema, forKey: .schema)
    try container.encode(status, forKey: .status)
    try container.encode(compared, forKey: .compared)
    try container.encode(findings.reasons, forKey: .reasons)
    try container.encode(findings.notes, forKey: .notes)
    try container.encode(findings, forKey: .findings)
    for (key, visit) in [(CodingKeys.a, visits[0]), (.b, visits[visits.count - 1])] {
      try container.encode(Side(name: visit.name, flattened: visit.flattened), forKey: key)
    }
    try container.encode(`protocol`, forKey: .protocol)
    try container.encode(whole.registration, forKey: .registration)
    try container.encode(whole.growth, forKey: .growth)
    try container.encode(whole.changes, forKey: .changes)
    try container.encode(whole.vault, forKey: .vault)
    try container.encode(whole.regions, forKey: .regions)
    try container.encode(visits, forKey: .visits)
    try container.encode(order, forKey: .order)
    try container.encode(comparisons, forKey: .comparisons)
    try container.encodeIfPresent(provenance, forKey: .provenance)
  }
}

extension HeadChange {
  /// What was found as text for a terminal: changes, growth, distances, remarks.
  public func table(_ language: Language = .english) -> String {
    let findings = findings
    let remarks = findings.remarks.map { $0.remark(language) }.joined()
    let state = compared.line(.compared, language) + ".\n" + findings.causes(language)
    return (visits.count > 2 ? visitsTable(language) + "\n" : "")
      + whole.changesTable(language, numbered: findings) + "\n" + state + whole.sizeText(language)
      + paceLines(language) + "\n" + whole.distancesTable(language)
      + (remarks.isEmpty ? "" : "\n" + remarks)
  }

  /// The change a month, and where growth stands among that of other children, as lines.
  private func paceLines(_ language: Language) -> String {
    paces(language).map { $0 + "\n" }.joined()
  }

  /// The change a month, and where growth stands among that of other children.
  func paces(_ language: Language) -> [String] {
    [whole.monthly(language)].compactMap(\.self) + comparisons.compactMap { $0.growthLine(language) }
  }

  /// The visits side by side: when, the leading measures, and their changes since the first and since the one before.
  private func visitsTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: Set(2..<(2 + visits.count)))
    // The last cell is empty, so that the one before it is aligned.
    func add(_ name: String, _ unit: String, _ cells: [String]) { table.addRow([name, unit] + cells + [""]) }
    add("", "", visits.map(\.label))
    add(language("compare.scan"), "", visits.map(\.name))
    add(language("compare.date"), "", visits.map { $0.when?.day ?? language("compare.not_stated") })
    for trend in Trend.all {
      add(trend.title(language), trend.unit, visits.map { trend.text(trend.value($0)?.value, language) })
      for (key, change) in [("compare.since_first", sinceFirst), ("compare.since_before", sinceBefore)] {
        let cells = visits.indices.map { index in
          change(index).map { trend.cell(trend.change($0), language) } ?? ""
        }
        add("  " + language(key), trend.unit, cells)
      }
    }
    return table.text
  }
}

extension HeadChange {
  /// What has become of the CVAI from the first visit to the last, in words; nil where it is withheld.
  func headline(_ language: Language) -> (change: String, verdict: String)? {
    guard let change = whole.changes[MeasureName.cvai.rawValue], let step = Trend.cvai.change(whole),
      let before = change.a, let after = change.b
    else { return nil }
    let mark = ChangeMark(step.change, step.detected)
    var values: [String: FindingValue] = [
      "before": .number(before, decimals: 2, unit: "%"), "after": .number(after, decimals: 2, unit: "%"),
      "change": .text(ScanChange.signed(step.change, language)),
    ]
    values["detectable"] = step.smallestDetectable.map { .number($0, decimals: 2) }
    return (mark.symbol + " " + language("compare.headline", values), language(mark.key, values))
  }

  /// The comparison in some ten lines for a terminal, the verdict in the last: why the change is withheld, warnings, the size,
  /// the changes of the other main measures. The rest is in ``table(_:)``.
  public func brief(_ language: Language = .english) -> String {
    let (findings, headline) = (findings, headline(language))
    let state = compared.state == .measured ? "" : compared.line(.compared, language) + ".\n"
    let causes = findings.filter { $0.measures.contains(MeasureName.cvai.rawValue) }.causes(language)
    return state + (headline == nil ? causes : "") + findings.warnings(language)
      + findings.more(language) + whole.sizeText(language) + whole.mainTable(language)
      + paceLines(language) + (headline.map { $0.change + $0.verdict + "\n" } ?? "")
  }
}
