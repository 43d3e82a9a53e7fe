public import Analysis
internal import Files
public import Platform
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
  /// That of the measure that is looked at.
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

  /// The same as a file.
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
