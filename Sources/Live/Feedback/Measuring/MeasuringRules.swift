package import Files

/// When a reading counts, and when a measurement fails. Values come from files, so none stands here.
public struct MeasuringRules: Sendable, Equatable, Codable {
  /// For how long a reading must stay, in seconds.
  public var seconds: Double
  /// How far it may be from where it came to rest: as a share, and in its unit, which counts near 0.
  public var leniency, least: Double
  /// How far it may drift in those seconds, in its unit; nil where nothing is asked.
  public var drift: Double?
  /// What the size of a settled reading must exceed to count; nil where each counts.
  public var threshold: Double?
  /// How long it may be missing without starting anew, in seconds; never less than one and a half of the usual time
  /// between frames.
  public var gapSeconds: Double
  /// After how many seconds without anybody the measurement begins anew, without a reading it is unclear, and without a
  /// rest it is restless.
  public var absentSeconds, unclearSeconds, restlessSeconds: Double
  /// The colours of readings.
  public var colours: ReadingColours

  /// Rules from their parts.
  public init(
    seconds: Double, leniency: Double, least: Double, drift: Double? = nil, threshold: Double?, gapSeconds: Double,
    absentSeconds: Double,
    unclearSeconds: Double, restlessSeconds: Double, colours: ReadingColours
  ) {
    (self.seconds, self.leniency, self.least, self.drift) = (seconds, leniency, least, drift)
    self.threshold = threshold
    (self.gapSeconds, self.absentSeconds) = (gapSeconds, absentSeconds)
    (self.unclearSeconds, self.restlessSeconds, self.colours) = (unclearSeconds, restlessSeconds, colours)
  }
}

/// The sizes from which on a reading is green or amber; a smaller one is red.
public struct ReadingColours: Sendable, Equatable, Codable {
  /// The least sizes, in the reading's unit.
  public var greenFrom, amberFrom: Double
  /// The thresholds of readings below 0 as a share of those above, 0 where each of them is red; nil where they are the same.
  public var shareBelow: Double?

  /// Colours from their thresholds.
  public init(greenFrom: Double, amberFrom: Double) { (self.greenFrom, self.amberFrom) = (greenFrom, amberFrom) }

  /// The colour of a reading.
  public func light(_ value: Double) -> TrafficLight {
    let share = value < 0 ? shareBelow ?? 1 : 1
    guard share > 0 else { return .red }
    return abs(value) >= greenFrom * share ? .green : abs(value) >= amberFrom * share ? .amber : .red
  }

  /// The thresholds times a number: those of another unit.
  public func scaled(by factor: Double) -> ReadingColours {
    var scaled = self
    (scaled.greenFrom, scaled.amberFrom) = (greenFrom * factor, amberFrom * factor)
    return scaled
  }

  /// The colours that a mapping with `green_from` and `amber_from` holds.
  package static func parse(_ node: FileNode) throws(FileError) -> ReadingColours {
    try node.check(keys: ["green_from", "amber_from"])
    let green = try node["green_from"].number(in: 0...1)
    return ReadingColours(greenFrom: green, amberFrom: try node["amber_from"].number(in: 0...green))
  }
}

extension MeasuringRules {
  /// The keys of a mapping of rules.
  package static let keys = ["settling", "patience"]

  /// The rules that the members `settling` and `patience` of a mapping hold.
  ///
  /// - Parameters:
  ///   - least: the key of the least leniency, which has the reading's unit, and what it may be.
  ///   - drift: the key of the most drift, and what it may be; nil where none is asked for.
  ///   - threshold: what the size of a settled reading must exceed; nil where each counts.
  package static func parse(
    _ node: FileNode, least: (key: String, range: ClosedRange<Double>),
    drift: (key: String, range: ClosedRange<Double>)? = nil, threshold: Double?, colours: ReadingColours
  ) throws(FileError) -> MeasuringRules {
    let (settling, patience) = (try node["settling"], try node["patience"])
    try settling.check(keys: ["duration_s", "leniency", least.key, "gap_s"] + (drift.map { [$0.key] } ?? []))
    try patience.check(keys: ["absent_s", "unclear_s", "restless_s"])
    let gap = try settling["gap_s"].number(in: 0...10)
    var most: Double?
    if let drift { most = try settling[drift.key].number(in: drift.range) }
    return MeasuringRules(
      seconds: try settling["duration_s"].number(in: 0.01...60), leniency: try settling["leniency"].number(in: 0...1),
      least: try settling[least.key].number(in: least.range), drift: most, threshold: threshold, gapSeconds: gap,
      absentSeconds: try patience["absent_s"].number(in: 0...600),
      unclearSeconds: try patience["unclear_s"].number(in: gap...600),
      restlessSeconds: try patience["restless_s"].number(in: 0.1...3600), colours: colours)
  }
}
