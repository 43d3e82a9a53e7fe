import Files
import Diagnostics
import Platform

/// A child's sex, as tables of norms tell it.
public enum Sex: String, Sendable, Codable, CaseIterable {
  case male, female
}

/// Published norms of one measure by age and sex, as L, M and S (Cole 1990).
public struct NormTable: Sendable, Equatable {
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
  /// The rows of each sex by age.
  public var rows: [Sex: [Row]]

  /// The row of an age, between two ages by straight lines; nil outside the table.
  func row(months: Double, _ sex: Sex) -> Row? {
    guard let rows = rows[sex], let next = rows.firstIndex(where: { $0.months >= months }) else { return nil }
    if rows[next].months == months { return rows[next] }
    guard next > 0 else { return nil }
    let (a, b) = (rows[next - 1], rows[next])
    let share = (months - a.months) / (b.months - a.months)
    let between = { (x: Double, y: Double) in x + (y - x) * share }
    return Row(months: months, l: between(a.l, b.l), m: between(a.m, b.m), s: between(a.s, b.s))
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
  /// The child's age in months, and sex.
  public var ageMonths: Double
  /// The child's sex.
  public var sex: Sex
  /// The z-score with its 95 % interval (of the measurement; the table has none), or nil where it is withheld.
  public var z: Double?
  /// The interval of ``z``.
  public var ci95: ClosedRange<Double>?
  /// Why it is withheld; empty where it is not.
  public var reasons: [Finding] = []

  /// The percentile, 0 to 100.
  public var percentile: Double? { z.map { 50 * erfc(-$0 / 2.0.squareRoot()) } }

  /// A question where so few children are that far from the mean that the age is likelier to be in another unit.
  public var doubt: Finding? {
    guard let z, abs(z) > Self.unlikely else { return nil }
    return Finding(
      .normUnlikely,
      [
        "measure": .term(measure.rawValue, of: "measure"), "z": .number(z, decimals: 1),
        "sex": .term(sex.rawValue, of: "sex"), "age_months": .number(ageMonths, decimals: 1),
      ])
  }

  /// Three in a thousand children have a z-score beyond this.
  private static let unlikely = 3.0
}

extension NormTable {
  /// The score of a head's measures.
  ///
  /// Withheld where the measure is, outside the table's ages, and where it was taken at another level than the table's: a
  /// circumference at 3/10 of the vertex height is not the greatest one that a tape finds.
  public func score(_ measures: HeadMeasures, ageMonths: Double, sex: Sex) -> NormScore {
    var score = NormScore(
      table: name, version: version, source: source, measure: measure, ageMonths: ageMonths, sex: sex)
    let result = measures[measure]
    guard let row = row(months: ageMonths, sex) else {
      score.reasons = [
        Finding(
          .normAge,
          ["sex": .term(sex.rawValue, of: "sex"), "age_months": .number(ageMonths, decimals: 1)])
      ]
      return score
    }
    guard measures.choices.level == level else {
      score.reasons = [
        Finding(
          .normLevel,
          [
            "table_level": level.shown, "protocol": .text(measures.choices.name),
            "own_level": measures.choices.level.shown,
          ])
      ]
      return score
    }
    guard let value = result.value else {
      score.reasons = result.reasons.isEmpty ? [Finding(.measureMissing)] : result.reasons
      return score
    }
    let z = row.z(value)
    // The power of a number that is not above 0 is undefined.
    let interval = result.ci95.flatMap { ClosedRange(finite: row.z($0.lowerBound), row.z($0.upperBound)) }
    guard z.isFinite, (interval == nil) == (result.ci95 == nil) else {
      score.reasons = [
        Finding(.normNotFinite, ["value": .number(value, decimals: 1), "unit": .text(measure.unit)])
      ]
      return score
    }
    (score.z, score.ci95) = (z, interval)
    return score
  }
}

/// Which norms a child is compared with.
public struct NormRequest: Sendable, Equatable {
  /// The table.
  public var table: NormTable
  /// The child's age in months.
  public var ageMonths: Double
  /// The child's sex.
  public var sex: Sex

  /// A request from its parts.
  public init(table: NormTable, ageMonths: Double, sex: Sex) {
    (self.table, self.ageMonths, self.sex) = (table, ageMonths, sex)
  }

  /// The score of a head's measures.
  public func score(_ measures: HeadMeasures) -> NormScore { table.score(measures, ageMonths: ageMonths, sex: sex) }
}

extension NormTable: Definition {
  public static let kind = "table of norms"

  public static let builtIn = embedded([PackageResources.cdc_2000_head_circumference_yaml])

  private static let keys =
    ["schema", "name", "version", "title", "source", "licence", "measure", "level", "unit", "scale"]
    + Sex.allCases.map(\.rawValue)

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
    return NormTable(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, licence: try root["licence"].text, measure: measure,
      level: try level(root["level"]), rows: rows)
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
        months: try cells[0].number(in: 0...240), l: try cells[1].number(in: -50...50),
        m: try cells[2].number(in: 1e-6...1e6) * scale, s: try cells[3].number(in: 1e-6...1))
      if let last = rows.last, row.months <= last.months { throw cells[0].fault(.phrase("ascending_ages")) }
      rows.append(row)
    }
    return rows
  }
}
