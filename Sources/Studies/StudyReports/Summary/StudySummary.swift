public import Analysis
internal import Files
public import Platform
internal import Statistics
public import Studies

/// What the scans of a study say together of one measure (schema `calvaria/study-summary/1`); Docs/formats/study.md.
public struct StudySummary: Sendable {
  /// How the scans were chosen.
  public struct Choice: Sendable, Encodable, Equatable {
    /// The protocol that was asked for, and the filter's text; nil for none.
    public var `protocol`, condition: String?

    /// A choice; by default of all scans.
    public init(protocolName: String? = nil, condition: String? = nil) {
      (self.protocol, self.condition) = (protocolName, condition)
    }
  }

  let choice: Choice
  let data: StudyData
  let subjects: Int
  let protocols: [String]
  let outcomes: [OutcomeCount]
  let measures: [MeasureSummary]
  let severity: [SeverityShares]
  let repeatability: RepeatPart
  let agreements: [AgreementPart]
  let crossed: [CrossedPart]
  let age: AgePart
  let groups: GroupsPart?
  let ratings: RatingsPart?
  /// Nil where no half-width is wanted.
  let planning: PlanningPart?
  let outliers: [StudyOutlier]
  /// Nil where the study has no range of motion.
  let motions: MotionsPart?
  /// The summary of the measure that is looked at.
  let own: MeasureSummary

  /// How wide intervals may be for which numbers of children are looked for.
  public struct Precision: Sendable, Equatable {
    let wanted: PlanningPart.Wanted

    /// - Parameters:
    ///   - halfWidth: of intervals of means, deviations, limits and differences, in the measure's unit.
    ///   - iccHalfWidth: of that of an intraclass correlation.
    public init(halfWidth: Double, iccHalfWidth: Double) {
      wanted = PlanningPart.Wanted(halfWidth: halfWidth, iccHalfWidth: iccHalfWidth)
    }
  }

  /// The summary of some scans, as ``StudyRecord/read(_:_:measure:)`` gives them.
  ///
  /// - Parameters:
  ///   - precision: what a further study is planned for; nil for none.
  ///   - reference: what was measured on the same children by other means; nil for none.
  ///   - lambda: the variance of errors of the reference over that of the scans, above 0; all other agreements take 1.
  ///   - motions: the ranges of motion, as ``MotionRecord/read(_:_:)`` gives them.
  public init(
    _ records: [StudyRecord], measure: MeasureName = .cvai, choice: Choice = Choice(), precision: Precision? = nil,
    reference: ReferenceTable? = nil, lambda: Double = 1, motions: [MotionRecord] = []
  ) {
    data = StudyData(records, measure)
    self.choice = choice
    subjects = Set(records.compactMap(\.subject)).count
    protocols = Set(records.compactMap { $0.method?.protocolName }).sorted()
    outcomes = OutcomeCount.all(records)
    measures = MeasureName.allCases.map { [distinct = data.distinct] in MeasureSummary($0, distinct) }
    severity = SeverityShares.all(data.distinct)
    repeatability = RepeatPart(data)
    agreements = AgreementPart.all(data, reference, lambda: lambda)
    crossed = CrossedPart.all(data)
    age = AgePart(data)
    groups = GroupsPart(data)
    ratings = RatingsPart(data)
    planning = precision.map { [repeatability, agreements, groups, data] in
      PlanningPart(data, repeatability, agreements, groups, $0.wanted)
    }
    own = measures[MeasureName.allCases.firstIndex(of: measure)!]
    outliers = StudyOutlier.all(data, own, agreements)
    self.motions = MotionsPart(motions)
  }

  /// The summary as a file.
  public func json() throws -> Data {
    try File(
      scans: data.records.count, pickedAgain: data.pickedAgain, subjects: subjects, measure: data.measure.rawValue,
      unit: data.measure.unit,
      selection: choice, protocols: protocols, outcomes: outcomes, measures: measures, severity: severity,
      repeatability: repeatability, agreements: agreements, crossed: crossed, age: age, groups: groups,
      ratings: ratings,
      planning: planning, outliers: outliers, motions: motions
    ).machineJSON()
  }

  private struct File: Encodable {
    let schema = "calvaria/study-summary/1"
    let scans, pickedAgain, subjects: Int
    let measure, unit: String
    let selection: Choice
    let protocols: [String]
    let outcomes: [OutcomeCount]
    let measures: [MeasureSummary]
    let severity: [SeverityShares]
    let repeatability: RepeatPart
    let agreements: [AgreementPart]
    let crossed: [CrossedPart]
    let age: AgePart
    let groups: GroupsPart?
    let ratings: RatingsPart?
    let planning: PlanningPart?
    let outliers: [StudyOutlier]
    let motions: MotionsPart?
  }
}

/// How many scans ended in one way, for one reason.
struct OutcomeCount: Encodable, Sendable, Equatable {
  /// `complete`, `withheld` or `failed`.
  let status: String
  /// The kind of finding or error; nil for complete scans.
  let code: String?
  let scans: Int

