import Diagnostics
public import Files

/// How somebody is guided through a movement of a limb's joint, and what is said. The file in Datasets/feedback is built in.
public struct JointGuidance: Sendable, Equatable {
  /// Name and version, for results.
  public let name, version: String
  /// How often an end is wanted.
  public let repeats: Int
  /// After how many seconds an instruction, or the prompt of a state, is said again.
  public let repeatSeconds: Double
  /// The share of a movement out by which a limb must come back, so that what it holds next is another end.
  let returnShare: Double
  /// The frames by which one is judged.
  public let evidence: Evidence
  /// When an angle has settled; colours are shares of the aim.
  let reading: MeasuringRules
  /// What is aimed at below and above 0, in degrees, by names such as `knee_flexion`.
  let aims: [String: ClosedRange<Double>]
  let phrasebooks: [String: [String: String]]

  /// The frames by which one is judged.
  public struct Evidence: Sendable, Equatable {
    /// How far back they go, and the least time between two of them, in seconds.
    public let seconds, step: Double
  }

  /// The movements that can be guided, by their names in files.
  public static let keys = [
    "shoulder_flexion", "shoulder_abduction", "elbow_flexion", "hip_flexion", "hip_abduction", "hip_rotation",
    "knee_flexion", "ankle_flexion",
  ]

  /// The plan of a movement; nil for one that is not guided.
  ///
  /// - Parameters:
  ///   - joint: the joint's name in files.
  ///   - repeats: how often an end is wanted, in place of the rules' number.
  public func plan(_ joint: String, _ movement: JointMovement, repeats: Int? = nil) -> LimbPlan? {
    guard let aim = aims["\(joint)_\(movement.rawValue)"] else { return nil }
    var rules = reading
    rules.colours = reading.colours.scaled(by: aim.upperBound)
    rules.colours.shareBelow = -aim.lowerBound / aim.upperBound
    return LimbPlan(
      name: name, version: version, movement: movement, repeats: repeats ?? self.repeats, repeatSeconds: repeatSeconds,
      returnShare: returnShare, rules: rules)
  }

  /// The phrases of a movement in a language.
  public func phrasebook(
    _ language: String, _ joint: String, _ movement: JointMovement
  ) throws(FeedbackFileError) -> MovementPhrases {
    var phrases = try PhraseTable.book(of: language, in: phrasebooks)
    phrases[movement.rawValue] = phrases["\(joint)_\(movement.rawValue)"]
    return MovementPhrases(language: language, phrases: phrases)
  }
}

/// What somebody is guided to who moves a limb's joint.
public struct LimbPlan: MovementPlan, Equatable {
  public let name, version: String
  /// The movement.
  public let movement: JointMovement
  public let repeats: Int
  let repeatSeconds, returnShare: Double
  let rules: MeasuringRules

  public var plan: [JointMovement] { [movement] }
  public func reading(of movement: JointMovement) -> MeasuringRules { rules }
}

extension JointGuidance: Definition {
  public static let kind = "joint guidance"

  public static let builtIn = embedded([PackageResources.joint_yaml])

  /// The built-in guidance.
  public static var standard: JointGuidance { builtIn[0] }

  /// The guidance that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> JointGuidance {
    try root.check(
      keys: ["schema", "name", "version", "holds", "evidence", "aims", "colours", "phrases"] + MeasuringRules.keys)
    _ = try root["schema"].choice(["calvaria/joint-guidance/1"])
    let (holds, evidence, aims) = (try root["holds"], try root["evidence"], try root["aims"])
    try holds.check(keys: ["repeats", "least_deg", "return_share", "repeat_s"])
    try evidence.check(keys: ["window_s", "most_frames_s"])
    try aims.check(keys: keys)
    var degrees: [String: ClosedRange<Double>] = [:]
    for key in keys {
      let aim = try aims[key]
      try aim.check(keys: ["low_deg", "high_deg"])
      degrees[key] = try aim["low_deg"].number(in: -180...0)...aim["high_deg"].number(in: 1...200)
    }
    return JointGuidance(
      name: try root["name"].text, version: try root["version"].text, repeats: try holds["repeats"].whole(in: 1...100),
      repeatSeconds: try holds["repeat_s"].number(in: 0.1...600),
      returnShare: try holds["return_share"].number(in: 0.05...0.95),
      evidence: Evidence(
        seconds: try evidence["window_s"].number(in: 1...60),
        step: 1 / (try evidence["most_frames_s"].number(in: 15...1000))),
      reading: try MeasuringRules.parse(
        root, least: ("least_deg", 0.01...90), drift: ("most_drift_deg", 0.1...90),
        threshold: try holds["least_deg"].number(in: 0...90),
        colours: try ReadingColours.parse(root["colours"])),
      aims: degrees,
      phrasebooks: try PhraseTable.parse(
        root["phrases"],
        keys: ["intro", "completed", "finished", "error_unclear", "error_restless"]
          + MovementPhrases.reasons.map { "unclear_" + $0 } + keys))
  }
}
