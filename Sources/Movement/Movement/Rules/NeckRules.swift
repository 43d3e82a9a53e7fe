internal import Feedback
public import Files
internal import Diagnostics

/// What is taken for granted of a neck's movement. The rules of Datasets/motion/neck.yaml are built in.
public struct NeckRules: Sendable, Equatable, Codable {
  /// Name and version, for results.
  public let name, version: String
  /// Which frames count.
  public let frames: Frames
  /// Where zero is.
  public let neutral: Neutral
  /// What an end of a side is.
  public let side: Side
  /// What a recording can't show.
  public let budget: Budget
  /// What a neck can reach.
  public let limits: Limits

  /// Which frames count.
  public struct Frames: Sendable, Equatable, Codable {
    /// The largest standard deviation of a pose, in degrees.
    public let mostPoseDeviation: Double
    /// The fewest frames in a row that are filtered; fewer are left out.
    public let leastChunk: Int
    /// The lateral flexion from which on flexion and rotation can't be told apart, in degrees.
    public let mostLateral: Double
  }

  /// Where zero is.
  public struct Neutral: Sendable, Equatable, Codable {
    /// How far rests may lie from the first one, to be neutral and to tell of a slip, in degrees.
    public let sameRest, mostChange: Double
    /// By how much rests before and after a moment may differ before it is warned of, in degrees.
    public let change: Double
  }

  /// What an end of a side is.
  public struct Side: Sendable, Equatable, Codable {
    /// The least angle, in degrees.
    public let least: Double
  }

  /// Standard deviations of what a recording can't show.
  public struct Budget: Sendable, Equatable, Codable {
    /// Of the neutral orientation, and from one moment to another of the cloth under a patch and of the cap on the head, in
    /// degrees.
    public let neutral, clothSlip, capSlip: Double
    /// Of a delay, in seconds, with which the speed of a plateau is multiplied.
    public let delay: Double

    init(neutral: Double, clothSlip: Double, capSlip: Double, delay: Double) {
      (self.neutral, self.clothSlip, self.capSlip, self.delay) = (neutral, clothSlip, capSlip, delay)
    }

    /// Results of before 2026-11-25 know no slip of the cap.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      neutral = try values.decode(Double.self, forKey: .neutral)
      clothSlip = try values.decode(Double.self, forKey: .clothSlip)
      capSlip = try values.decodeIfPresent(Double.self, forKey: .capSlip) ?? 0
      delay = try values.decode(Double.self, forKey: .delay)
    }
  }

  /// The filters of other joints, but for the length of stretches.
  func filters(_ filters: MotionRules.Filters) -> MotionRules.Filters {
    MotionRules.Filters(
      leastRate: filters.leastRate, hampelWindow: filters.hampelWindow, hampelDeviations: filters.hampelDeviations,
      hampelLeast: filters.hampelLeast, cutoff: filters.cutoff, longestGap: filters.longestGap,
      leastChunk: min(filters.leastChunk, frames.leastChunk))
  }

  /// What a neck can reach to either side, in degrees.
  public struct Limits: Sendable, Equatable, Codable {
    /// Of each movement.
    public let rotation, lateral, flexion: Double

    /// The lowest and the highest angle of a movement.
    func limits(of movement: JointMovement) -> [Double] {
      let most = movement == .rotation ? rotation : movement == .lateral ? lateral : flexion
      return [-most, most]
    }
  }
}

extension NeckRules: Definition {
  public static let kind = "neck rules"

  public static let builtIn = embedded([PackageResources.neck_yaml])

  /// The built-in rules.
  public static var standard: NeckRules { builtIn[0] }

  /// The rules that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> NeckRules {
    try root.check(keys: ["schema", "name", "version", "frames", "neutral", "side", "budget", "limits"])
    _ = try root["schema"].choice(["calvaria/neck-rules/1"])
    let (frames, neutral, side) = (try root["frames"], try root["neutral"], try root["side"])
    let (budget, limits) = (try root["budget"], try root["limits"])
    try frames.check(keys: ["most_pose_deviation_deg", "least_chunk", "most_lateral_deg"])
    try neutral.check(keys: ["same_rest_deg", "most_change_deg", "change_deg"])
    try side.check(keys: ["least_deg"])
    try budget.check(keys: ["neutral_deg", "cloth_slip_deg", "cap_slip_deg", "delay_s"])
    try limits.check(keys: ["rotation_deg", "lateral_deg", "flexion_deg"])
    return NeckRules(
      name: try root["name"].text, version: try root["version"].text,
      frames: Frames(
        mostPoseDeviation: try frames["most_pose_deviation_deg"].number(in: 0.01...45),
        leastChunk: try frames["least_chunk"].whole(in: 3...1000),
        // Nearer to 90° nothing can be told of the other two angles.
        mostLateral: try frames["most_lateral_deg"].number(in: 1...85)),
      neutral: Neutral(
        sameRest: try neutral["same_rest_deg"].number(in: 0.1...90),
        mostChange: try neutral["most_change_deg"].number(in: 0.1...90),
        change: try neutral["change_deg"].number(in: 0.1...90)),
      side: Side(least: try side["least_deg"].number(in: 0.1...90)),
      budget: Budget(
        neutral: try budget["neutral_deg"].number(in: 0...45),
        clothSlip: try budget["cloth_slip_deg"].number(in: 0...45),
        capSlip: try budget["cap_slip_deg"].number(in: 0...45), delay: try budget["delay_s"].number(in: 0...1)),
      limits: Limits(
        rotation: try limits["rotation_deg"].number(in: 1...180),
        lateral: try limits["lateral_deg"].number(in: 1...90), flexion: try limits["flexion_deg"].number(in: 1...180)))
  }
}
