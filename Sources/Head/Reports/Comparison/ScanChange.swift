import Analysis
import Diagnostics
import Geometry
internal import Platform

/// The change from one scan of a head, A, to a later one, B.
public struct ScanChange: Encodable, Sendable, Equatable {
  /// The labels of the two scans.
  public var a, b: String
  /// All that is said of the two together, each cause once.
  public var findings: [Finding]
  /// True where the two are not known to be one head.
  public var isDoubtful: Bool
  /// What they were registered by, and how well.
  public var registration: Registration
  /// B's lengths over A's; nil where the two are not known to be one head.
  public var growth: Estimate?
  /// The months between the two; nil where a date is missing.
  public private(set) var months: Double?
  /// Where the growth of the circumference stands among that of other children; nil where nobody asked, or the visits are not as
  /// far apart as the table's.
  public private(set) var increment: Increment?
  /// The change of every measure by its key.
  public var changes: [String: Change]
  /// Distances of B from A over the vault.
  public var vault: Distances
  /// Distances of B from A over parts of the vault: front, front-right, … crown.
  public var regions: [String: Distances]

  private enum CodingKeys: CodingKey {
    case a, b, compared, findings, registration, growth, months, increment, changes, vault, regions
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(a, forKey: .a)
    try container.encode(b, forKey: .b)
    try container.encode(compared, forKey: .compared)
    try container.encode(findings, forKey: .findings)
    try container.encode(registration, forKey: .registration)
    try container.encode(growth, forKey: .growth)
    try container.encodeIfPresent(months, forKey: .months)
    try container.encodeIfPresent(increment, forKey: .increment)
    try container.encode(changes, forKey: .changes)
    try container.encode(vault, forKey: .vault)
    try container.encode(regions, forKey: .regions)
  }

  /// How much of the change is known.
  public var compared: MeasuredState {
    MeasuredState(withheld: MeasureName.allCases.filter { changes[$0.rawValue]?.change == nil })
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
    /// The values in the unit; nil where withheld.
    @Nullable public var a: Double?
    @Nullable public var b: Double?
    /// B's value minus A's; nil where one is withheld.
    @Nullable public var change: Double?
    public var unit: String
    /// The 95 % interval of the change.
    @Nullable public var ci95: [Double]?
    /// The smallest change that is told from error.
    @Nullable public var smallestDetectable: Double?
    /// Whether the change is larger than that; nil for a research number, which has no verdict.
    @Nullable public var detected: Bool?
    /// The change a month with its interval; nil where the time between the two is not known, or too short to tell.
    public var aMonth: Rate?
    /// The change of the measure with its side, of one that has lost it: it shows a change of side.
    public var signed: SignedChange?
    /// Why there is no change to report, and the kind of the first finding that says so.
    public var reason, code: String?
  }

  /// Where a growth stands among that of other children.
  public struct Increment: Codable, Sendable, Equatable {
    /// The table's name and version.
    public var table, version: String
    /// The ages in months between which the child grew.
    public var ageMonths: [Double]
    /// The z-score with its 95 % interval; nil where it is withheld.
    @Nullable public var z: Double?
    @Nullable public var ci95: [Double]?
    /// Why it is withheld, and the kind of the finding that withholds it.
    public var reason, code: String?
    /// The findings that withhold it.
    var findings: [Finding]?
  }

  /// A change a month, in the measure's unit.
  public struct Rate: Codable, Sendable, Equatable {
    /// The change over the months, and its 95 % interval.
    public var change: Double
    @Nullable public var ci95: [Double]?
  }

  /// The change of an asymmetry with its side: positive where the left is larger.
  public struct SignedChange: Codable, Sendable, Equatable {
    /// The values, and B's minus A's, in the measure's unit.
    public var a, b, change: Double
    /// The 95 % interval of the change, and the smallest change that is told from error.
    public var ci95: [Double]?
    public var smallestDetectable: Double?
    /// Whether the change is larger than that.
    public var detected: Bool?
  }

