public import Diagnostics
public import Feedback
internal import Files
internal import Geometry
public import Platform

/// What landmarks or a recording say of a joint's range: the content of `motion.json`.
public struct MotionResult: Sendable, Equatable {
  /// The name and version of this form.
  public static let schema = "calvaria/motion/1"

  public let schema: String
  /// `complete`, or `incomplete` where something is withheld.
  public let status: Status
  /// What was measured.
  public let joint: MotionJoint
  /// The side; absent for both sides of a neck.
  public let side: BodySide?
  public let movement: JointMovement
  /// How the camera saw the subject; absent where it was not named, in space.
  public let view: MotionView?
  /// The way in which a growing angle turns in the picture; absent in space.
  public let direction: TurnDirection?
  /// What the angle of thigh or head is taken against; absent for a knee.
  public let reference: MotionReference?
  /// By whom the joint was moved; absent where that was not named.
  public internal(set) var effort: MotionEffort?
  /// The values that only a neck has; nil for other joints. In the file it stands among the rest.
  public var neck: Neck?
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
  public internal(set) var findings: [Finding]

  /// Whether anything is withheld.
  public enum Status: String, Sendable, Codable {
    case complete, incomplete
  }

  /// Where the angles come from.
  public struct Source: Sendable, Equatable, Codable {
    /// The kind of file.
    public let format: MotionFormat
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

  /// What a neck's result holds beyond those of other joints.
  public struct Neck: Sendable, Equatable, Codable {
    /// The sequence of the angles.
    public let sequence: String
    /// Where zero is, and the axes come from.
    public let neutral: Neutral?
    /// By which landmarks the head was seen: of a head that leans in a picture `nose_and_ears`, `ears` or `eyes`, of one that nods the
    /// side; absent else.
    public let seenBy: String?
    /// How far a head went to either side, positive to both; a side is absent where it is withheld, or was not asked for.
    public let sides: Sides?
    /// How far it went to the left less how far to the right.
    public let difference: MotionValue?
    /// How fast it went from end to end; absent where it never did so without a rest between.
    public let speed: Speed?
    /// For how long it was turned to either side, in seconds.
    public let timeToSideS: TimeToSide?
    /// What the intervals are made of: standard deviations in degrees, by value and source.
    public let budget: [String: [String: Double]]?
    /// The published norm of one side, where age and effort were named and there is one.
    public var norm: Norm?
    /// The rules of a neck.
    public let neckRules: NeckRules?

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
  }

  /// The bytes of `motion.json`: keys in snake case and sorted, a line break at the end.
  public func json() throws -> Data { try machineJSON() }

  /// The result that a `motion.json` holds.
  public static func read(_ text: Data) throws -> MotionResult {
    try JSONText.decode(MotionResult.self, from: text, keys: .convertFromSnakeCase)
  }
}

extension MotionResult: Codable {
  private enum Key: String, CodingKey {
    case schema, status, joint, side, movement, view, direction, reference, effort, source, gates, filters, values,
      neutralZero
    case repeats, plateaus, held, supportsChange, rules, provenance, findings
  }

  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    func part<Part: Decodable>(_ key: Key) throws -> Part { try file.decode(Part.self, forKey: key) }
    func known<Part: Decodable>(_ key: Key) throws -> Part? { try file.decodeIfPresent(Part.self, forKey: key) }
    (schema, status) = (try part(.schema), try part(.status))
    (joint, side, movement) = (try part(.joint), try known(.side), try part(.movement))
    (view, direction, reference) = (try known(.view), try known(.direction), try known(.reference))
    effort = try known(.effort)
    (source, gates, filters, values) = (try part(.source), try part(.gates), try part(.filters), try part(.values))
    neutralZero = try known(.neutralZero)
    (repeats, plateaus, held) = (try part(.repeats), try part(.plateaus), try part(.held))
    (supportsChange, rules) = (try part(.supportsChange), try part(.rules))
    (provenance, findings) = (try known(.provenance), try part(.findings))
    neck = joint == .neck ? try Neck(from: decoder) : nil
  }

  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(schema, forKey: .schema)
    try file.encode(status, forKey: .status)
    try file.encode(joint, forKey: .joint)
    try file.encodeIfPresent(side, forKey: .side)
    try file.encode(movement, forKey: .movement)
    try file.encodeIfPresent(view, forKey: .view)
    try file.encodeIfPresent(direction, forKey: .direction)
    try file.encodeIfPresent(reference, forKey: .reference)
    try file.encodeIfPresent(effort, forKey: .effort)
    try file.encode(source, forKey: .source)
    try file.encode(gates, forKey: .gates)
    try file.encode(filters, forKey: .filters)
    try file.encode(values, forKey: .values)
    try file.encodeIfPresent(neutralZero, forKey: .neutralZero)
    try file.encode(repeats, forKey: .repeats)
    try file.encode(plateaus, forKey: .plateaus)
    try file.encode(held, forKey: .held)
    try file.encode(supportsChange, forKey: .supportsChange)
    try file.encode(rules, forKey: .rules)
    try file.encodeIfPresent(provenance, forKey: .provenance)
    try file.encode(findings, forKey: .findings)
    try neck?.encode(to: encoder)
  }
}

