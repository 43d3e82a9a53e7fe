public import Analysis
import Diagnostics
import Geometry

/// The children among whom a child's visits are drawn: a table of norms, and groups of publications.
public struct OtherChildren: Sendable {
  /// The table, whose lines are drawn where it holds for what was measured; nil for none.
  public var norms: NormTable?
  /// The groups.
  public var references: [ReferenceGroup]

  /// The children from their parts; by default none.
  public init(norms: NormTable? = nil, references: [ReferenceGroup] = []) {
    (self.norms, self.references) = (norms, references)
  }
}

/// What stands behind the values of a trend: the borders of its scale, the lines of norms, the values of groups of children.
struct TrendContext {
  /// The borders between the levels of the scale by which the last visit was graded, and the scale's name.
  let borders: [Double], scale: String?
  /// The lines of norms by their standard deviations from the median: places on the axis and values.
  let curves: [(z: Int, points: [Vector2])], table: String?
  /// Places on the axis and values of groups, and their names.
  let groups: [(point: Vector2, name: String)]

  /// The lines that charts of growth draw.
  private static let deviations = [-2, 0, 2]
  /// So many points make a line.
  private static let steps = 24

  init(_ trend: Trend, _ result: HeadChange, _ axis: VisitAxis, among others: OtherChildren) {
    let grade = result.visits.last?.severities?.first { $0.measure == trend.name.rawValue }
    (borders, scale) = trend.isSigned ? ([], nil) : (grade?.borders.map(\.value) ?? [], grade?.scale)
    let sexes = Set(result.visits.map(\.sex))
    guard axis.isOfAge, !trend.isSigned, sexes.count == 1, let sex = sexes.first?.flatMap(Sex.init(rawValue:)) else {
      (curves, table, groups) = ([], nil, [])
      return
    }
    let ages = axis.scale.low...axis.scale.high
    let norms = others.norms.flatMap { $0.measure == trend.name && $0.holds(for: result.protocol) ? $0 : nil }
    table = norms?.name
    curves =
      norms.map { norms in
        Self.deviations.map { z in
          let points = (0...Self.steps).compactMap { step -> Vector2? in
            let age = ages.lowerBound + (ages.upperBound - ages.lowerBound) * Double(step) / Double(Self.steps)
            return norms.value(z: Double(z), months: age, sex).map { [age, $0] }
          }
          return (z, points)
        }
      } ?? []
    groups = others.references.flatMap { group in
      group.values.filter { $0.measure == trend.name && ($0.sex ?? sex) == sex && $0.months.overlaps(ages) }.map {
        value in
        let seen = value.months.clamped(to: ages)
        return ([(seen.lowerBound + seen.upperBound) / 2, value.middle], group.name)
      }
    }
  }

  /// The values that the chart must hold: of norms and groups all, of borders none, for they may lie far away.
  var values: [Double] { curves.flatMap { $0.points.map(\.y) } + groups.map(\.point.y) }

  /// What the lines and signs of some charts are, a sentence each.
  static func notes(_ contexts: [TrendContext], _ language: Language) -> [String] {
    let distinct = { (names: [String]) in
      names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }
    let scales = distinct(contexts.compactMap(\.scale)).map { FindingValue.text($0.printable(limit: 40)) }
    let tables = distinct(contexts.compactMap(\.table)).map { FindingValue.text($0.printable(limit: 60)) }
    let groups = distinct(contexts.flatMap { $0.groups.map(\.name) }).map { FindingValue.text($0.printable(limit: 40)) }
    return [("compare.note_scales", scales), ("compare.note_norms", tables), ("compare.note_groups", groups)]
      .filter { !$0.1.isEmpty }.map { language($0.0, ["names": .list($0.1)]) }
  }
}

extension NormTable {
  /// Whether the table holds for the section of a protocol.
  fileprivate func holds(for choices: ScanResult.ProtocolChoices) -> Bool {
    switch level {
    case .greatestCircumference: choices.level == "greatest_circumference_without_ears"
    case .longestSection: choices.level == "longest_section"
    case .fraction(let share): choices.levelFraction == share
    case .height: false
    }
  }
}
