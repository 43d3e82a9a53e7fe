import Analysis
import Diagnostics
import Geometry
internal import Inputs
import Platform

/// The content of `compare.json` (schema `calvaria/compare/1`). Keys are stable: more may come, none is renamed.
public struct HeadChange: Codable, Sendable, Equatable {
  /// The contract's name and version.
  public var schema = "calvaria/compare/1"
  /// Complete where the change of the CVAI is there.
  public var status: ScanResult.Status
  /// Why changes are withheld: the English texts of those of ``findings``.
  public internal(set) var reasons: [String]
  /// Remarks that withhold nothing: their English texts.
  public internal(set) var notes: [String]
  /// All that is said of the comparison, each cause once.
  public var findings: [Finding] { didSet { (reasons, notes) = (findings.reasons, findings.notes) } }
  /// The two scans.
  public var a, b: Side
  /// The protocol of both.
  public var `protocol`: ScanResult.ProtocolChoices
  /// What they were registered by, and how well.
  public var registration: Registration
  /// B's lengths over A's; nil where the two are not known to be one head.
  public var growth: ScanResult.Estimate?
  /// The change of every measure by its key.
  public var changes: [String: Change]
  /// Distances of B from A over the vault.
  public var vault: Distances
  /// The same over parts of the vault: front, front-right, … crown.
  public var regions: [String: Distances]
  /// What it was made from.
  public var provenance: ScanResult.Provenance?

  enum CodingKeys: CodingKey {
    case schema, status, reasons, notes, findings, a, b, `protocol`, registration, growth, changes, vault, regions,
      provenance
  }

  /// What follows from the other keys: written for readers, never read.
  private enum DerivedKeys: CodingKey { case compared }

  /// Writes null for a growth that is withheld.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(status, forKey: .status)
    var derived = encoder.container(keyedBy: DerivedKeys.self)
    try derived.encode(compared, forKey: .compared)
    try container.encode(reasons, forKey: .reasons)
    try container.encode(notes, forKey: .notes)
    try container.encode(findings, forKey: .findings)
    try container.encode(a, forKey: .a)
    try container.encode(b, forKey: .b)
    try container.encode(`protocol`, forKey: .protocol)
    try container.encode(registration, forKey: .registration)
    try container.encode(growth, forKey: .growth)
    try container.encode(changes, forKey: .changes)
    try container.encode(vault, forKey: .vault)
    try container.encode(regions, forKey: .regions)
    try container.encodeIfPresent(provenance, forKey: .provenance)
  }

  /// One of the two scans.
  public struct Side: Codable, Sendable, Equatable {
    /// The name of the folder or file.
    public var name: String
    /// Its flattened side; nil where the CVAI is withheld.
    public var flattened: String?

    /// A scan by its name.
    public init(name: String, flattened: String?) { (self.name, self.flattened) = (name, flattened) }
  }

  /// How B is registered to A.
  public struct Registration: Codable, Sendable, Equatable {
    /// `landmarks`, `vault` or `surface`.
    public var method: String
    /// From B's head frame to A's: the rows of the rotation, and the translation.
    public var rotation: [[Double]]
    public var translationMm: [Double]
    /// The residual of the fit of the surfaces at one size, and the share of points that it rests on.
    public var rmsMm, inlierShare: Double
    /// The residual of a fit of the whole surfaces, by which the two are taken for one head or not.
    public var wholeRmsMm: Double?
  }

  /// The change of one measure.
  public struct Change: Codable, Sendable, Equatable {
    /// The values, and B's minus A's, in the unit; nil where withheld.
    public var a, b, change: Double?
    public var unit: String
    /// The 95 % interval of the change, and the smallest change that is told from error.
    public var ci95: [Double]?
    public var smallestDetectable: Double?
    /// Whether the change is larger than that.
    public var detected: Bool?
    /// Why there is no change to report, and the kind of the first finding that says so.
    public var reason, code: String?

    /// Writes null for what is not there, and the reason only where there is one.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(a, forKey: .a)
      try container.encode(b, forKey: .b)
      try container.encode(change, forKey: .change)
      try container.encode(unit, forKey: .unit)
      try container.encode(ci95, forKey: .ci95)
      try container.encode(smallestDetectable, forKey: .smallestDetectable)
      try container.encode(detected, forKey: .detected)
      try container.encodeIfPresent(reason, forKey: .reason)
      try container.encodeIfPresent(code, forKey: .code)
    }
  }

  /// Signed distances in millimetres, positive where B lies outside A.
  public struct Summary: Codable, Sendable, Equatable {
    public var meanMm, rmsMm, p5Mm, medianMm, p95Mm: Double
    /// The share of the area for which A was seen.
    public var seen: Double
  }

  /// Distances at the scans' own sizes, and at one size.
  public struct Distances: Codable, Sendable, Equatable {
    public var distance, shape: Summary
  }

  /// The file's bytes: sorted keys, a line break at the end; equal results give equal bytes.
  public func json() throws -> Data {
    return try self.machineJSON()
  }
}

