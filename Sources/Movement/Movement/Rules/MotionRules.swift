public import Feedback
public import Files
internal import Diagnostics

/// The thresholds by which frames count, are filtered and settle. Those of Datasets/motion are built in.
public struct MotionRules: Sendable, Equatable, Codable {
  /// Name and version, for results.
  public let name, version: String
  /// Which frames count.
  public let gates: Gates
  /// What is done against noise.
  public let filters: Filters
  /// When a value within a repeat has settled.
  public let repeats: Repeats
  /// When a value was held.
  public let hold: Hold
  /// How one person is followed through frames.
  public let people: People
  /// What a joint can reach.
  public internal(set) var limits: Limits
  /// How points of a picture are lifted by depth.
  public let lifting: Lifting
  /// Limits from which on a result is warned of.
  public let verdict: Verdict

  /// Which frames count.
  public struct Gates: Sendable, Equatable, Codable {
    /// What the confidence of every point that is used must exceed.
    public let confidence: Double
    /// The least share of frames that count.
    public let leastValid: Double
    /// The least number of frames.
    public let leastFrames: Int
    /// How far a segment's length in space may be from its median, as a share of it.
    public let segmentTolerance: Double
    /// Over how long a pause, in seconds, sides are followed.
    public let exchangeSeconds: Double
    /// The least jump of an exchange of sides, as a share of the thigh.
    public let exchangeJump: Double
    /// The largest share of frames that may be the exchanged ones; with more it can't be told which they are.
    public let exchangeShare: Double
  }

  /// How one person is followed through frames. Lengths are shares of the body's largest extent in the picture.
  public struct People: Sendable, Equatable, Codable {
    /// How far the points may go from one frame to the next, how much farther with each second, and how far at most.
    public let jump, speed, farthest: Double
  }

  /// What a joint can reach, the lowest and the highest angle in degrees.
  public struct Limits: Sendable, Equatable, Codable {
    /// Of each movement of a limb's joint, by names such as `knee_flexion`.
    public internal(set) var ranges: [String: [Double]]
    /// How far a knee is commonly hyperextended, in degrees; a MOT file that goes farther may count flexion as negative.
    public let hyperextension: Double

    /// The limits of a movement of a limb's joint.
    func limits(of limb: BodyMovement) -> [Double] { ranges[limb.key]! }
  }

  /// The rules as far as they concern a movement: without what other joints can reach.
  public func concerning(_ joint: MotionJoint, _ movement: JointMovement) -> MotionRules {
    var rules = self
    rules.limits.ranges = limits.ranges.filter { $0.key == BodyMovement.of(joint, movement)?.key }
    return rules
  }

  /// How points of a picture are lifted by depth. Lengths are in metres.
  public struct Lifting: Sendable, Equatable, Codable {
    /// The radius of the disc over which depth is taken, and how far it may spread in it, from the tenth part to the ninth.
    public let disc, edge: Double
    /// The fewest pixels of a disc that have depth.
    public let leastPixels: Int
    /// How far a limb's end may lie from the line through the limb's depth.
    public let offLimb: Double
    /// How far apart the hips must be, as a share of the thigh.
    public let leastPelvis: Double
  }

  /// Limits from which on a result is warned of.
  public struct Verdict: Sendable, Equatable, Codable {
    /// From how many repeats on two recordings may be said to differ.
    public let repeatsForChange: Int
    /// How alike the noise of neighbouring frames may be, 0 to 1, and how large that of single frames, in degrees, before
    /// it is warned of.
    public let mostAlike, mostNoise: Double
  }

  /// What is done against noise.
  public struct Filters: Sendable, Equatable, Codable {
    /// Below so many frames a second nothing is filtered.
    public let leastRate: Double
    /// Frames of the Hampel filter's window; odd.
    public let hampelWindow: Int
    /// Deviations from which on a frame is an outlier, and degrees below which none is.
    public let hampelDeviations, hampelLeast: Double
    /// The frequency at which half of the power passes, in hertz.
    public let cutoff: Double
    /// The longest gap that is filled, in seconds.
    public let longestGap: Double
    /// The fewest frames in a row that are filtered; fewer are left out.
    public let leastChunk: Int
  }

