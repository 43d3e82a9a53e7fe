import Files
import Diagnostics
import Platform

/// A child's sex, as tables of norms tell it.
public enum Sex: String, Sendable, Codable, CaseIterable {
  case male, female
}

/// Published norms of one measure by age and sex, as L, M and S (Cole 1990).
public struct NormTable: Sendable, Equatable {
  /// The z-score of WHO's median child at an age in months.
  public struct MedianChild: Sendable, Equatable {
    let months, z: Double
  }

  /// One age: Box–Cox power, median and coefficient of variation.
  public struct Row: Sendable, Equatable {
    /// Age in months.
    public let months: Double
    /// Power; median in the measure's unit; coefficient of variation.
    public let l, m, s: Double
  }

  /// Name and version, which identify the table in results.
  public var name, version: String
  /// What it is, where it was published, and under what licence it may be passed on.
  public var title, source, licence: String
  /// The measure, and the level of the section for which it holds.
  public var measure: MeasureName
  /// The level of the section that the table's measurements correspond to.
  public var level: MeasurementProtocol.Level
  /// How the children of the table were measured.
  public var method: MeasuringMethod
  /// From which age on, in months, it counts where nobody has named it.
  public var unnamedFromMonths = 0.0
  /// The z-scores that WHO's median child has on this table, by age in months; of tables that WHO's should go before.
  public var medianChild: [Sex: [MedianChild]] = [:]
  /// The rows of each sex by age.
  public var rows: [Sex: [Row]]

  /// The row of an age, between two ages by straight lines; nil outside the table.
  func row(months: Double, _ sex: Sex) -> Row? {
    guard let rows = rows[sex], let next = rows.firstIndex(where: { $0.months >= months - Self.rounding }) else {
      return nil
    }
    if abs(rows[next].months - months) <= Self.rounding { return rows[next] }
    guard next > 0 else { return nil }
    let (a, b) = (rows[next - 1], rows[next])
    let share = (months - a.months) / (b.months - a.months)
    let between = { (x: Double, y: Double) in x + (y - x) * share }
    return Row(months: months, l: between(a.l, b.l), m: between(a.m, b.m), s: between(a.s, b.s))
  }

  /// The value that lies some standard deviations from the median at an age in months, in the measure's unit: the inverse of
  /// ``Row/z(_:)``; nil outside the table, and where no value has that score.
  public func value(z: Double, months: Double, _ sex: Sex) -> Double? {
    guard let row = row(months: months, sex) else { return nil }
    let value = abs(row.l) < 1e-9 ? row.m * exp(row.s * z) : row.m * pow(1 + row.l * row.s * z, 1 / row.l)
    return value.isFinite ? value : nil
  }

  /// A day is that share of a month or more; ages that differ by less are the same.
  private static let rounding = 1e-6

  /// The z-score of WHO's median child at an age, between two ages by straight lines; nil where it is not known.
  func medianChild(months: Double, _ sex: Sex) -> Double? {
    guard let known = medianChild[sex], let next = known.firstIndex(where: { $0.months >= months }) else { return nil }
    guard next > 0 else { return known[next].months == months ? known[next].z : nil }
    let (a, b) = (known[next - 1], known[next])
    return a.z + (b.z - a.z) * (months - a.months) / (b.months - a.months)
  }
}

extension NormTable.Row {
  /// The z-score of a value: ((x / M)^L − 1) / (L S), or ln(x / M) / S for L = 0.
  public func z(_ value: Double) -> Double {
    abs(l) < 1e-9 ? log(value / m) / s : (pow(value / m, l) - 1) / (l * s)
  }
}

/// Where a child's measure stands among others of its age and sex.
public struct NormScore: Sendable, Equatable {
  /// The table's name, version and source.
  public var table, version, source: String
  /// The measure.
  public var measure: MeasureName
  /// The child.
  public var child: NormChild
  /// The z-score with its 95 % interval (of the measurement; the table has none), or nil where it is withheld.
  public var z: Double?
  /// The interval of ``z``.
  public var ci95: ClosedRange<Double>?
  /// Why it is withheld; empty where it is not.
  public var reasons: [Finding] = []
  /// What else must be known to read it.
  public var notes: [Finding] = []

