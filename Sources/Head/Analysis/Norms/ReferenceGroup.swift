import Diagnostics
public import Files

/// What one publication tells of the heads of a group of children: context for a measure, never a verdict.
///
/// A mean or a median of another population, taken by another method at another section, is no norm: it yields no percentile.
public struct ReferenceGroup: Sendable, Equatable {
  /// What the publication tells of a measure at an age.
  public struct Value: Sendable, Equatable {
    /// The measure, in its own unit.
    public let measure: MeasureName
    /// The children's sex; nil for both.
    public let sex: Sex?
    /// Their ages in months, as the publication gives them.
    public let months: ClosedRange<Double>
    /// Which kind of middle ``middle`` is.
    public let statistic: Statistic
    /// The middle, in the measure's unit.
    public let middle: Double
    /// The standard deviation, and the least and greatest value; nil where they are not published.
    public let deviation: Double?, range: ClosedRange<Double>?
  }

  /// Which kind of middle is published.
  public enum Statistic: String, Sendable, CaseIterable {
    case mean, median
  }

  /// Name and version, which identify the group in results.
  public var name, version: String
  /// What it is, in one line, and where it was published.
  public var title, source: String
  /// Who the children were: a key of the catalogues' words, or any text.
  public var population: String
  /// How many there were.
  public var children: Int
  /// How they were measured.
  public var method: MeasuringMethod
  /// Which diagonals the values are of; nil for a group whose values are of none.
  public var diagonals: SeverityScale.Diagonals?
  /// What is told.
  public var values: [Value]

  /// The values for a child: of each measure that whose ages are nearest to the child's.
  ///
  /// - Parameter child: its age since birth counts, or the corrected one where it was born early.
  public func values(for child: NormChild) -> [Value] {
    MeasureName.allCases.compactMap { measure in
      values.filter { $0.measure == measure && ($0.sex ?? child.sex) == child.sex }
        .map { ($0, $0.distance(months: child.tableAgeMonths)) }
        .filter { $0.1 <= Self.farthest }.min { $0.1 < $1.1 }?.0
    }
  }

  /// Ages farther away than this, in months, say nothing of a child: the index of healthy infants changes by one point in three
  /// months.
  private static let farthest = 1.5
}

extension ReferenceGroup.Value {
  /// How far an age lies outside those of the children, in months.
  func distance(months age: Double) -> Double { max(0, months.lowerBound - age, age - months.upperBound) }
}

extension ReferenceGroup: Definition {
  public static let kind = "reference group"

  public static let builtIn = embedded([
    PackageResources.miyabayashi_2022_yaml, PackageResources.kato_2022_yaml, PackageResources.miyabayashi_2023_yaml,
    PackageResources.nam_2021_yaml, PackageResources.likus_2014_yaml, PackageResources.pindrik_2014_yaml,
    PackageResources.hutchison_2004_yaml, PackageResources.liu_2022_yaml,
  ])

  /// The group that a file defines.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> ReferenceGroup {
    try root.check(
      keys: ["schema", "name", "version", "title", "source", "population", "children", "method", "diagonals", "values"])
    _ = try root["schema"].choice(["calvaria/reference/1"])
    var values: [Value] = []
    for node in try root["values"].items { values.append(try value(node)) }
    let first = values.map(\.measure).first { MeasurementProtocol.standard.diagonalAngleDegrees(of: $0) != nil }
    return ReferenceGroup(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, population: try root["population"].text,
      children: try root["children"].whole(in: 1...10_000_000),
      method: try root["method"].choice(MeasuringMethod.self),
      diagonals: try SeverityScale.Diagonals.read(root, of: first), values: values)
  }

  private static func value(_ node: FileNode) throws(FileError) -> Value {
    try node.check(keys: ["measure", "sex", "months", "sd", "range"] + Statistic.allCases.map(\.rawValue))
    let measure = try node["measure"].choice(MeasureName.self)
    let given = Statistic.allCases.filter { node.optional($0.rawValue) != nil }
    guard let statistic = given.first, given.count == 1 else { throw node.fault(.phrase("mean_or_median")) }
    let number = { (key: String) throws(FileError) in try node.optional(key)?.number(in: -1e4...1e5) }
    return Value(
      measure: measure, sex: try node.optional("sex")?.choice(Sex.self), months: try ascending(node["months"], 0...240),
      statistic: statistic, middle: try number(statistic.rawValue) ?? .nan,
      deviation: try node.optional("sd")?.number(in: 1e-6...1e5),
      range: try node.optional("range").map { range throws(FileError) in try ascending(range, -1e4...1e5) })
  }

  /// Two numbers, the second not below the first.
  private static func ascending(
    _ node: FileNode, _ limits: ClosedRange<Double>
  ) throws(FileError) -> ClosedRange<Double> {
    let ends = try node.numbers(2, in: limits)
    guard ends[0] <= ends[1] else { throw node.fault(.phrase("ascending_ends")) }
    return ends[0]...ends[1]
  }
}
