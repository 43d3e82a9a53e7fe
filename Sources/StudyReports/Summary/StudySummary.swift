public import Analysis
internal import Inputs
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
  let age: AgePart
  let groups: GroupsPart?
  let ratings: RatingsPart?
  let outliers: [StudyOutlier]
  /// That of the measure that is looked at.
  let own: MeasureSummary

  /// The summary of some scans, as ``StudyRecord/read(_:_:measure:)`` gives them.
  public init(_ records: [StudyRecord], measure: MeasureName = .cvai, choice: Choice = Choice()) {
    data = StudyData(records, measure)
    self.choice = choice
    subjects = Set(records.compactMap(\.subject)).count
    protocols = Set(records.compactMap { $0.method?.protocolName }).sorted()
    outcomes = OutcomeCount.all(records)
    measures = MeasureName.allCases.map { MeasureSummary($0, records) }
    severity = SeverityShares.all(records)
    repeatability = RepeatPart(data)
    agreements = AgreementPart.all(data)
    age = AgePart(data)
    groups = GroupsPart(data)
    ratings = RatingsPart(data)
    own = measures[MeasureName.allCases.firstIndex(of: measure)!]
    outliers = StudyOutlier.all(data, own, agreements)
  }

  /// The same as a file.
  public func json() throws -> Data {
    try File(
      scans: data.records.count, subjects: subjects, measure: data.measure.rawValue, unit: data.measure.unit,
      selection: choice, protocols: protocols, outcomes: outcomes, measures: measures, severity: severity,
      repeatability: repeatability, agreements: agreements, age: age, groups: groups, ratings: ratings,
      outliers: outliers
    ).machineJSON()
  }

  private struct File: Encodable {
    let schema = "calvaria/study-summary/1"
    let scans, subjects: Int
    let measure, unit: String
    let selection: Choice
    let protocols: [String]
    let outcomes: [OutcomeCount]
    let measures: [MeasureSummary]
    let severity: [SeverityShares]
    let repeatability: RepeatPart
    let agreements: [AgreementPart]
    let age: AgePart
    let groups: GroupsPart?
    let ratings: RatingsPart?
    let outliers: [StudyOutlier]
  }
}