  /// When a value within a repeat has settled.
  public struct Repeats: Sendable, Equatable, Codable {
    /// For how long it stays, in seconds.
    public let seconds: Double
    /// The fewest frames of a plateau.
    public let leastFrames: Int
    /// How far it may go meanwhile: as a share, in degrees, and in deviations of the noise that the filter lets through.
    public let leniency, least, noiseMultiple: Double
    /// The largest tolerance, in degrees, by noise that wanders slowly: a movement that never rests looks like that.
    public let mostSlow: Double
    /// What counts as a movement: degrees, and a share of the whole range.
    public let movement, movementShare: Double
    /// How fast it may go, in degrees a second; noise adds to it.
    public let speed: Double
    /// How far ends that belong together may lie from one to the next, in degrees.
    public let sameEnd: Double
  }

  /// When a value was held.
  public struct Hold: Sendable, Equatable, Codable {
    /// For how long it stays, in seconds.
    public let seconds: Double
    /// How far it may go meanwhile: as a share, and in degrees.
    public let leniency, least: Double
  }
}

extension MotionRules.Limits {
  /// A movement's name as results write it, such as `kneeFlexion` for `knee_flexion`.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ limb: BodyMovement) { stringValue = limb.joint.rawValue + limb.movement.rawValue.capitalized }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let hyperextension = Key(stringValue: "hyperextension")!
  }

  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    ranges = [:]
    // A result of before a joint was measured says nothing of it.
    for limb in BodyMovement.ofLimbs { ranges[limb.key] = try file.decodeIfPresent([Double].self, forKey: Key(limb)) }
    hyperextension = try file.decode(Double.self, forKey: .hyperextension)
  }

  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    for limb in BodyMovement.ofLimbs { try file.encodeIfPresent(ranges[limb.key], forKey: Key(limb)) }
    try file.encode(hyperextension, forKey: .hyperextension)
  }
}

extension MotionRules: Definition {
  public static let kind = "motion rules"

  public static let builtIn = embedded([PackageResources.standard_yaml])

  /// The built-in rules.
  public static var standard: MotionRules { builtIn[0] }

