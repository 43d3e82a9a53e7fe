public import Files
public import Platform
import Diagnostics

/// What somebody is guided to.
public protocol MovementPlan: Sendable {
  /// Name and version of the rules, for results.
  var name: String { get }
  var version: String { get }
  /// The movements, in order.
  var plan: [JointMovement] { get }
  /// How often each end is wanted.
  var repeats: Int { get }
  /// The rules of the reading of a movement, with its colours in degrees.
  func reading(of movement: JointMovement) -> MeasuringRules
}

/// How somebody is guided through movements of the neck, and what is said. The file in Datasets/feedback is built in.
public struct MovementRules: MovementPlan, Equatable {
  /// Name and version, for results.
  public let name, version: String
  /// The movements, in order, and the side that comes first of those that have a left and a right one.
  public var plan: [JointMovement]
  public let first: GuidedSide
  /// How often each side of each movement is wanted.
  public var repeats: Int
  /// For how long the head must be still to be neutral, in seconds, and within how many degrees.
  public let neutralSeconds, neutralLeast: Double
  /// How far above the face's middle the camera stands, in degrees: this tells the head's axes where nothing else does.
  public let cameraElevation: Double
  /// From which angle on the head is to a side, up to which it is in the middle, in degrees, and at which share of the
  /// farthest angle a movement to a side is over.
  public let movement, middle, returnShare: Double
  /// After how many seconds an instruction is said again.
  public let repeatSeconds: Double
  /// What is aimed at, in degrees.
  public let aims: [JointMovement: Double]
  /// When an angle has settled; colours are shares of the aim.
  public let reading: MeasuringRules
  /// What is said, by language.
  public let phrasebooks: [String: MovementPhrases]

  /// Where a movement goes to first.
  func first(of movement: JointMovement) -> GuidedSide { movement.sides.contains(first) ? first : .forwards }

  /// The rules of the reading of a movement, with its colours in degrees.
  public func reading(of movement: JointMovement) -> MeasuringRules {
    var rules = reading
    rules.colours = reading.colours.scaled(by: aims[movement] ?? 1)
    return rules
  }

  /// The rules of a guided run.
  ///
  /// - Parameters:
  ///   - file: rules in place of the built-in ones.
  ///   - plan: the movements, in place of those of the rules.
  ///   - repeats: how often each side is wanted, in place of the rules' number.
  public static func chosen(_ file: URL?, plan: [JointMovement]?, repeats: Int?) throws -> MovementRules {
    var rules = try file.map { try find($0.path) } ?? standard
    if let plan { rules.plan = plan }
    if let repeats { rules.repeats = repeats }
    return rules
  }

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> MovementPhrases {
    try PhraseTable.book(of: language, in: phrasebooks)
  }
}

extension MovementRules: Definition {
  public static let kind = "movement guidance"

  public static let builtIn = embedded([PackageResources.movement_yaml])

  /// The built-in rules.
  public static var standard: MovementRules { builtIn[0] }

  /// The rules that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> MovementRules {
    try root.check(keys: ["schema", "name", "version", "neck", "aims", "colours", "phrases"] + MeasuringRules.keys)
    _ = try root["schema"].choice(["calvaria/movement-guidance/1"])
    let (neck, aims) = (try root["neck"], try root["aims"])
    try neck.check(keys: [
      "plan", "first", "repeats", "neutral_s", "neutral_deg", "camera_elevation_deg", "movement_deg", "middle_deg",
      "return_share", "repeat_s",
    ])
    try aims.check(keys: JointMovement.ofNeck.reversed().map { $0.rawValue + "_deg" })
    var plan: [JointMovement] = []
    for item in try neck["plan"].items {
      plan.append(JointMovement(rawValue: try item.choice(JointMovement.ofNeck.reversed().map(\.rawValue)))!)
    }
    guard Set(plan).count == plan.count else { throw try neck["plan"].fault(.phrase("each_key_once")) }
    let movement = try neck["movement_deg"].number(in: 1...90)
    var degrees: [JointMovement: Double] = [:]
    for movement in JointMovement.ofNeck {
      degrees[movement] = try aims[movement.rawValue + "_deg"].number(in: 1...180)
    }
    return MovementRules(
      name: try root["name"].text, version: try root["version"].text, plan: plan,
      first: GuidedSide(rawValue: try neck["first"].choice(JointMovement.rotation.sides.map(\.rawValue)))!,
      repeats: try neck["repeats"].whole(in: 1...100),
      neutralSeconds: try neck["neutral_s"].number(in: 0.1...60),
      neutralLeast: try neck["neutral_deg"].number(in: 0.1...30),
      cameraElevation: try neck["camera_elevation_deg"].number(in: -60...60), movement: movement,
      middle: try neck["middle_deg"].number(in: 0.1...movement),
      returnShare: try neck["return_share"].number(in: 0.05...0.95),
      repeatSeconds: try neck["repeat_s"].number(in: 0.1...600),
      aims: degrees,
      reading: try MeasuringRules.parse(
        root, least: ("least_deg", 0.01...90), threshold: nil, colours: try ReadingColours.parse(root["colours"])),
      phrasebooks: try phrases(root["phrases"]))
  }

  private static func phrases(_ node: FileNode) throws(FileError) -> [String: MovementPhrases] {
    let books = try PhraseTable.parse(node, keys: MovementPhrases.keys)
    return Dictionary(
      uniqueKeysWithValues: books.map { ($0.key, MovementPhrases(language: $0.key, phrases: $0.value)) })
  }
}
