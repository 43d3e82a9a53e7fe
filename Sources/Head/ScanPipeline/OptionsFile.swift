public import Analysis
public import Files
import Diagnostics
public import Platform
public import Recordings

/// A file of options: `options.json` as `reconstruct` writes it, or as much of it as differs from the defaults.
public struct OptionsFile: Sendable, Equatable {
  /// The options of all stages.
  public var stages = StageOptions()
  /// The recording's layout; nil where it is recognised by looking, or not named.
  public var format: RecordingFormat?
  /// How many units of its depth images make a metre; nil for what the layout says, or where it is not named.
  public var depthScale: Float?
  /// What is measured; nil where it is not named.
  public var measurement: MeasurementProtocol?
  /// The scales by which measures are graded; nil where they are not named.
  public var scales: [SeverityScale]?

  /// No file: the defaults.
  public init() {}

  /// Reads a file.
  public static func read(_ url: URL) throws(FileError) -> OptionsFile {
    try parse(FileKind.options.bytes(url.path), file: url.path)
  }

  /// The options that a JSON text gives; `file` names it in messages.
  public static func parse(_ text: Data, file: String) throws(FileError) -> OptionsFile {
    let root = try FileNode(json: text, of: .options, file: file)
    var options = OptionsFile()
    try options.stages.take(root, alsoKnown: ["format", "protocol", "scales", "depth_scale"])
    if let format = root.optional("format") { options.format = try Self.format(format) }
    if let choice = root.optional("protocol") { options.measurement = try definition(choice) }
    if let list = root.optional("scales") { options.scales = try scales(list) }
    if let scale = root.optional("depth_scale") { options.depthScale = try Self.depthScale(scale) }
    return options
  }

  /// The file's bytes.
  public func json() throws -> Data {
    guard case .group(var members) = stages.value else { return Data() }
    members["format"] = .text(format?.rawValue ?? Self.automatic)
    members["depth_scale"] = depthScale.map { .number(Double($0)) } ?? .text(Self.automatic)
    members["protocol"] = measurement?.value
    members["scales"] = scales.map { .list($0.map(\.value)) }
    return try JSONText.encode(JSONValue.group(members))
  }

  private static let automatic = "automatic"

  private static func format(_ node: FileNode) throws(FileError) -> RecordingFormat? {
    if node.string == automatic { return nil }
    guard let format = node.string.flatMap(RecordingFormat.init) else {
      let names = [automatic] + RecordingFormat.allCases.map(\.rawValue)
      throw node.fault(.oneOf(names.map { "\"\($0)\"" }))
    }
    return format
  }

  private static func depthScale(_ node: FileNode) throws(FileError) -> Float? {
    if node.string == automatic { return nil }
    do { return Float(try node.number(in: 0.001...1e9)) } catch {
      throw node.fault(.phrase("depth_scale", ["low": .exact(0.001), "high": .exact(1e9)]))
    }
  }

  private static func scales(_ node: FileNode) throws(FileError) -> [SeverityScale] {
    guard let items = try? node.items(atMost: 20), !items.isEmpty else {
      throw node.fault(.phrase("scales", ["low": .count(1), "high": .count(20)]))
    }
    var scales: [SeverityScale] = []
    for item in items {
      let scale: SeverityScale = try definition(item)
      if scales.contains(where: { $0.name == scale.name }) {
        throw item.fault(.phrase("each_scale_once"), found: .phrase("twice", ["name": .text(scale.name)]))
      }
      scales.append(scale)
    }
    return scales
  }

  /// A protocol or scale: the name of a built-in one, or all that its own file would say.
  private static func definition<Kind: Definition>(_ node: FileNode) throws(FileError) -> Kind {
    if node.isGroup { return try Kind.read(node) }
    guard let name = node.string else { throw node.fault(.phrase("definition", ["kind": .definition(Kind.kind)])) }
    guard let known = Kind.builtIn.first(where: { $0.name == name }) else {
      throw node.fault(
        .phrase(
          "definition_or_name", ["kind": .definition(Kind.kind), "known": .names(Kind.builtIn.map(\.name))]))
    }
    return known
  }
}

extension FileKind {
  /// A file of options.
  fileprivate static let options = FileKind(
    unreadable: .optionsFileUnreadable, invalid: .optionsFileInvalid, takesNumbersAsText: true)
}

extension MeasurementProtocol {
  /// The protocol as its own file would say it.
  fileprivate var value: JSONValue {
    let level: [String: JSONValue] =
      switch self.level {
      case .fraction(let share): ["rule": .text("fraction_of_vertex_height"), "fraction": .number(share)]
      case .height(let height): ["rule": .text("height"), "height_mm": .number(rounded(height * 1000, 9))]
      case .longestSection: ["rule": .text("longest_section")]
      case .greatestCircumference: ["rule": .text("greatest_circumference")]
      }
    return .group([
      "schema": .text("calvaria/protocol/1"), "name": .text(name), "version": .text(version), "title": .text(title),
      "source": .text(source), "landmarks": .list(["sellion", "tragion_left", "tragion_right"].map { .text($0) }),
      "ap_axis": .text(apAxis.rawValue), "level": .group(level), "centre": .text(centre.rawValue),
      "diagonal_angle_degrees": .number(diagonalAngleDegrees), "denominator": .text(denominator.rawValue),
      "ears": .text(ears.rawValue), "cap_thickness": .text(capThickness.rawValue),
      "bridged_gap_mm": .number(rounded(bridgedGap * 1000, 9)),
    ])
  }
}

extension SeverityScale {
  /// The scale as its own file would say it.
  fileprivate var value: JSONValue {
    var levels = borders.map { [$0.belongsToLower ? "up_to" : "below": JSONValue.number($0.value)] }
    levels.append(["above": .number(borders.last?.value ?? 0)])
    for (index, name) in levelNames.enumerated() where levels.indices.contains(index) {
      levels[index]["name"] = .text(name)
    }
    for (level, text) in advice where levels.indices.contains(level - 1) { levels[level - 1]["advice"] = .text(text) }
    var members: [String: JSONValue] = [
      "schema": .text("calvaria/scale/2"), "name": .text(name), "version": .text(version), "title": .text(title),
      "source": .text(source), "measure": .text(measure.rawValue), "unit": .text(measure.unit),
      "method": .text(method.rawValue), "levels": .list(levels.map { .group($0) }),
    ]
    members["diagonals"] =
      switch diagonals {
      case .angle(let angle): .number(angle)
      case .points(let points): .text(points)
      case .notStated: .text(MeasuringMethod.notStated.rawValue)
      case nil: nil
      }
    return .group(members)
  }
}
