public import Diagnostics
internal import Files
public import Platform

/// What landmarks or a recording say of a joint's range: the content of `motion.json`.
public struct MotionResult: Sendable, Equatable, Codable {
  /// The name and version of this form.
  public static let schema = "calvaria/motion/1"

  public let schema: String
  /// `complete`, or `incomplete` where something is withheld.
  public let status: Status
  /// What was measured.
  public let joint: MotionJoint
  /// The side; absent for both sides of a neck.
  public let side: BodySide?
  public let movement: MotionMovement
  /// How the camera saw the subject; absent where it was not named, in space.
  public let view: MotionView?
  /// The way in which a growing angle turns in the picture; absent in space.
  public let direction: TurnDirection?
  /// What the angle of thigh or head is taken against; absent for a knee.
  public let reference: MotionReference?
  /// The sequence of a neck's angles; absent for other joints, as are the values that follow.
  public let sequence: String?
  /// Where a neck's zero is, and its axes come from.
  public let neutral: Neutral?
  /// By whom the head was moved, where that was named.
  public var effort: MotionEffort?
  /// Where the angles come from.
  public let source: Source
  /// Which frames count.
  public let gates: Gates
  /// What was done against noise.
  public let filters: Filters
  /// The angles; each is absent where it is withheld.
  public let values: Values
  /// How far a head went to either side, positive to both; a side is absent where it is withheld, or was not asked for.
  public let sides: Sides?
  /// How far it went to the left less how far to the right.
  public let difference: MotionValue?
  /// How fast it went from end to end; absent where it never did so without a rest between.
  public let speed: Speed?
  /// For how long it was turned to either side, in seconds.
  public let timeToSideS: TimeToSide?
  /// What the intervals of a neck are made of: standard deviations in degrees, by value and source.
  public let budget: [String: [String: Double]]?
  /// The published norm of one side, where age and effort were named and there is one.
  public var norm: Norm?
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
  /// Those of a neck.
  public let neckRules: NeckRules?
  /// What it was made with and from; absent until a program states it.
  public var provenance: MotionProvenance?
  /// Notes, warnings, and why something is withheld.
  public internal(set) var findings: [Finding]

  /// Whether anything is withheld.
  public enum Status: String, Sendable, Codable {
    case complete, incomplete
  }

  /// Where a neck's zero is.
  public struct Neutral: Sendable, Equatable, Codable {
    /// `rest`, `frame` or `head_frame`.
    public let kind: String
    /// How many rests of the head it is the mean of, how many frames, and the first of those.
    public let rests, frames: Int
    public let frame: String
    /// Where the axes come from.
    public let axes: NeckAxes.Source
    /// How far rests differ before and after a moment, in degrees of the movement; absent where they do not.
    public let changeDegrees: Double?
  }

  /// Both sides.
  public struct Sides: Sendable, Equatable, Codable {
    public let left, right: MotionValue?
  }

  /// How fast a head goes from one settled end to the other, without a rest between: means over the movements.
  public struct Speed: Sendable, Equatable, Codable {
    /// The mean speed over the middle 80 % of the way, in degrees a second, with its interval of 95 %.
    public let meanDegS: Double
    public let meanCi95: [Double]?
    /// The greatest speed over 0.2 s, in degrees a second, with its interval of 95 %.
    public let peakDegS: Double
    public let peakCi95: [Double]?
    /// Of how many movements. Results of before 2026-11-25 have neither intervals nor this.
    public let movements: Int?
  }

  /// For how long a head is turned, in seconds: beyond ``NeckRules/Side/least`` to either side, and between, each with its
  /// interval of 95 %.
  public struct TimeToSide: Sendable, Equatable, Codable {
    public let left: Double
    public let leftCi95: [Double]?
    public let middle: Double
    public let middleCi95: [Double]?
    public let right: Double
    public let rightCi95: [Double]?
    /// For how long no frame counts. Results of before 2026-11-25 have neither intervals nor this.
    public let unseen: Double?
  }

  /// A published norm.
  public struct Norm: Sendable, Equatable, Codable {
    /// Which one, and where it was published.
    public let name, version, source: String
    /// By whom the head was moved.
    public let effort: MotionEffort
    /// The child's age, and that below which the norm holds, in months.
    public let ageMonths, belowMonths: Double
    /// How far the head goes to one side, in degrees.
    public let sideDegrees: Double
  }

  /// Where the angles come from.
  public struct Source: Sendable, Equatable, Codable {
    /// The kind of file.
    public let format: LandmarkFormat
    /// 2 for a picture, 3 for space.
    public let dimensions: Int
    /// `surface` for points that depth has put on skin or clothes; absent for joints as the file has them.
    public var points: LandmarkSequence.PointKind?
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
