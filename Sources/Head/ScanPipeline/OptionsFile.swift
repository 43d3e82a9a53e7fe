public import Analysis
public import Files
public import Diagnostics
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

  /// No file of options is larger, in bytes; a larger one is not read.
  static let largestBytes = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: ``OptionsFileError``, or a `DefinitionError` for a protocol or a scale in it.
  public static func read(_ url: URL) throws -> OptionsFile {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      guard case .tooLarge = error else { throw OptionsFileError.unreadable(file: url.path, found: error.found) }
      throw OptionsFileError.invalid(
        file: url.path, OptionFault(key: .phrase("size"), expected: .atMostMiB(largestBytes >> 20), found: error.found))
    }
    return try parse(Data(bytes), file: url.path)
  }

  /// The options that a JSON text gives; `file` names it in messages.
  public static func parse(_ text: Data, file: String) throws -> OptionsFile {
    let value: JSONValue
    do throws(JSONText.Fault) { value = try JSONText.decode(JSONValue.self, from: text) } catch {
      let found = if case .tooDeep = error { error.found } else { FindingValue.phrase("text_that_is_not") }
      throw OptionsFileError.invalid(
        file: file, OptionFault(key: .phrase("text"), expected: .text("JSON"), found: found))
    }
    do throws(OptionFault) {
      var options = OptionsFile()
      guard case .group(var members) = value else {
        throw OptionFault(key: .phrase("top"), expected: .phrase("object"), found: value.described)
      }
      let keys = ["format", "protocol", "scales", "depth_scale"]
      let own = keys.map { members.removeValue(forKey: $0) }
      try options.stages.take(.group(members), alsoKnown: keys)
      if let format = own[0] { options.format = try Self.format(format) }
      if let choice = own[1] { options.measurement = try definition(choice, key: "protocol", file: file) }
      if let list = own[2] { options.scales = try scales(list, file: file) }
      if let scale = own[3] { options.depthScale = try Self.depthScale(scale) }
      return options
    } catch {
      throw OptionsFileError.invalid(file: file, error)
    }
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

  private static func format(_ value: JSONValue) throws(OptionFault) -> RecordingFormat? {
    if value == .text(automatic) { return nil }
    guard case .text(let name) = value, let format = RecordingFormat(rawValue: name) else {
      let names = [automatic] + RecordingFormat.allCases.map(\.rawValue)
      throw OptionFault(
        key: .text("format"), expected: .oneOf(names.map { "\"\($0)\"" }), found: value.described)
    }
    return format
  }

  private static func depthScale(_ value: JSONValue) throws(OptionFault) -> Float? {
    if value == .text(automatic) { return nil }
    guard let scale = value.asNumber, (0.001...1e9).contains(scale) else {
      throw OptionFault(
        key: .text("depth_scale"), expected: .phrase("depth_scale", ["low": .exact(0.001), "high": .exact(1e9)]),
        found: value.described)
    }
    return Float(scale)
  }

  private static func scales(_ value: JSONValue, file: String) throws(OptionFault) -> [SeverityScale] {
    guard case .list(let items) = value, (1...20).contains(items.count) else {
      throw OptionFault(
        key: .text("scales"), expected: .phrase("scales", ["low": .count(1), "high": .count(20)]),
        found: value.described)
    }
    var scales: [SeverityScale] = []
    for (index, item) in items.enumerated() {
      let scale: SeverityScale = try definition(item, key: "scales[\(index)]", file: file)
      if scales.contains(where: { $0.name == scale.name }) {
        throw OptionFault(
          key: .text("scales[\(index)]"), expected: .phrase("each_scale_once"),
          found: .phrase("twice", ["name": .text(scale.name)]))
      }
      scales.append(scale)
    }
    return scales
  }

  /// A protocol or scale: the name of a built-in one, or all that its own file would say.
  private static func definition<Kind: Definition>(
    _ value: JSONValue, key: String, file: String
  ) throws(OptionFault) -> Kind {
    switch value {
    case .text(let name):
      guard let known = Kind.builtIn.first(where: { $0.name == name }) else {
        throw OptionFault(
          key: .text(key),
          expected: .phrase(
            "definition_or_name", ["kind": .definition(Kind.kind), "known": .names(Kind.builtIn.map(\.name))]),
          found: value.described)
      }
      return known
    case .group:
      // JSON is YAML, so the definition's own reader checks every value.
      guard let text = try? JSONText.encode(value) else { fallthrough }
      do throws(DefinitionError) { return try Kind.parse(String(decoding: text, as: UTF8.self), file: key) } catch {
        throw OptionFault(key: key, fault: error)
      }
    default:
      throw OptionFault(
        key: .text(key), expected: .phrase("definition", ["kind": .definition(Kind.kind)]), found: value.described)
    }
  }
}

extension OptionFault {
  /// A fault in a protocol or a scale.
  fileprivate init(key: String, fault: DefinitionError) {
    switch fault {
    case .invalid(_, let place, let expected, let found):
      self.init(key: .list([.text(key), place]), expected: expected, found: found)
    case .unreadable(_, _, _, let found):
      self.init(key: .text(key), expected: .phrase("readable_one"), found: found ?? .phrase("none"))
    }
  }
}

/// Why a file of options can't be used.
public enum OptionsFileError: UserFacingError, Equatable {
  /// The file is missing or unreadable.
  case unreadable(file: String, found: FindingValue)
  /// A value is not what its option may be.
  case invalid(file: String, OptionFault)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let file, let found): ErrorMessage(.optionsFileUnreadable, at: file, nil, ["found": found])
    case .invalid(let file, let fault):
      ErrorMessage(.optionsFileInvalid, at: file, fault.key, ["expected": fault.expected, "found": fault.found])
    }
  }
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
    return .group([
      "schema": .text("calvaria/scale/1"), "name": .text(name), "version": .text(version), "title": .text(title),
      "source": .text(source), "measure": .text(measure.rawValue), "unit": .text(measure.unit),
      "levels": .list(levels.map { .group($0) }),
    ])
  }
}
