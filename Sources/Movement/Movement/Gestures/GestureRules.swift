public import Files
internal import Diagnostics
public import Feedback

/// When a thumb counts as an answer. Those of Datasets/motion are built in.
public struct GestureRules: Sendable, Equatable, Codable {
  /// Name and version, for results.
  public let name, version: String
  /// How sure it must be which hand is which where several are seen, 0 to 1.
  public let leastHandedness: Double
  /// When the score counts.
  public let score: MeasuringRules
}

extension GestureRules: Definition {
  public static let kind = "gesture rules"

  public static let builtIn = embedded([PackageResources.gestures_yaml])

  /// The built-in rules.
  public static var standard: GestureRules { builtIn[0] }

  /// The rules that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> GestureRules {
    try root.check(keys: ["schema", "name", "version", "hands", "score", "colours"] + MeasuringRules.keys)
    _ = try root["schema"].choice(["calvaria/gesture-rules/1"])
    try root["hands"].check(keys: ["least_handedness"])
    try root["score"].check(keys: ["threshold"])
    return GestureRules(
      name: try root["name"].text, version: try root["version"].text,
      leastHandedness: try root["hands"]["least_handedness"].number(in: 0...1),
      score: try MeasuringRules.parse(
        root, least: ("least", 0...1), threshold: try root["score"]["threshold"].number(in: 0.01...0.99),
        colours: try ReadingColours.parse(root["colours"])))
  }
}
