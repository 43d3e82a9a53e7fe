import Diagnostics
import Files
import Platform

/// A scale of severity: levels 1, 2, … by the borders of one measure.
public struct SeverityScale: Sendable, Equatable, Codable {
  /// The border between a level and the next.
  public struct Border: Sendable, Equatable, Codable {
    /// The measure's value at the border.
    public var value: Double
    /// The level to which the border itself belongs: the lower if true, otherwise the upper.
    public var belongsToLower: Bool

    /// A border from its parts.
    public init(_ value: Double, belongsToLower: Bool = false) {
      self.value = value
      self.belongsToLower = belongsToLower
    }
  }

  /// Name and version, which identify the scale in results.
  public var name, version: String
  /// What it is, in one line, and where it was published.
  public var title, source: String
  /// The measure that is graded: the one that the scale was published for.
  public var measure: MeasureName
  /// Which diagonals it is for; nil for a measure without any.
  public var diagonals: Diagonals?
  /// How the values were taken that it was made from.
  public var method: MeasuringMethod
  /// Ascending borders; there is one level more.
  public var borders: [Border]
  /// The name of each level where its source names them, otherwise none: a key of the catalogues' words, or any text.
  public var levelNames: [String]
  /// What its source advises at a level, by the level: a key of the catalogues' words, or any text.
  public var advice: [Int: String]

  /// The diagonals that a scale is for.
  public enum Diagonals: Sendable, Equatable, Codable {
    /// At an angle from the midline, in degrees.
    case angle(Double)
    /// Between points of the head, in words.
    case points(String)
    /// Its source does not say.
    case notStated
  }

  /// A scale from its parts.
  public init(
    name: String, version: String = "1", title: String = "", source: String = "", measure: MeasureName,
    diagonals: Diagonals? = nil, method: MeasuringMethod = .surface, borders: [Border], levelNames: [String] = [],
    advice: [Int: String] = [:]
  ) {
    (self.name, self.version, self.title, self.source) = (name, version, title, source)
    (self.measure, self.diagonals, self.method) = (measure, diagonals, method)
    (self.borders, self.levelNames, self.advice) = (borders, levelNames, advice)
  }

  /// Children's Healthcare of Atlanta, five levels of the CVAI over the longer diagonal (Holowka et al. 2017).
  public static let choa = builtIn[0]

  /// Those that grade a head where none is named.
  public static let usual = Array(builtIn[0...1])

  /// The level of a value, from 1.
  public func level(of value: Double) -> Int {
    // Rounding keeps a border that was computed from lengths (11.000000000000002) on the border.
    let value = (value * 1e9).rounded() / 1e9
    return 1 + borders.filter { $0.belongsToLower ? value > $0.value : value >= $0.value }.count
  }

  /// The colour of a level, from 1 to 5: by its share of the levels, so that one of few does not wear the colour of one of many; the
  /// upper one of two has the middle one.
  public func colour(ofLevel level: Int) -> Int {
    let (steps, span) = (borders.count, borders.count == 1 ? 2.0 : 4.0)
    return 1 + Int((span * Double(level - 1) / Double(max(1, steps))).rounded())
  }

  /// The probability of each level when the signed value is one of `spread`'s draws plus a normal error.
  func probabilities(_ spread: MeasureSpread) -> [Int: Double] {
    guard spread.surface > 0 else {
      let levels = spread.samples.map { level(of: measure.fold?.value(ofSigned: $0) ?? $0) }
      return Dictionary(grouping: levels) { $0 }.mapValues { Double($0.count) / Double(levels.count) }
    }
    let below = borders.map { border in
      spread.samples.reduce(0.0) { $0 + share(below: border.value, $1, spread.surface) } / Double(spread.samples.count)
    }
    let edges = [0] + below + [1]
    return Dictionary(uniqueKeysWithValues: (1..<edges.count).map { ($0, max(0, edges[$0] - edges[$0 - 1])) })
  }

