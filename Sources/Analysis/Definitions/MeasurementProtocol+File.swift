import Definitions
import Diagnostics
import Landmarks

extension MeasurementProtocol: Definition {
  public static let kind = "protocol"

  public static let builtIn = embedded([
    PackageResources.calvaria_default_yaml, PackageResources.ear_line_axis_yaml, PackageResources.longest_section_yaml,
    PackageResources.greatest_circumference_yaml, PackageResources.bounding_box_centre_yaml,
    PackageResources.diagonals_at_40_yaml, PackageResources.shorter_denominator_yaml,
    PackageResources.cap_included_yaml,
  ])

  private static let keys = [
    "schema", "name", "version", "title", "source", "landmarks", "ap_axis", "level", "centre",
    "diagonal_angle_degrees", "denominator", "ears", "cap_thickness", "bridged_gap_mm",
  ]

  /// The protocol that a YAML text defines.
  ///
  /// - Throws: ``DefinitionError/invalid(file:place:expected:found:)``.
  public static func parse(_ text: String, file: String) throws(DefinitionError) -> MeasurementProtocol {
    let root = try DefinitionNode.root(text, file: file)
    try root.check(keys: keys)
    _ = try root["schema"].choice(["calvaria/protocol/1"])
    try check(landmarks: root["landmarks"])
    return MeasurementProtocol(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, apAxis: try root["ap_axis"].choice(APAxis.self),
      level: try level(root["level"]), centre: try root["centre"].choice(Centre.self),
      diagonalAngleDegrees: try root["diagonal_angle_degrees"].number(in: 5...85),
      denominator: try root["denominator"].choice(Denominator.self), ears: try root["ears"].choice(Ears.self),
      capThickness: try root["cap_thickness"].choice(CapThickness.self),
      bridgedGap: try root["bridged_gap_mm"].number(in: 0...20) / 1000)
  }

  /// No other base plane is defined: the three landmarks are named so that a reader of the file need not guess.
  private static func check(landmarks node: DefinitionNode) throws(DefinitionError) {
    let known = Landmark.required.map(\.rawValue)
    var named: Set<String> = []
    for item in try node.items { named.insert(try item.choice(known)) }
    guard named.count == known.count else { throw node.fault(.phrase("all_of", ["words": .names(known)])) }
  }

  private static func level(_ node: DefinitionNode) throws(DefinitionError) -> Level {
    let rules = ["fraction_of_vertex_height", "height", "longest_section", "greatest_circumference"]
    try node.check(keys: ["rule", "fraction", "height_mm"])
    let rule = try node["rule"].choice(rules)
    let needed = [rules[0]: "fraction", rules[1]: "height_mm"][rule]
    for key in ["fraction", "height_mm"] where key != needed {
      if let extra = node.optional(key) {
        throw extra.fault(.phrase("no_key_for_rule", ["key": .text(key), "rule": .text(rule)]))
      }
    }
    switch rule {
    case rules[0]: return .fraction(try node["fraction"].number(in: 0.02...0.95))
    case rules[1]: return .height(try node["height_mm"].number(in: 1...300) / 1000)
    case rules[2]: return .longestSection
    default: return .greatestCircumference
    }
  }
}
