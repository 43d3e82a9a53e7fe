import Diagnostics
import Geometry
public import Files

/// Norms of how much a head's circumference grows within some months, by the age at which they begin: WHO's increments (2009).
///
/// The tables are WHO's and come with no copy of this program.
public struct IncrementTable: Sendable, Equatable {
  /// Name and version, which identify the table in results.
  public let name, version: String
  /// The months that every increment spans.
  public let span: Double
  /// The rows of each sex by the age at which the increments begin; medians in millimetres.
  public let rows: [Sex: [NormTable.Row]]

  /// How far, in months, the time between two visits may be from the table's: a week.
  private static let reach = 0.25
  /// A z-score whose 95 % interval is wider than this to either side says nothing.
  private static let widest = 1.0

  /// True where two ages lie as far apart as the table's.
  public func spans(_ first: Double, _ second: Double) -> Bool { abs(second - first - span) <= Self.reach }

  /// The norms of increments that begin at an age, between two ages by straight lines; nil outside the table.
  func row(from age: Double, _ sex: Sex) -> NormTable.Row? {
    rows[sex].flatMap { NormTable.Row($0, at: age) }
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
    let lines = NormCells.lines(of: rows, file: file)
    guard let header = lines.first, rows.count <= mostRows,
      let columns = header.columns(["sex", "from_month", "to_month", "l", "m", "s"])
    else {
      throw FileKind.definition.fault(
        in: file, at: .line(1), expected: .phrase("increment_columns"), found: .phrase("something_else"))
    }
    var (table, spans): ([Sex: [NormTable.Row]], Set<Double>) = ([:], [])
    for line in lines.dropFirst() {
      let sex = try line.sex(columns[0])
      let (from, to) = (try line.number(columns[1], in: ages), try line.number(columns[2], in: ages))
      let row = NormTable.Row(
        months: from, l: try line.number(columns[3], in: -5...5), m: try line.number(columns[4], in: 0.01...20) * 10,
        s: try line.number(columns[5], in: 0.005...3))
      if to <= from || table[sex]?.last.map({ from <= $0.months }) == true {
        throw line.fault(.phrase("ascending_ages"), found: .quoted(line.cells[columns[1]]))
      }
      table[sex, default: []].append(row)
      spans.insert(to - from)
    }
    guard let span = spans.first, spans.count == 1 else {
      throw header.fault(.phrase("one_span"), found: .count(spans.count))
    }
    return IncrementTable(
      name: "who-2009-head-circumference-\(Int(span))-months", version: version, span: span, rows: table)
  }

  /// No table has more rows.
  private static let mostRows = 500
  /// The ages of a table, in months.
  private static let ages = 0.0...60.0
}