  /// The percentile, 0 to 100.
  public var percentile: Double? { z.map { 50 * erfc(-$0 / 2.0.squareRoot()) } }

  /// A question where so few children are that far from the mean that the age is likelier to be in another unit.
  private var doubt: Finding? {
    guard let z, abs(z) > Self.unlikely else { return nil }
    return Finding(
      .normUnlikely,
      ["measure": .term(measure.rawValue, of: "measure"), "z": .number(z, decimals: 1)].merging(child.facts) { $1 })
  }

  /// Three in a thousand children have a z-score beyond this.
  private static let unlikely = 3.0

  /// The findings of a score: what must be known to read it, and what is asked.
  public var findings: [Finding] { notes + [doubt].compactMap(\.self) }
}

/// The child that a measure is compared for.
public struct NormChild: Sendable, Equatable {
  /// The months since birth.
  public var ageMonths: Double
  /// The child's sex.
  public var sex: Sex
  /// The weeks of pregnancy at birth; nil where nobody states them.
  public var gestationWeeks: Double?

  /// A child from its facts.
  public init(ageMonths: Double, sex: Sex, gestationWeeks: Double? = nil) {
    (self.ageMonths, self.sex, self.gestationWeeks) = (ageMonths, sex, gestationWeeks)
  }

  /// The days of a month, as WHO counts them.
  public static let daysPerMonth = 30.4375
  /// Tables count from birth at term, in weeks; before `preterm` weeks a birth is early, and `correctedTo` months of age it matters
  /// (American Academy of Pediatrics 2004, 10.1542/peds.2004-1915).
  private static let (term, preterm, correctedTo) = (40.0, 37.0, 36.0)

  /// The age in months as if the child had been born at term; nil where that is not another one.
  public var correctedAgeMonths: Double? {
    guard let gestationWeeks, gestationWeeks < Self.preterm, ageMonths <= Self.correctedTo else { return nil }
    return ageMonths - (Self.term - gestationWeeks) * 7 / Self.daysPerMonth
  }

  /// The age at which a table is read, in months.
  public var tableAgeMonths: Double { correctedAgeMonths ?? ageMonths }

  /// Sex and age as findings name them.
  var facts: [String: FindingValue] {
    ["sex": .term(sex.rawValue, of: "sex"), "age_months": .number(tableAgeMonths, decimals: 1)]
  }
}

extension NormTable {
  /// The score of a head's measures.
  ///
  /// Withheld where the measure is, outside the table's ages, and where it was taken at another level than the table's: a
  /// circumference at 3/10 of the vertex height is not the greatest one that a tape finds.
  ///
  /// - Parameters:
  ///   - isNamed: whether somebody chose the table.
  ///   - unusable: why the table that counts can't be used; nil where this one counts.
  public func score(
    _ measures: HeadMeasures, _ child: NormChild, isNamed: Bool = true, unusable: Finding? = nil
  ) -> NormScore {
    var score = NormScore(table: name, version: version, source: source, measure: measure, child: child)
    do throws(Refusal) {
      if let unusable { throw Refusal(reasons: [unusable]) }
      let value = try value(of: measures)
      let row = try row(of: child, isNamed: isNamed)
      (score.z, score.ci95) = try z(of: measures[measure], value, row)
      score.notes = notes(value, row, child)
    } catch { score.reasons = error.reasons }
    return score
  }

  /// Why there is no score.
  private struct Refusal: Error {
    let reasons: [Finding]
  }