  /// Every scan in one of these counts: complete ones, then by status, the most frequent reason first.
  static func all(_ records: [StudyRecord]) -> [OutcomeCount] {
    struct Key: Hashable { let status: String, code: String? }
    let order = ["complete": 0, "withheld": 1, "failed": 2]
    return Dictionary(grouping: records) { Key(status: $0.status, code: $0.code) }
      .map { OutcomeCount(status: $0.status, code: $0.code, scans: $1.count) }
      .sorted {
        (order[$0.status] ?? 3, -$0.scans, $0.code ?? "") < (order[$1.status] ?? 3, -$1.scans, $1.code ?? "")
      }
  }
}

/// How many scans are of each level of a scale of severity.
struct SeverityShares: Encodable, Sendable, Equatable {
  struct Level: Encodable, Sendable, Equatable { let level, scans: Int }

  let scale: String
  let levels: [Level]
  /// How many scans have no level by this scale.
  let ungraded: Int

  /// The levels of each scale that scans were graded by.
  static func all(_ records: [StudyRecord]) -> [SeverityShares] {
    Dictionary(grouping: records) { $0.scale }.compactMap { scale, graded -> SeverityShares? in
      guard let scale else { return nil }
      let levels = Dictionary(grouping: graded.compactMap(\.level)) { $0 }
        .map { Level(level: $0, scans: $1.count) }.sorted { $0.level < $1.level }
      guard !levels.isEmpty else { return nil }
      return SeverityShares(
        scale: scale, levels: levels, ungraded: records.count - levels.reduce(0) { $0 + $1.scans })
    }.sorted { $0.scale < $1.scale }
  }
}

/// A measure over all scans, and why some have none.
struct MeasureSummary: Encodable, Sendable {
  /// How many scans have no value for one reason.
  struct Missing: Encodable, Sendable, Equatable {
    /// The kind of finding or error; nil where the scan was not measured by this protocol.
    let code: String?
    let scans: Int
  }

  /// A sample in a few numbers, in the measure's unit.
  struct Sample: Encodable, Sendable {
    let mean: Double, sd: Double?
    let minimum, lowerQuartile, median, upperQuartile, maximum: Double

    init(_ values: [Double]) throws(StatisticsError) {
      let summary = try Summary(values)
      (mean, sd) = (summary.mean.value, summary.standardDeviation)
      (minimum, lowerQuartile, median) = (summary.minimum, summary.lowerQuartile, summary.median)
      (upperQuartile, maximum) = (summary.upperQuartile, summary.maximum)
    }
  }

  let measure, unit: String
  let scans: Int
  let missing: [Missing]
  let sample: Carried<Sample>

  init(_ name: MeasureName, _ records: [StudyRecord]) {
    (measure, unit) = (name.rawValue, name.unit)
    let readings = records.map { ($0, $0.measures[name.rawValue]) }
    let values = readings.compactMap { $0.1?.value }
    scans = values.count
    let reasons = readings.filter { $0.1?.value == nil }.map { record, reading in reading?.code ?? record.code }
    missing = Dictionary(grouping: reasons) { $0 }.map { Missing(code: $0, scans: $1.count) }
      .sorted { (-$0.scans, $0.code ?? "") < (-$1.scans, $1.code ?? "") }
    sample = Carried { () throws(StatisticsError) in try Sample(values) }
  }
}

/// A scan that lies apart from the others.
struct StudyOutlier: Encodable, Sendable, Equatable {
  /// By what.
  enum Kind: String, Encodable, Sendable {
    /// The value lies more than 1.5 interquartile ranges below the lower or above the upper quartile (Tukey 1977).
    case fences
    /// The difference of two methods lies beyond the limits of agreement.
    case limits
  }

  let scan: String
  let subject: String?
  let kind: Kind
  /// The value or the difference, and what it lies beyond one end of.
  let value, low, high: Double
  /// The two methods of a difference; nil for a scan outside of the fences.
  let first, other: String?
  /// Both methods as a label.
  let label: String?

  private enum CodingKeys: String, CodingKey { case scan, subject, kind, value, low, high, first, other }

  /// Fewer values than this have no fences.
  private static let fewest = 5

  /// Every scan that lies apart, by kind and name.
  static func all(_ data: StudyData, _ summary: MeasureSummary, _ agreements: [AgreementPart]) -> [StudyOutlier] {
    var outliers: [StudyOutlier] = []
    if let sample = summary.sample.value, summary.scans >= fewest {
      let reach = 1.5 * (sample.upperQuartile - sample.lowerQuartile)
      let (low, high) = (sample.lowerQuartile - reach, sample.upperQuartile + reach)
      outliers += data.measured.filter { !(low...high).contains($0.value) }.map {
        StudyOutlier(
          scan: $0.record.scan, subject: $0.record.subject, kind: .fences, value: $0.value, low: low, high: high,
          first: nil, other: nil, label: nil)
      }
    }
    for agreement in agreements {
      guard let limits = agreement.limits.value else { continue }
      let (low, high) = (limits.lower.value, limits.upper.value)
      outliers += agreement.points.filter { $0.difference < low || $0.difference > high }.map {
        StudyOutlier(
          scan: $0.scan, subject: $0.subject, kind: .limits, value: $0.difference, low: low, high: high,
          first: agreement.first, other: agreement.second, label: agreement.label)
      }
    }
    return outliers
  }
}
