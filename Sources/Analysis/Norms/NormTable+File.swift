import Definitions
import Diagnostics

extension NormTable: Definition {
  public static let kind = "table of norms"

  public static let builtIn = embedded([PackageResources.cdc_2000_head_circumference_yaml])

  private static let keys =
    ["schema", "name", "version", "title", "source", "licence", "measure", "level", "unit", "scale"]
    + Sex.allCases.map(\.rawValue)

  /// The norms that a YAML text defines: `male` and `female`, lists of [age in months, L, M, S].
  ///
  /// - Throws: ``DefinitionError/invalid(file:place:expected:found:)``.
  public static func parse(_ text: String, file: String) throws(DefinitionError) -> NormTable {
    let root = try DefinitionNode.root(text, file: file)
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

  private static func level(_ node: DefinitionNode) throws(DefinitionError) -> MeasurementProtocol.Level {
    switch try node.choice(["greatest_circumference", "longest_section", "three_tenths"]) {
    case "greatest_circumference": .greatestCircumference
    case "longest_section": .longestSection
    default: .fraction(0.3)
    }
  }

  private static func table(_ node: DefinitionNode, scale: Double) throws(DefinitionError) -> [Row] {
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