  /// The probability that the measure lies below a border when its signed value is normal about `mean`.
  private func share(below border: Double, _ mean: Double, _ deviation: Double) -> Double {
    let normal = { (x: Double) in Self.normal((x - mean) / deviation) }
    guard let fold = measure.fold else { return normal(border) }
    // |signed| < reach, or > reach for a measure that falls with asymmetry.
    let reach = max(0, fold.falls ? fold.symmetric - border : border - fold.symmetric)
    let within = normal(reach) - normal(-reach)
    return fold.falls ? 1 - within : within
  }

  /// The normal distribution function.
  private static func normal(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }
}

extension SeverityScale {
  /// Why it does not grade what a protocol measures; nil where it does.
  ///
  /// Diagonals at another angle, or between other points, give another number for the same head: its borders say nothing of it.
  public func refusal(of choices: MeasurementProtocol) -> Finding? {
    guard let own = choices.diagonalAngleDegrees(of: measure) else { return nil }
    let facts: [String: FindingValue] = ["scale": .text(name), "protocol": .text(choices.name)]
    switch diagonals {
    case .angle(let angle) where angle != own:
      let serving = MeasurementProtocol.builtIn.filter { $0.diagonalAngleDegrees(of: measure) == angle }.map(\.name)
      let angles: [String: FindingValue] = [
        "scale_angle": .exact(angle), "own_angle": .exact(own),
      ]
      guard let first = serving.first else { return Finding(.scaleAngle, facts.merging(angles) { $1 }) }
      return Finding(.scaleAngle, facts.merging(angles) { $1 }.merging(["serving": .text(first)]) { $1 })
    case .points(let points):
      return Finding(.scalePoints, facts.merging(["points": .term(points, of: "diagonals")]) { $1 })
    default: return nil
    }
  }

  /// That nobody can tell whether it is for the diagonals that a protocol measures; nil where its source says which it is for.
  func doubt(of choices: MeasurementProtocol) -> Finding? {
    guard diagonals == .notStated, let own = choices.diagonalAngleDegrees(of: measure) else { return nil }
    return Finding(.scaleNotStated, ["scale": .text(name), "own_angle": .exact(own)])
  }
}

extension SeverityScale.Diagonals {
  /// The key `diagonals` of a file: degrees from the midline, `not_stated`, or the points that they join, in words; none for a
  /// measure of none.
  static func read(_ root: FileNode, of measure: MeasureName?) throws(FileError) -> SeverityScale.Diagonals? {
    guard let measure, MeasurementProtocol.standard.diagonalAngleDegrees(of: measure) != nil else {
      if let node = root.optional("diagonals") { throw node.fault(.phrase("no_diagonals")) }
      return nil
    }
    let node = try root["diagonals"]
    if let angle = try? node.number(in: MeasurementProtocol.diagonalAngles) { return .angle(angle) }
    guard let text = node.string, text == MeasuringMethod.notStated.rawValue || isWords(text) else {
      throw node.fault(
        .phrase(
          "scale_diagonals",
          [
            "low": .exact(MeasurementProtocol.diagonalAngles.lowerBound),
            "high": .exact(MeasurementProtocol.diagonalAngles.upperBound),
          ]))
    }
    return text == MeasuringMethod.notStated.rawValue ? .notStated : .points(text)
  }

  /// Whether a text can name points: several words without numbers, which an angle with its unit has.
  private static func isWords(_ text: String) -> Bool {
    text.split(separator: " ").count > 1 && !text.contains(where: \.isNumber)
  }

  /// The diagonals as files write them.
  public var text: String {
    switch self {
    case .angle(let angle): angle == angle.rounded() ? "\(Int(angle))" : "\(angle)"
    case .points(let points): points
    case .notStated: MeasuringMethod.notStated.rawValue
    }
  }
}

extension SeverityScale: Definition {
  public static let kind = "severity scale"

  public static let builtIn = embedded([
    PackageResources.choa_yaml, PackageResources.plagiocephalometry_yaml, PackageResources.hutchison_yaml,
    PackageResources.hutchison_cranial_index_yaml, PackageResources.mortenson_steinbok_yaml,
    PackageResources.cranial_therapy_centers_yaml, PackageResources.skully_care_yaml,
  ])

