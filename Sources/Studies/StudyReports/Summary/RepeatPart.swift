internal import Statistics
internal import Studies

/// How much several scans of one session differ (Docs/methods/statistics.md).
struct RepeatPart: Encodable, Sendable {
  /// The error of a single scan, as the scans of one session tell it.
  struct Error: Encodable, Sendable {
    /// The within-subject standard deviation, which is the technical error of measurement; in per cent of the mean; and the
    /// smallest detectable change.
    let withinSd: SummaryEstimate, relativeTemPercent: SummaryEstimate?, smallestDetectableChange: SummaryEstimate
    /// The standard deviation between sessions; nil for one.
    let betweenSd: Double?
  }

  /// How much of the variance is that between sessions of different children.
  struct Correlation: Encodable, Sendable {
    /// How many sessions, one a child, and how many scans of each.
    let sessions, scans: Int
    let icc11, icc21, icc31: SummaryEstimate
  }

  /// How many sessions have two scans or more with a value, of how many children, and how many scans these are.
  let sessions, subjects, scans: Int
  let leftOut: [LeftOut]
  let error: Carried<Error>
  let correlation: Carried<Correlation>
  /// How many scans most of the sessions have.
  let usualScans: Int

  private enum CodingKeys: String, CodingKey { case sessions, subjects, scans, leftOut, error, correlation }

  init(_ data: StudyData) {
    let sets = data.sessions.filter { $0.count > 1 }
    sessions = sets.count
    subjects = Set(sets.compactMap { $0[0].record.subject }).count
    scans = sets.reduce(0) { $0 + $1.count }
    leftOut = LeftOut.list([
      (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noSubject, data.withoutSubject),
      (.alone, data.measured.count - data.withoutSubject - scans),
    ])
    let table = sets.map { $0.map(\.value) }
    error = Carried { () throws(StatisticsError) in
      let repeats = try Repeatability(table)
      return Error(
        withinSd: SummaryEstimate(repeats.withinSubject),
        relativeTemPercent: repeats.relativeError.map { SummaryEstimate($0) },
        smallestDetectableChange: SummaryEstimate(repeats.smallestDetectableChange),
        betweenSd: repeats.betweenSubjects)
    }
    let count = Self.usual(table)
    usualScans = count
    correlation = Carried { () throws(StatisticsError) in
      // Sessions of one child are alike; taken for as many children they make intervals too short.
      var children: Set<String> = []
      let first = sets.filter { $0.count >= count && children.insert($0[0].record.child).inserted }
      let icc = try IntraclassCorrelation(first.map { $0.prefix(count).map(\.value) })
      return Correlation(
        sessions: icc.subjects, scans: icc.raters, icc11: SummaryEstimate(icc.oneWay),
        icc21: SummaryEstimate(icc.twoWayRandom), icc31: SummaryEstimate(icc.twoWayMixed))
    }
  }

  /// How many scans most sessions have; the more of two that are as frequent.
  private static func usual(_ table: [[Double]]) -> Int {
    Dictionary(grouping: table.map(\.count)) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
      ?? 2
  }
}