  /// Signed distances in millimetres, positive where B lies outside A.
  public struct DistanceValues: Codable, Sendable, Equatable {
    public var meanMm, rmsMm, p5Mm, medianMm, p95Mm: Double
    /// The share of the area for which A was seen.
    public var seen: Double
  }

  /// Distances at the scans' own sizes, and at one size.
  public struct Distances: Codable, Sendable, Equatable {
    public var distance, shape: DistanceValues
  }
}

extension ScanChange {
  /// The change that a comparison found between the scans of two labels.
  public init(_ comparison: HeadComparison, a: String = "A", b: String = "B") {
    (self.a, self.b, isDoubtful) = (a, b, comparison.doubt != nil)
    findings =
      comparison.changes.flatMap { change in change.reasons.map { $0.withholding(change.name) } }.byCause
      + comparison.notes
    registration = Registration(comparison.registration)
    if comparison.doubt == nil {
      let growth = comparison.registration.growth
      let reach = Estimate.normalReach * comparison.registration.growthDeviation
      self.growth = Estimate(growth, ci95: ClosedRange(finite: growth - reach, growth + reach)).mapped(Rounding.value)
    }
    changes = comparison.changes.reduce(into: [:]) { $0[$1.name.rawValue] = Change($1) }
    vault = Distances(comparison.vault)
    regions = comparison.regions.reduce(into: [:]) { $0[$1.key.rawValue] = Distances($1.value) }
  }
}

extension ScanChange {
  /// The days between two scans from which on a change is told by the month: over fewer it would be larger than what was seen.
  private static let fewestDays = 30.0

  /// The change with the time between the two scans, in days.
  public func taking(days: Double) -> ScanChange {
    var change = self
    let months = days / NormChild.daysPerMonth
    change.months = Rounding.value(months)
    guard days >= Self.fewestDays else { return change }
    change.changes = changes.mapValues { entry in
      var entry = entry
      entry.aMonth = entry.change.map {
        Rate(change: Rounding.value($0 / months), ci95: entry.ci95.map { $0.map { Rounding.value($0 / months) } })
      }
      return entry
    }
    return change
  }

  /// The change with where the growth of the circumference stands among that of other children.
  public func taking(_ score: IncrementScore) -> ScanChange {
    var change = self
    change.increment = Increment(
      table: score.table, version: score.version, ageMonths: score.ages, z: score.z.map(Rounding.value),
      ci95: score.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] },
      reason: score.reasons.text(), code: score.reasons.first?.code.rawValue,
      findings: score.reasons.isEmpty ? nil : score.reasons)
    return change
  }

  /// Where the growth stands, as a line; nil where nobody asked, or the visits are not as far apart as the table's.
  func growthLine(_ language: Language) -> String? {
    guard let increment else { return nil }
    var values: [String: FindingValue] = ["a": .text(a), "b": .text(b), "table": .text(increment.table)]
    guard let z = increment.z else {
      values["reason"] = .text(increment.findings?.text(language) ?? increment.reason ?? "")
      return language("compare.increment_withheld", values)
    }
    values["z"] = .number(z, decimals: 2)
    values["interval"] = increment.ci95.flatMap { $0.count == 2 ? $0 : nil }.map {
      .text("[\(Self.signed($0[0], language)), \(Self.signed($0[1], language))]")
    }
    return language("compare.increment", values)
  }

  /// The changes a month of the main measures on one line; nil where the time is not known, or too short.
  func monthly(_ language: Language) -> String? {
    let parts = MeasureGroup.main.names.compactMap { name -> FindingValue? in
      guard let rate = changes[name.rawValue]?.aMonth else { return nil }
      var values: [String: FindingValue] = [
        "measure": .text(name.title(language)), "change": .text(Self.signed(rate.change, language)),
        "unit": .text(name.unit == "%" ? language("compare.points") : name.unit),
      ]
      values["interval"] = rate.ci95.flatMap { $0.count == 2 ? $0 : nil }.map {
        .text("[\(Self.signed($0[0], language)), \(Self.signed($0[1], language))]")
      }
      return .text(language("compare.monthly_part", values))
    }
    guard let months, !parts.isEmpty else { return nil }
    return language("compare.monthly", ["months": .number(months, decimals: 1), "changes": .list(parts)])
  }
}

