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
  /// What must be known to read values on the table.
  let caveats: [Finding]
  /// What groups have: the ages from and to, the value, and the group's number.
  let groups: [Group]

  /// The value of a group of children.
  struct Group {
    let ages: ClosedRange<Double>, value: Double, number: Int, name: String
  }

  /// The lines that charts of growth draw.
  private static let deviations = [-2, 0, 2]
  /// So many points make a line.
  private static let steps = 24

  init(_ trend: Trend, _ result: HeadChange, _ axis: VisitAxis, among others: OtherChildren) {
    let grade = result.visits.last?.severities?.first { $0.measure == trend.name.rawValue }
    (borders, scale) = trend.isSigned ? ([], nil) : (grade?.borders.map(\.value) ?? [], grade?.scale)
    guard axis.isOfAge, !trend.isSigned, let child = result.child(at: 0) else {
      (curves, table, caveats, groups) = ([], nil, [], [])
      return
    }
    let sex = child.sex
    let ages = axis.scale.low...axis.scale.high
    let norms = others.norms.flatMap { $0.measure == trend.name && result.protocol.isAt($0.level) ? $0 : nil }
    table = norms?.name
    caveats = norms.flatMap { norms in trend.value(result.visits[0]).map { norms.caveats($0.value, child) } } ?? []
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
    groups = others.references.enumerated().flatMap { index, group in
      group.values.filter { $0.measure == trend.name && ($0.sex ?? sex) == sex && $0.months.overlaps(ages) }.map {
        Group(ages: $0.months.clamped(to: ages), value: $0.middle, number: index + 1, name: group.name)
      }
    }
  }

  /// The values that the chart must hold: of norms and groups all, of borders none, for they may lie far away.
  var values: [Double] { curves.flatMap { $0.points.map(\.y) } + groups.map(\.value) }

  /// What the lines and signs of some charts are, a sentence each.
  static func notes(_ contexts: [TrendContext], _ language: Language) -> [String] {
    let distinct = { (names: [String]) in
      names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }
    let scales = distinct(contexts.compactMap(\.scale)).map { FindingValue.text($0.printable(limit: 40)) }
    let tables = distinct(contexts.compactMap(\.table)).map { FindingValue.text($0.printable(limit: 60)) }
    let named = contexts.flatMap(\.groups).sorted { $0.number < $1.number }
    let groups = distinct(named.map { "\($0.number) \($0.name.printable(limit: 40))" }).map { FindingValue.text($0) }
    let caveats = distinct(contexts.flatMap { $0.caveats.map { $0.sentence(language) } })
    return [("compare.note_scales", scales), ("compare.note_norms", tables)]
      .filter { !$0.1.isEmpty }.map { language($0.0, ["names": .list($0.1)]) } + caveats
      + (groups.isEmpty ? [] : [language("compare.note_groups", ["names": .list(groups)])])
  }
}