  /// The rules that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> MotionRules {
    try root.check(keys: [
      "schema", "name", "version", "gates", "filters", "repeats", "hold", "people", "limits", "lifting", "verdict",
    ])
    _ = try root["schema"].choice(["calvaria/motion-rules/1"])
    return MotionRules(
      name: try root["name"].text, version: try root["version"].text, gates: try gates(root["gates"]),
      filters: try filters(root["filters"]), repeats: try repeats(root["repeats"]), hold: try hold(root["hold"]),
      people: try people(root["people"]), limits: try limits(root["limits"]), lifting: try lifting(root["lifting"]),
      verdict: try verdict(root["verdict"]))
  }

  private static func people(_ node: FileNode) throws(FileError) -> People {
    try node.check(keys: ["jump", "speed_per_s", "farthest"])
    return People(
      jump: try node["jump"].number(in: 0.01...100), speed: try node["speed_per_s"].number(in: 0...100),
      farthest: try node["farthest"].number(in: 0.01...100))
  }

  private static func limits(_ node: FileNode) throws(FileError) -> Limits {
    try node.check(keys: BodyMovement.ofLimbs.map(\.key) + ["hyperextension_deg"])
    var ranges: [String: [Double]] = [:]
    // Rules of before a joint was measured say nothing of it.
    for limb in BodyMovement.ofLimbs {
      ranges[limb.key] = try node.optional(limb.key).map(pair) ?? standard.limits.limits(of: limb)
    }
    return Limits(ranges: ranges, hyperextension: try node["hyperextension_deg"].number(in: 0...180))
  }

  private static func pair(_ node: FileNode) throws(FileError) -> [Double] {
    try node.check(keys: ["low_deg", "high_deg"])
    return [try node["low_deg"].number(in: -180...0), try node["high_deg"].number(in: 0...270)]
  }

  private static func lifting(_ node: FileNode) throws(FileError) -> Lifting {
    try node.check(keys: ["disc_mm", "edge_mm", "least_pixels", "off_limb_mm", "least_pelvis"])
    return Lifting(
      disc: try node["disc_mm"].number(in: 1...100) / 1000, edge: try node["edge_mm"].number(in: 1...1000) / 1000,
      leastPixels: try node["least_pixels"].whole(in: 1...1000),
      offLimb: try node["off_limb_mm"].number(in: 1...1000) / 1000,
      leastPelvis: try node["least_pelvis"].number(in: 0...1))
  }

  private static func verdict(_ node: FileNode) throws(FileError) -> Verdict {
    try node.check(keys: ["repeats_for_change", "most_alike", "most_noise_deg"])
    return Verdict(
      repeatsForChange: try node["repeats_for_change"].whole(in: 2...1000),
      mostAlike: try node["most_alike"].number(in: 0...1), mostNoise: try node["most_noise_deg"].number(in: 0...180))
  }

  private static func gates(_ node: FileNode) throws(FileError) -> Gates {
    try node.check(
      keys: [
        "confidence", "least_valid", "least_frames", "segment_tolerance", "exchange_s", "exchange_jump",
        "exchange_share",
      ])
    return Gates(
      confidence: try node["confidence"].number(in: 0...1), leastValid: try node["least_valid"].number(in: 0...1),
      leastFrames: try node["least_frames"].whole(in: 3...10_000),
      segmentTolerance: try node["segment_tolerance"].number(in: 0.01...10),
      exchangeSeconds: try node["exchange_s"].number(in: 0...10),
      exchangeJump: try node["exchange_jump"].number(in: 0.01...10),
      exchangeShare: try node["exchange_share"].number(in: 0...0.5))
  }

  private static func filters(_ node: FileNode) throws(FileError) -> Filters {
    try node.check(
      keys: [
        "least_rate", "hampel_window", "hampel_deviations", "hampel_least_deg", "cutoff_hz", "longest_gap_s",
        "least_chunk",
      ])
    let rate = try node["least_rate"].number(in: 1...10_000)
    let window = try node["hampel_window"].whole(in: 3...99)
    guard window % 2 == 1 else { throw try node["hampel_window"].fault(.phrase("motion_odd_number")) }
    // Above half of the rate there is nothing to cut off.
    return Filters(
      leastRate: rate, hampelWindow: window, hampelDeviations: try node["hampel_deviations"].number(in: 1...100),
      hampelLeast: try node["hampel_least_deg"].number(in: 0...180),
      cutoff: try node["cutoff_hz"].number(in: 0.1...(0.45 * rate)),
      longestGap: try node["longest_gap_s"].number(in: 0...10), leastChunk: try node["least_chunk"].whole(in: 10...1000)
    )
  }

  private static func repeats(_ node: FileNode) throws(FileError) -> Repeats {
    try node.check(
      keys: [
        "duration_s", "least_frames", "leniency", "least_deg", "noise_multiple", "most_slow_deg", "movement_deg",
        "movement_share", "speed_deg_s", "same_end_deg",
      ])
    return Repeats(
      seconds: try node["duration_s"].number(in: 0.01...60), leastFrames: try node["least_frames"].whole(in: 2...1000),
      leniency: try node["leniency"].number(in: 0...1), least: try node["least_deg"].number(in: 0.01...90),
      noiseMultiple: try node["noise_multiple"].number(in: 0...20),
      mostSlow: try node["most_slow_deg"].number(in: 0.01...90),
      movement: try node["movement_deg"].number(in: 0.1...180),
      movementShare: try node["movement_share"].number(in: 0.05...0.95),
      speed: try node["speed_deg_s"].number(in: 0.1...10_000), sameEnd: try node["same_end_deg"].number(in: 0.1...90))
  }

  private static func hold(_ node: FileNode) throws(FileError) -> Hold {
    try node.check(keys: ["duration_s", "leniency", "least_deg"])
    return Hold(
      seconds: try node["duration_s"].number(in: 0.01...60), leniency: try node["leniency"].number(in: 0...1),
      least: try node["least_deg"].number(in: 0.01...90))
  }
}