extension ScanChange.Registration {
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

extension ScanChange.Change {
  init(_ change: MeasureChange) {
    unit = change.name.unit
    (a, b) = (change.before.value.map(Rounding.value), change.after.value.map(Rounding.value))
    self.change = if change.change != nil, let a, let b { Rounding.value(b - a) } else { nil }
    ci95 = change.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    smallestDetectable = change.smallestDetectable.map(Rounding.value)
    (detected, reason) = (change.isDetected, change.reasons.text())
    signed = change.signed.flatMap(ScanChange.SignedChange.init)
    code = (change.reasons.first?.causes.first ?? change.reasons.first)?.code.rawValue
  }
}

extension ScanChange.Distances {
  init(_ pair: (distance: DistanceSummary, shape: DistanceSummary)) {
    (distance, shape) = (.init(pair.distance), .init(pair.shape))
  }
}

extension ScanChange.DistanceValues {
  init(_ summary: DistanceSummary) {
    (meanMm, rmsMm) = (Rounding.millimetres(summary.mean), Rounding.millimetres(summary.rms))
    (p5Mm, medianMm) = (Rounding.millimetres(summary.low), Rounding.millimetres(summary.median))
    (p95Mm, seen) = (Rounding.millimetres(summary.high), Rounding.fraction(summary.seen))
  }
}

extension ScanChange.SignedChange {
  init?(_ change: MeasureChange) {
    guard let before = change.before.value, let after = change.after.value, change.change != nil else { return nil }
    (a, b) = (Rounding.value(before), Rounding.value(after))
    self.change = Rounding.value(b - a)
    ci95 = change.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    (smallestDetectable, detected) = (change.smallestDetectable.map(Rounding.value), change.isDetected)
  }
}

extension ScanChange {
  /// What the scans are called, for words.
  var names: [String: FindingValue] { ["a": .text(a), "b": .text(b)] }

  /// The changes of all measures; `all` are the findings by whose numbers those that are withheld are explained.
  func changesTable(_ language: Language, numbered all: [Finding]) -> String {
    table(MeasureName.allCases, language, numbered: all)
  }

  /// The changes of the main measures but the CVAI, without the numbers of what withholds them.
  func mainTable(_ language: Language) -> String {
    table(MeasureGroup.main.names.filter { $0 != .cvai }, language, numbered: [])
  }

  private func table(_ names: [MeasureName], _ language: Language, numbered all: [Finding]) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 6])
    table.addRow(language.columns("compare.columns", self.names))
    for name in names {
      guard let change = changes[name.rawValue] else { continue }
      table.add(
        name.listed(language), Self.text(change.a, language), Self.text(change.b, language),
        Self.signed(change.printed, language), change.unit,
        change.ci95.map { "[\(Self.signed($0[0], language)), \(Self.signed($0[1], language))]" } ?? "",
        Self.text(change.smallestDetectable, language),
        change.reason == nil ? Self.verdict(change.detected, language) : all.withheldMark(name, language, of: findings))
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
      values["interval"] = growth.ci95.map { .text("[\(per($0.lowerBound)), \(per($0.upperBound))]") }
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
    table.addRow(language.columns("compare.distance_columns", names))
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

  static func text(_ value: Double?, _ language: Language) -> String {
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

extension ScanChange.Change {
  /// The change for tables: the difference of the values as tables print them, so that the columns add up.
  var printed: Double? {
    guard change != nil, let a, let b else { return nil }
    return rounded(b, ScanChange.digits) - rounded(a, ScanChange.digits)
  }
}

extension Language {
  /// The headings of a table's columns.
  func columns(_ key: String, _ values: [String: FindingValue] = [:]) -> [String] {
    self(key, values).split(separator: ";", omittingEmptySubsequences: false).map(String.init)
  }
}
