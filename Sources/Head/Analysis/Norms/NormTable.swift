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
    rows[sex].flatMap { Row($0, at: months) }
  }

  /// The value that lies some standard deviations from the median at an age in months, in the measure's unit: the inverse of
  /// ``Row/z(_:)``; nil outside the table, and where no value has that score.
  public func value(z: Double, months: Double, _ sex: Sex) -> Double? {
    guard let row = row(months: months, sex) else { return nil }
    let value = abs(row.l) < 1e-9 ? row.m * exp(row.s * z) : row.m * pow(1 + row.l * row.s * z, 1 / row.l)
    return value.isFinite ? value : nil
  }

  /// The z-score of WHO's median child at an age, between two ages by straight lines; nil where it is not known.
  func medianChild(months: Double, _ sex: Sex) -> Double? {
    medianChild[sex].flatMap { AgeInterval($0, \.months, at: months)?.value(\.z) }
  }
}

/// Two rows of a table by age that an age lies between.
private struct AgeInterval<Row> {
  private let first, second: Row
  /// How far the age lies from the first one to the second.
  private let share: Double

  /// Ages of a table, in months, that differ by less than a day are the same.
  private static var rounding: Double { 1e-6 }

  /// The interval of ascending rows that an age in months lies in; nil outside them.
  init?(_ rows: [Row], _ age: (Row) -> Double, at months: Double) {
    guard let next = rows.firstIndex(where: { age($0) >= months - Self.rounding }) else { return nil }
    let end = age(rows[next])
    if end - months <= Self.rounding {
      (first, second, share) = (rows[next], rows[next], 0)
    } else {
      guard next > 0 else { return nil }
      (first, second) = (rows[next - 1], rows[next])
      share = (months - age(first)) / (end - age(first))
    }
  }

  /// What a column has at the age, by a straight line.
  func value(_ column: (Row) -> Double) -> Double { column(first) + (column(second) - column(first)) * share }
}

extension NormTable.Row {
  /// The row of an age in months, between two ages of ascending rows by straight lines; nil outside them.
  init?(_ rows: [Self], at months: Double) {
    guard let place = AgeInterval(rows, \.months, at: months) else { return nil }
    self.init(months: months, l: place.value(\.l), m: place.value(\.m), s: place.value(\.s))
  }

  /// The z-score of a value: ((x / M)^L − 1) / (L S), or ln(x / M) / S for L = 0.
  public func z(_ value: Double) -> Double {
    abs(l) < 1e-9 ? log(value / m) / s : (pow(value / m, l) - 1) / (l * s)
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