  private func row(of child: NormChild, isNamed: Bool) throws(Refusal) -> Row {
    guard isNamed || child.tableAgeMonths >= unnamedFromMonths else {
      throw Refusal(reasons: [
        Finding(.normNotNamed, ["table": .text(name), "from_months": .number(unnamedFromMonths, decimals: 0)])
      ])
    }
    if let age = child.correctedAgeMonths, age < 0 {
      throw Refusal(reasons: [Finding(.normBeforeTerm, ["weeks": .exact(child.gestationWeeks ?? .nan)])])
    }
    guard let row = row(months: child.tableAgeMonths, child.sex) else {
      throw Refusal(reasons: [Finding(.normAge, child.facts)])
    }
    return row
  }

  private func value(of measures: HeadMeasures) throws(Refusal) -> Double {
    guard measures.choices.level == level else {
      throw Refusal(reasons: [
        Finding(
          .normLevel,
          [
            "table_level": level.shown, "protocol": .text(measures.choices.name),
            "own_level": measures.choices.level.shown,
          ])
      ])
    }
    let result = measures[measure]
    guard let value = result.value else {
      throw Refusal(reasons: result.reasons.isEmpty ? [Finding(.measureMissing)] : result.reasons)
    }
    return value
  }

  private func z(
    of result: MeasureResult, _ value: Double, _ row: Row
  ) throws(Refusal) -> (Double, ClosedRange<Double>?) {
    let z = row.z(value)
    // The power of a number that is not above 0 is undefined.
    let interval = result.ci95.flatMap { ClosedRange(finite: row.z($0.lowerBound), row.z($0.upperBound)) }
    guard z.isFinite, (interval == nil) == (result.ci95 == nil) else {
      throw Refusal(reasons: [
        Finding(.normNotFinite, ["value": .number(value, decimals: 1), "unit": .text(measure.unit)])
      ])
    }
    return (z, interval)
  }

  /// What must be known to read a value on the table.
  public func caveats(_ value: Double, _ child: NormChild) -> [Finding] {
    row(months: child.tableAgeMonths, child.sex).map { notes(value, $0, child) } ?? []
  }

  /// What a reader of a score must know: a corrected age, how WHO's median child reads on the table, and what a tape does to it.
  private func notes(_ value: Double, _ row: Row, _ child: NormChild) -> [Finding] {
    var notes: [Finding] = []
    if let corrected = child.correctedAgeMonths, let weeks = child.gestationWeeks {
      notes.append(
        Finding(
          .normCorrected,
          [
            "weeks": .exact(weeks), "corrected_months": .number(corrected, decimals: 1),
            "age_months": .number(child.ageMonths, decimals: 1),
          ]))
    }
    if child.tableAgeMonths < unnamedFromMonths, let z = medianChild(months: child.tableAgeMonths, child.sex) {
      notes.append(
        Finding(
          .normMedianChild,
          ["table": .text(name), "z": .number(z, decimals: 2), "from_months": .number(unnamedFromMonths, decimals: 0)]
            .merging(child.facts) { $1 }))
    }
    let shift = row.z(value) - row.z(value - Self.tapeBelowSurface)
    if method == .tape, measure == .circumference, shift.isFinite {
      notes.append(
        Finding(
          .normTape,
          [
            "table": .text(name), "difference_mm": .number(Self.tapeBelowSurface, decimals: 0, unit: "mm"),
            "shift": .number(shift, decimals: 1),
          ]))
    }
    return notes
  }

  /// By how much a tape's circumference lies below a surface's at least, in millimetres (10.3390/diagnostics13101707).
  private static let tapeBelowSurface = 5.0
}

/// With whom a child is compared: a table of norms, and groups of children.
public struct NormRequest: Sendable, Equatable {
  /// The table.
  public var table: NormTable
  /// The child.
  public var child: NormChild
  /// Whether somebody chose the table.
  public var isNamed: Bool
  /// Why the table that counts can't be used; nil where ``table`` counts.
  public var unusable: Finding?
  /// The groups that were asked for.
  public var references: [ReferenceGroup]