extension HeadChange {
  /// The result of a comparison.
  public init(_ comparison: HeadComparison, a: Side, b: Side, choices: ScanResult.ProtocolChoices) {
    let cvai = comparison.changes.first { $0.name == .cvai }
    status = cvai?.change == nil ? .incomplete : .complete
    findings =
      comparison.changes.flatMap { change in change.reasons.map { $0.withholding(change.name) } }.byCause
      + comparison.notes
    (reasons, notes) = (findings.reasons, findings.notes)
    (self.a, self.b, self.protocol) = (a, b, choices)
    registration = Registration(comparison.registration)
    let (growth, reach) = (comparison.registration.growth, 1.959964 * comparison.registration.growthDeviation)
    if comparison.doubt == nil {
      self.growth = .init(
        value: Rounding.value(growth), ci95: [Rounding.value(growth - reach), Rounding.value(growth + reach)])
    }
    changes = comparison.changes.reduce(into: [:]) { $0[$1.name.rawValue] = Change($1) }
    vault = Distances(comparison.vault)
    regions = comparison.regions.reduce(into: [:]) { $0[$1.key.rawValue] = Distances($1.value) }
  }
}

extension HeadChange.Registration {
  init(_ registration: HeadRegistration) {
    let rows = registration.aFromB.rotation.rows
    method = registration.method.rawValue
    rotation = [rows.0, rows.1, rows.2].map { row in [row.x, row.y, row.z].map { ($0 * 1e9).rounded() / 1e9 } }
    translationMm = Rounding.millimetres(registration.aFromB.translation)
    rmsMm = Rounding.millimetres(registration.rms)
    wholeRmsMm = Rounding.millimetres(registration.wholeRMS)
    inlierShare = Rounding.fraction(registration.inlierShare)
  }
}

extension HeadChange.Change {
  init(_ change: MeasureChange) {
    (a, b) = (change.before.value.map(Rounding.value), change.after.value.map(Rounding.value))
    self.change = if change.change != nil, let a, let b { Rounding.value(b - a) } else { nil }
    unit = change.name.unit
    ci95 = change.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    smallestDetectable = change.smallestDetectable.map(Rounding.value)
    (detected, reason) = (change.isDetected, change.reasons.text())
    code = (change.reasons.first?.causes.first ?? change.reasons.first)?.code.rawValue
  }
}

extension HeadChange.Distances {
  init(_ pair: (distance: DistanceSummary, shape: DistanceSummary)) {
    (distance, shape) = (.init(pair.distance), .init(pair.shape))
  }
}

extension HeadChange.Summary {
  init(_ summary: DistanceSummary) {
    (meanMm, rmsMm) = (Rounding.millimetres(summary.mean), Rounding.millimetres(summary.rms))
    (p5Mm, medianMm) = (Rounding.millimetres(summary.low), Rounding.millimetres(summary.median))
    (p95Mm, seen) = (Rounding.millimetres(summary.high), Rounding.fraction(summary.seen))
  }
}