  /// The scale that a file defines.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> SeverityScale {
    try root.check(
      keys: ["schema", "name", "version", "title", "source", "measure", "unit", "diagonals", "method", "levels"])
    _ = try root["schema"].choice(["calvaria/scale/2"])
    let measure = try root["measure"].choice(MeasureName.self)
    _ = try root["unit"].choice([measure.unit])
    return SeverityScale(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text,
      source: try root["source"].text, measure: measure, diagonals: try Diagonals.read(root, of: measure),
      method: try root["method"].choice(MeasuringMethod.self), borders: try borders(root["levels"]),
      levelNames: try names(root["levels"]), advice: try advice(root["levels"]))
  }

  /// The borders of a list of levels: each but the last ends `below` a value or includes it (`up_to`); the last says
  /// `above` what it lies.
  private static func borders(_ node: FileNode) throws(FileError) -> [Border] {
    let levels = try node.items
    guard levels.count > 1 else { throw node.fault(.phrase("two_levels")) }
    var borders: [Border] = []
    for level in levels.dropLast() {
      try level.check(keys: ["below", "up_to", "name", "advice"])
      let (below, upTo) = (level.optional("below"), level.optional("up_to"))
      guard let end = below ?? upTo, below == nil || upTo == nil else { throw level.fault(.phrase("below_or_up_to")) }
      let value = try end.number(in: -1000...10_000)
      if let last = borders.last, value <= last.value {
        throw end.fault(.phrase("border_above", ["border": .exact(last.value)]))
      }
      borders.append(Border(value, belongsToLower: upTo != nil))
    }
    let last = levels.last!
    try last.check(keys: ["above", "name", "advice"])
    let start = try last["above"].number(in: -1000...10_000)
    guard start == borders.last!.value else {
      throw try last["above"].fault(.phrase("border_of_last", ["border": .exact(borders.last!.value)]))
    }
    return borders
  }

  /// What is advised at a level, where its source advises something.
  private static func advice(_ node: FileNode) throws(FileError) -> [Int: String] {
    var advice: [Int: String] = [:]
    for (index, level) in try node.items.enumerated() { advice[index + 1] = try level.optional("advice")?.text }
    return advice
  }

  /// The names of all levels, or none.
  private static func names(_ node: FileNode) throws(FileError) -> [String] {
    let levels = try node.items
    let named = levels.compactMap { $0.optional("name") }
    guard named.isEmpty || named.count == levels.count else { throw node.fault(.phrase("all_levels_named")) }
    var names: [String] = []
    for name in named { names.append(try name.text) }
    return names
  }
}

/// The side on which the back of the head is flattened: the back end of the shorter diagonal.
public enum FlattenedSide: String, Sendable, Codable {
  case leftPosterior = "left-posterior"
  case rightPosterior = "right-posterior"
  /// The difference of the diagonals is not distinguishable from none, and small whatever its errors: the whole interval of
  /// the CVAI lies below ``visible``.
  case none
  /// The difference is not distinguishable from none, but it may be large; or it is withheld.
  case unknown

  /// The CVAI in % from which a clinic sees an asymmetry: the second level of Holowka et al. 2017.
  static let visible = 3.5

  /// The side in words, as a clause.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "flattened") }

  /// The words for a side as results write it, nil where the measure is withheld.
  public static func title(_ written: String?, _ language: Language = .english) -> String {
    (written.flatMap(FlattenedSide.init) ?? .unknown).title(language)
  }
}

/// A value graded by a scale.
public struct Severity: Sendable, Equatable {
  /// The scale.
  public var scale: SeverityScale
  /// The level of the value.
  public var level: Int
  /// The probability of each level given the value's uncertainty; it holds at least the value's own level.
  public var probabilities: [Int: Double]
  /// True where the 95 % interval holds values of more than one level.
  public var crossesBorder: Bool
  /// Where the head is flattened.
  public var flattened: FlattenedSide
}
