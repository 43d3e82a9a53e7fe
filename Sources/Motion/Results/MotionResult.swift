public import Diagnostics
internal import Inputs
public import Platform

/// What a landmark file says of a joint's range: the content of `motion.json`.
public struct MotionResult: Sendable, Equatable, Codable {
  /// The name and version of this form.
  public static let schema = "calvaria/motion/1"

  public let schema: String
  /// `complete`, or `incomplete` where something is withheld.
  public let status: Status
  /// What was measured.
  public let joint: MotionJoint
  public let side: BodySide
  public let movement: MotionMovement
  /// How the camera saw the subject; absent where it was not named, in space.
  public let view: MotionView?
  /// The way in which a growing angle turns in the picture; absent in space.
  public let direction: TurnDirection?
  /// What the thigh's angle is taken against; absent for a knee.
  public let reference: MotionReference?
  /// Where the angles come from.
  public let source: Source
  /// Which frames count.
  public let gates: Gates
  /// What was done against noise.
  public let filters: Filters
  /// The angles; each is absent where it is withheld.
  public let values: Values
  /// The range in the form of the neutral-zero method; absent where the range is.
  public let neutralZero: NeutralZero?
  /// The repeats, in order.
  public let repeats: [Repeat]
  /// Every plateau, in order.
  public let plateaus: [Plateau]
  /// The values that were held.
  public let held: [Held]
  /// Whether there are repeats enough to say that another recording differs.
  public let supportsChange: Bool
  /// The rules, with all their thresholds.
  public let rules: MotionRules
  /// What it was made with and from; absent until a program states it.
  public var provenance: MotionProvenance?
  /// Notes, warnings, and why something is withheld.
  public let findings: [Finding]

  /// Whether anything is withheld.
  public enum Status: String, Sendable, Codable {
    case complete, incomplete
  }

  /// Where the angles come from.
  public struct Source: Sendable, Equatable, Codable {
    /// The kind of file.
    public let format: LandmarkFormat
    /// 2 for a picture, 3 for space.
    public let dimensions: Int
    /// `surface` for points that depth has put on skin or clothes; absent for joints as the file has them.
    public let points: LandmarkSequence.PointKind?
    /// How confidences were read; absent where the file does not say how sure it is.
    public let confidence: ConfidenceScale?
    /// How many frames the file has, how many a second, and how long it is.
    public let frames: Int
    public let rate: Double?
    public let durationS: Double
  }

  /// Which frames count.
  public struct Gates: Sendable, Equatable, Codable {
    /// How many there are, with those that the file lacks between its first and its last, and how many count.
    public let all, valid: Int
    /// Their share.
    public let validShare: Double
    /// How many don't, by reason.
    public let rejected: [String: Int]
  }

  /// What was done against noise.
  public struct Filters: Sendable, Equatable, Codable {
    /// `filtered`, `low_rate` or `uneven_times`.
    public let kind: String
    /// How many values were replaced as outliers.
    public let outliers: Int
    /// The longest gap, in seconds.
    public let longestGapS: Double
    /// The deviation of single frames within a plateau, in degrees, and how alike neighbours are.
    public let noiseDegrees, correlation: Double
    /// How far the angle might go while it settled, in degrees.
    public let toleranceDegrees: Double
  }

  /// The angles of a range.
  public struct Values: Sendable, Equatable, Codable {
    /// Where the movement began and where it ended, settled.
    public let start, `return`: MotionValue?
    /// The ends, means over the repeats.
    public let minimum, maximum: MotionValue?
    /// The maximum less the minimum.
    public let range: MotionValue?
  }

  /// A movement away and back.
  public struct Repeat: Sendable, Equatable, Codable {
    /// The settled angle at either end, in degrees; absent where it did not settle.
    public let farDegrees, nearDegrees: Double?
    /// The frames in which they are to be seen.
    public let farFrame, nearFrame: String?
    /// Whether it came back.
    public let isComplete: Bool
  }

  /// A stretch over which the angle had settled.
  public struct Plateau: Sendable, Equatable, Codable {
    /// The mean, in degrees.
    public let degrees: Double
    /// From when to when, in seconds of the file.
    public let fromS, toS: Double
    /// How many frames.
    public let frames: Int
  }

  /// A value that was held for as long as an operator asks for.
  public struct Held: Sendable, Equatable, Codable {
    /// The mean since it came to rest, in degrees.
    public let degrees: Double
    /// From when to when, in seconds of the file.
    public let fromS, toS: Double
  }

  /// The bytes of `motion.json`: keys in snake case and sorted, a line break at the end.
  public func json() throws -> Data { try machineJSON() }

  /// The result that a `motion.json` holds.
  public static func read(_ text: Data) throws -> MotionResult {
    try JSONText.decode(MotionResult.self, from: text, keys: .convertFromSnakeCase)
  }
}