extension HeadChange {
  /// How much of the change is known.
  public var compared: MeasuredState {
    MeasuredState(withheld: MeasureName.allCases.filter { changes[$0.rawValue]?.change == nil })
  }
}

extension HeadChange {
  /// What was found as text for a terminal: changes, growth, distances, remarks.
  public func table(_ language: Language = .english) -> String {
    let remarks = findings.remarks.map { $0.remark(language) }.joined()
    let state = compared.line(.compared, language) + ".\n" + findings.causes(language)
    return changesTable(language) + "\n" + state + sizeText(language) + "\n" + distancesTable(language)
      + (remarks.isEmpty ? "" : "\n" + remarks)
  }

  private func changesTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 6])
    table.addRow(language.columns("compare.columns"))
    for name in MeasureName.allCases {
      guard let change = changes[name.rawValue] else { continue }
      table.add(
        name.title(language), Self.text(change.a, language), Self.text(change.b, language),
        Self.signed(change.printed, language), change.unit,
        change.ci95.map { "[\(Self.signed($0[0], language)), \(Self.signed($0[1], language))]" } ?? "",
        Self.text(change.smallestDetectable, language),
        change.reason == nil ? Self.verdict(change.detected, language) : findings.withheldMark(name, language))
    }
    return table.text
  }

  /// Whether a change is more than the errors, in words; empty where that is not known.
  static func verdict(_ detected: Bool?, _ language: Language) -> String {
    detected.map { language($0 ? "compare.changed" : "compare.within_error") } ?? ""
  }

  /// How they were registered, and the growth, as lines.
  func sizeText(_ language: Language) -> String {
    let per = { (factor: Double) in Self.signed(100 * (factor - 1), language) }
    let size = growth.map { growth in
      var values = ["size": FindingValue.text(per(growth.value))]
      values["interval"] = growth.ci95.map { .text("[\(per($0[0])), \(per($0[1]))]") }
      return language("compare.size", values)
    }
    let laid = language(
      "compare.laid",
      [
        "method": .term(registration.method, of: "registration"),
        "rms_mm": .number(registration.rmsMm, decimals: 2, unit: "mm"),
      ])
    return laid + "\n" + (size ?? language("compare.size_withheld")) + "\n"
  }

  /// Distances over the vault and its parts.
  func distancesTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.addRow(language.columns("compare.distance_columns"))
    let parts = VaultRegion.allCases.compactMap { region in regions[region.rawValue].map { (region.rawValue, $0) } }
    for (name, distances) in [("vault", vault)] + parts {
      let (own, shape) = (distances.distance, distances.shape)
      let range = language(
        "compare.range",
        ["low": .text(Self.signed(own.p5Mm, language)), "high": .text(Self.signed(own.p95Mm, language))])
      table.add(
        language.term(name, of: "place"), Self.signed(own.meanMm, language), Self.text(own.rmsMm, language), range,
        Self.text(shape.rmsMm, language), Self.signed(shape.meanMm, language))
    }
    return table.text
  }

  private static func text(_ value: Double?, _ language: Language) -> String {
    value.map { language.number($0, digits: digits) } ?? "–"
  }

  /// The decimals of values in tables.
  static let digits = 2

  /// With a plus sign where it is positive as printed.
  static func signed(_ value: Double?, _ language: Language) -> String {
    guard let value else { return "–" }
    let text = language.number(value, digits: digits)
    return rounded(value, digits) > 0 ? "+" + text : text
  }
}

extension HeadChange.Change {
  /// The change for tables: the difference of the values as tables print them, so that the columns add up.
  var printed: Double? {
    guard change != nil, let a, let b else { return nil }
    return rounded(b, HeadChange.digits) - rounded(a, HeadChange.digits)
  }
}

extension Language {
  /// The headings of a table's columns.
  func columns(_ key: String) -> [String] {
    self(key).split(separator: ";", omittingEmptySubsequences: false).map(String.init)
  }
}