extension MotionResult.Source {
  /// Where the angles of frames come from.
  init(
    _ format: MotionFormat, dimensions: Int, points: LandmarkSequence.PointKind? = nil,
    confidence: ConfidenceScale? = nil, times: [Double]
  ) {
    self.init(
      format: format, dimensions: dimensions, points: points, confidence: confidence, frames: times.count,
      rate: SamplingGrid.step(of: times).map { rounded(1 / $0, 3) },
      durationS: rounded((times.last ?? 0) - (times.first ?? 0), 3))
  }
}

extension MotionResult.Gates {
  /// - Parameters:
  ///   - reasons: why each frame of the file does not count; nil for those that do.
  ///   - absent: how many frames the file lacks between its first and its last.
  ///   - untimed: how many it has behind these that have lost their times.
  init(_ reasons: [RejectionReason?], absent: Int, untimed: Int = 0) {
    all = reasons.count + absent + untimed
    var rejected = reasons.reduce(into: [String: Int]()) { counts, reason in
      if let reason { counts[reason.rawValue, default: 0] += 1 }
    }
    if absent > 0 { rejected[RejectionReason.absent.rawValue] = absent }
    if untimed > 0 { rejected[RejectionReason.untimed.rawValue] = untimed }
    self.rejected = rejected
    valid = all - rejected.values.reduce(0, +)
    validShare = rounded(Self.share(valid, of: all), 3)
  }

  /// The share of frames that count as it is, without the rounding of files; 0 without frames.
  var share: Double { Self.share(valid, of: all) }

  private static func share(_ valid: Int, of all: Int) -> Double { all > 0 ? Double(valid) / Double(all) : 0 }

  /// How many frames don't count by reason, in words, the most frequent first.
  var reasons: FindingValue {
    .list(
      rejected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { .term($0.key, of: "motion_reason", ["count": .count($0.value)]) })
  }
}

extension MotionResult.Filters {
  init(_ signal: MotionSignal, _ range: RangeOfMotion?) {
    self.init(
      kind: signal.filtering.rawValue, outliers: signal.outliers.count,
      longestGapS: rounded(signal.longestGap, 3),
      noiseDegrees: rounded(range?.noise.deviation ?? signal.noise, 3),
      correlation: rounded(range?.noise.correlation ?? 0, 3),
      toleranceDegrees: rounded(range?.tolerance ?? 0, 3))
  }
}

extension MotionResult.Repeat {
  /// - Parameter frame: the frame in which a plateau is to be seen.
  init(_ one: RangeOfMotion.Repeat, frame: (Movement.Plateau) -> String) {
    self.init(
      farDegrees: one.far.map { rounded($0.level, 3) }, nearDegrees: one.near.map { rounded($0.level, 3) },
      farFrame: one.far.map(frame), nearFrame: one.near.map(frame), isComplete: one.isComplete)
  }
}

extension MotionResult.Plateau {
  init(_ plateau: Movement.Plateau, times: [Double]) {
    self.init(
      degrees: rounded(plateau.level, 3), fromS: times[plateau.first], toS: times[plateau.last],
      frames: plateau.count)
  }
}

extension MotionResult.Held {
  /// The values that were held in a signal, in order.
  static func all(_ signal: MotionSignal, _ rules: MotionRules.Hold) -> [MotionResult.Held] {
    var held: [MotionResult.Held] = []
    for chunk in signal.chunks {
      var settling = Settling(leniency: rules.leniency, seconds: rules.seconds - 1e-6, least: rules.least)
      var (first, current): (Double?, MotionResult.Held?) = (nil, nil)
      for frame in chunk {
        let (time, before) = (signal.times[frame], settling.restingSince)
        let value = settling.add(signal.smooth[frame], at: time)
        if settling.restingSince != before {
          if let current { held.append(current) }
          (first, current) = (time, nil)
        }
        if let value, let first { current = .init(degrees: rounded(value, 3), fromS: first, toS: time) }
      }
      if let current { held.append(current) }
    }
    return held
  }
}

extension MotionResult {
  /// The result with findings that say in any language why frames do not count, and how many: a file holds the names of the
  /// reasons alone, and their numbers among the gates.
  package func withCountedReasons() -> MotionResult {
    guard gates.rejected.keys.allSatisfy({ RejectionReason(rawValue: $0) != nil }) else { return self }
    var result = self
    for index in result.findings.indices where result.findings[index].values["reasons"] != nil {
      result.findings[index].values["reasons"] = gates.reasons
    }
    return result
  }
}

/// What a result was made with and from.
public struct MotionProvenance: Sendable, Equatable, Codable {
  /// The program's version.
  public let version: String
  /// The SHA-256 of each input as it was read, in hexadecimal digits. That of a folder is that of the list of its files,
  /// a line `digest  name` for each in the order of the frames, as `sha256sum` prints it.
  public let inputs: [String: String]
  /// The options of the call that were given or have a value without it.
  public let options: [String: String]

  /// A provenance from its parts.
  public init(version: String, inputs: [String: String], options: [String: String]) {
    (self.version, self.inputs, self.options) = (version, inputs, options)
  }
}
