import Diagnostics
import Geometry
public import Files

/// Norms of how much a head's circumference grows within some months, by the age at which they begin: WHO's increments (2009).
///
/// The tables are WHO's and come with no copy of this program.
public struct IncrementTable: Sendable, Equatable {
  /// Increments that begin at an age.
  public struct Row: Sendable, Equatable {
    /// The ages in months at which they begin and end; the norms with the median in millimetres.
    let from, to: Double, norm: NormTable.Row
  }

  /// Name and version, which identify the table in results.
  public let name, version: String
  /// The months that every increment spans.
  public let span: Double
  /// The rows of each sex by age.
  public let rows: [Sex: [Row]]

  /// How far, in months, the time between two visits may be from the table's: a week.
  private static let reach = 0.25
  /// A z-score whose 95 % interval is wider than this to either side says nothing.
  private static let widest = 1.0

  /// True where two ages lie as far apart as the table's.
  public func spans(_ first: Double, _ second: Double) -> Bool { abs(second - first - span) <= Self.reach }

  /// The norms of increments that begin at an age, between two ages by straight lines; nil outside the table.
  func row(from age: Double, _ sex: Sex) -> NormTable.Row? {
    guard let rows = rows[sex] else { return nil }
    let table = NormTable(
      name: name, version: version, title: "", source: "", licence: "", measure: .circumference,
      level: .greatestCircumference, method: .tape,
      rows: [sex: rows.map { .init(months: $0.from, l: $0.norm.l, m: $0.norm.m, s: $0.norm.s) }])
    return table.row(months: age, sex)
  }

  /// Where the growth between two visits stands among that of other children.
  ///
  /// The growth is brought to the table's months in proportion to the time. It is withheld outside the table's ages, and where the
  /// errors of the two visits hide it.
  ///
  /// - Parameters:
  ///   - change: of the circumference in millimetres, with its interval.
  ///   - ages: of the child at the two visits, in months; ``spans(_:_:)`` holds for them.
  public func score(_ change: Estimate, ages: (Double, Double), _ sex: Sex) -> IncrementScore {
    var score = IncrementScore(table: name, version: version, ages: [ages.0, ages.1])
    let factor = span / (ages.1 - ages.0)
    guard let row = row(from: ages.0, sex) else {
      score.reasons = [
        Finding(
          .incrementAge, ["sex": .term(sex.rawValue, of: "sex"), "age_months": .number(ages.0, decimals: 1)])
      ]
      return score
    }
    let z = { (value: Double) in value > 0 ? row.z(value * factor) : .nan }
    guard let interval = change.ci95, let ends = ClosedRange(finite: z(interval.lowerBound), z(interval.upperBound)),
      z(change.value).isFinite, max(ends.upperBound - z(change.value), z(change.value) - ends.lowerBound) <= Self.widest
    else {
      score.reasons = [Finding(.incrementErrors, ["limit": .number(Self.widest, decimals: 0)])]
      return score
    }
    (score.z, score.ci95) = (z(change.value), ends)
    return score
  }
}

/// Where a child's growth stands among that of other children.
public struct IncrementScore: Sendable, Equatable {
  /// The table's name and version.
  public let table, version: String
  /// The ages in months between which the child grew.
  public let ages: [Double]
  /// The z-score with its 95 % interval, of the measurement alone; nil where it is withheld.
  public fileprivate(set) var z: Double?, ci95: ClosedRange<Double>?
  /// Why it is withheld; empty where it is not.
  public fileprivate(set) var reasons: [Finding] = []
}

extension IncrementTable {
  /// The table that rows of cells hold: `sex` (male, female; 1, 2), `from_month`, `to_month`, `l`, `m` in centimetres and `s`.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ rows: [[String]], version: String, file: String) throws(FileError) -> IncrementTable {
    func fault(_ line: Int, _ expected: FindingValue, _ found: FindingValue) -> FileError {
      FileKind.definition.fault(in: file, at: .line(line), expected: expected, found: found)
    }
    let names = (rows.first ?? []).map { $0.lowercased() }
    let columns = ["sex", "from_month", "to_month", "l", "m", "s"].map { names.firstIndex(of: $0) }
    guard !columns.contains(nil), rows.count <= mostRows else {
      throw fault(1, .phrase("increment_columns"), .phrase("something_else"))
    }
    var table: [Sex: [Row]] = [:]
    for (index, cells) in rows.enumerated().dropFirst() {
      let texts = columns.map { cells.indices.contains($0!) ? cells[$0!].lowercased() : "" }
      let sexes: [String: Sex] = ["male": .male, "1": .male, "female": .female, "2": .female]
      guard let sex = sexes[texts[0]] else {
        throw fault(index + 1, .oneOf(Sex.allCases.map(\.rawValue)), .quoted(texts[0]))
      }
      var numbers: [Double] = []
      for (text, range) in zip(texts.dropFirst(), ranges) {
        guard let number = Double(text), range.contains(number) else {
          throw fault(index + 1, .number(in: range), .quoted(text))
        }
        numbers.append(number)
      }
      let row = Row(
        from: numbers[0], to: numbers[1],
        norm: .init(months: numbers[0], l: numbers[2], m: numbers[3] * 10, s: numbers[4]))
      if row.to <= row.from || table[sex]?.last.map({ row.from <= $0.from }) == true {
        throw fault(index + 1, .phrase("ascending_ages"), .quoted(texts[1]))
      }
      table[sex, default: []].append(row)
    }
    let spans = Set(table.values.joined().map { $0.to - $0.from })
    guard let span = spans.first, spans.count == 1 else {
      throw fault(1, .phrase("one_span"), .count(spans.count))
    }
    return IncrementTable(
      name: "who-2009-head-circumference-\(Int(span))-months", version: version, span: span, rows: table)
  }

  /// No table has more rows.
  private static let mostRows = 500
  /// Months from and to, L, M in centimetres, S.
  private static let ranges = [0.0...60, 0...60, -5...5, 0.01...20, 0.005...3]
}