  /// A request from its parts; without a table, the built-in one.
  public init(table: NormTable?, child: NormChild, unusable: Finding? = nil, references: [ReferenceGroup] = []) {
    (self.table, self.child, isNamed) = (table ?? NormTable.builtIn[0], child, table != nil)
    (self.unusable, self.references) = (unusable, references)
  }

  /// The score of a head's measures.
  public func score(_ measures: HeadMeasures) -> NormScore {
    table.score(measures, child, isNamed: isNamed, unusable: unusable)
  }
}

extension NormTable: Definition {
  public static let kind = "table of norms"

  public static let builtIn = embedded([PackageResources.cdc_2000_head_circumference_yaml])

  private static let keys =
    [
      "schema", "name", "version", "title", "source", "licence", "measure", "level", "method", "unit", "scale",
      "unnamed_from_months", "who_median_z",
    ] + Sex.allCases.map(\.rawValue)

  /// The norms that a file defines: `male` and `female`, lists of [age in months, L, M, S].
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> NormTable {
    try root.check(keys: keys)
    _ = try root["schema"].choice(["calvaria/norms/1"])
    // Norms of asymmetry would need a sign; the ones that exist are of size.
    let measures: [MeasureName] = [.circumference, .length, .width, .cranialIndex, .volume]
    let measure = MeasureName(rawValue: try root["measure"].choice(measures.map(\.rawValue)))!
    _ = try root["unit"].choice([measure.unit])
    let scale = try root.optional("scale")?.number(in: 1e-6...1e6) ?? 1
    var rows: [Sex: [Row]] = [:]
    for sex in Sex.allCases {
      guard let node = root.optional(sex.rawValue) else { continue }
      rows[sex] = try table(node, scale: scale)
    }
    guard !rows.isEmpty else { throw root.fault(.phrase("rows_for_sex"), found: .phrase("none")) }
    var table = NormTable(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, licence: try root["licence"].text, measure: measure,
      level: try level(root["level"]), method: try root.optional("method")?.choice(MeasuringMethod.self) ?? .notStated,
      rows: rows)
    if let from = root.optional("unnamed_from_months") { table.unnamedFromMonths = try from.number(in: ages) }
    if let medians = root.optional("who_median_z") { table.medianChild = try medianChild(medians) }
    return table
  }

  /// The ages of a table, in months.
  private static let ages = 0.0...240.0

  /// The z-scores of WHO's median child: by sex, lists of [age in months, z].
  private static func medianChild(_ node: FileNode) throws(FileError) -> [Sex: [MedianChild]] {
    try node.check(keys: Sex.allCases.map(\.rawValue))
    var known: [Sex: [MedianChild]] = [:]
    for sex in Sex.allCases {
      guard let list = node.optional(sex.rawValue) else { continue }
      for item in try list.items {
        let pair = try item.numbers(2, in: -10...240)
        if let last = known[sex]?.last, pair[0] <= last.months { throw item.fault(.phrase("ascending_ages")) }
        known[sex, default: []].append(MedianChild(months: pair[0], z: pair[1]))
      }
    }
    return known
  }

  private static func level(_ node: FileNode) throws(FileError) -> MeasurementProtocol.Level {
    switch try node.choice(["greatest_circumference", "longest_section", "three_tenths"]) {
    case "greatest_circumference": .greatestCircumference
    case "longest_section": .longestSection
    default: .fraction(0.3)
    }
  }

  private static func table(_ node: FileNode, scale: Double) throws(FileError) -> [Row] {
    var rows: [Row] = []
    for item in try node.items {
      let cells = try item.items
      guard cells.count == 4 else { throw item.fault(.phrase("lms_row")) }
      let row = Row(
        months: try cells[0].number(in: ages), l: try cells[1].number(in: -50...50),
        m: try cells[2].number(in: 1e-6...1e6) * scale, s: try cells[3].number(in: 1e-6...1))
      if let last = rows.last, row.months <= last.months { throw cells[0].fault(.phrase("ascending_ages")) }
      rows.append(row)
    }
    return rows
  }
}
