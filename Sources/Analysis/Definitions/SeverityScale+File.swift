import Definitions
import Diagnostics

extension SeverityScale: Definition {
  public static let kind = "severity scale"

  public static let builtIn = embedded([
    PackageResources.choa_yaml, PackageResources.mortenson_steinbok_yaml,
    PackageResources.cranial_therapy_centers_yaml, PackageResources.skully_care_yaml,
  ])

  /// The scale that a YAML text defines.
  ///
  /// - Throws: ``DefinitionError/invalid(file:place:expected:found:)``.
  public static func parse(_ text: String, file: String) throws(DefinitionError) -> SeverityScale {
    let root = try DefinitionNode.root(text, file: file)
    try root.check(keys: ["schema", "name", "version", "title", "source", "measure", "unit", "levels"])
    _ = try root["schema"].choice(["calvaria/scale/1"])
    let measure = try root["measure"].choice(MeasureName.self)
    _ = try root["unit"].choice([measure.unit])
    return SeverityScale(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, measure: measure, borders: try borders(root["levels"]))
  }

  /// The borders of a list of levels: each but the last ends `below` a value or includes it (`up_to`); the last says
  /// `above` what it lies.
  private static func borders(_ node: DefinitionNode) throws(DefinitionError) -> [Border] {
    let levels = try node.items
    guard levels.count > 1 else { throw node.fault(.phrase("two_levels")) }
    var borders: [Border] = []
    for level in levels.dropLast() {
      try level.check(keys: ["below", "up_to"])
      let (below, upTo) = (level.optional("below"), level.optional("up_to"))
      guard let end = below ?? upTo, below == nil || upTo == nil else { throw level.fault(.phrase("below_or_up_to")) }
      let value = try end.number(in: -1000...10_000)
      if let last = borders.last, value <= last.value {
        throw end.fault(.phrase("border_above", ["border": .exact(last.value)]))
      }
      borders.append(Border(value, belongsToLower: upTo != nil))
    }
    let last = levels.last!
    try last.check(keys: ["above"])
    let start = try last["above"].number(in: -1000...10_000)
    guard start == borders.last!.value else {
      throw try last["above"].fault(.phrase("border_of_last", ["border": .exact(borders.last!.value)]))
    }
    return borders
  }
}
