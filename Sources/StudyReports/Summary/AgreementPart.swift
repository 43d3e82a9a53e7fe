internal import Statistics
internal import Studies

/// How far the same surfaces measured by two protocols differ (Docs/methods/statistics.md).
struct AgreementPart: Encodable, Sendable {
  /// Bias and limits of agreement, first − second.
  struct Limits: Encodable, Sendable {
    let bias, lower, upper: SummaryEstimate
    let sd: Double
    /// By how much the difference grows with the mean; nil where children have several pairs.
    let slope: SummaryEstimate?
    /// True where children have several pairs, which the limits allow for.
    let isRepeated: Bool
  }

  let first, second: String
  let pairs, subjects: Int
  let leftOut: [LeftOut]
  let limits: Carried<Limits>
  /// Lin's concordance correlation, without its interval where children have several pairs.
  let concordance: Carried<SummaryEstimate>
  /// The scans with both values.
  let points: [Point]

  /// A scan measured twice.
  struct Point: Sendable, Equatable {
    let scan: String, subject: String?
    let first, second: Double
    var mean: Double { (first + second) / 2 }
    var difference: Double { first - second }
  }

  private enum CodingKeys: String, CodingKey {
    case first, second, pairs, subjects, leftOut, limits, concordance
  }

  /// One for each other protocol by which scans were measured.
  static func all(_ data: StudyData) -> [AgreementPart] {
    Set(data.records.flatMap(\.others.keys)).sorted().map { AgreementPart(data, $0) }
  }

  private init(_ data: StudyData, _ other: StudyRecord.Method) {
    let points = data.measured.compactMap { scan in
      scan.record.others[other]?.value.map {
        Point(scan: scan.record.scan, subject: scan.record.subject, first: scan.value, second: $0)
      }
    }
    self.points = points
    first = Set(data.records.compactMap { $0.method?.protocolName }).sorted().joined(separator: ", ")
    second = other.protocolName
    pairs = points.count
    // A scan without a subject's code is taken for a child of its own.
    let groups = Dictionary(grouping: points) { $0.subject ?? "\u{0}" + $0.scan }.sorted { $0.key < $1.key }.map(
      \.value)
    subjects = groups.count
    leftOut = LeftOut.list([(.withheld, data.withheld), (.noPair, data.measured.count - points.count)])
    let isRepeated = groups.contains { $0.count > 1 }
    limits = Carried { () throws(StatisticsError) in
      isRepeated ? try Self.repeated(groups) : try Self.single(points)
    }
    concordance = Carried { () throws(StatisticsError) in
      let found = try ConcordanceCorrelation(points.map(\.first), points.map(\.second)).value
      return isRepeated ? SummaryEstimate(value: found.value) : SummaryEstimate(found)
    }
  }

  private static func single(_ points: [Point]) throws(StatisticsError) -> Limits {
    let found = try BlandAltman(points.map(\.first), points.map(\.second))
    return Limits(
      bias: SummaryEstimate(found.bias), lower: SummaryEstimate(found.lower), upper: SummaryEstimate(found.upper),
      sd: found.standardDeviation, slope: found.slope.map { SummaryEstimate($0) }, isRepeated: false)
  }

  private static func repeated(_ groups: [[Point]]) throws(StatisticsError) -> Limits {
    let found = try RepeatedBlandAltman(differences: groups.map { $0.map(\.difference) })
    return Limits(
      bias: SummaryEstimate(found.bias), lower: SummaryEstimate(found.lower), upper: SummaryEstimate(found.upper),
      sd: found.standardDeviation, slope: nil, isRepeated: true)
  }
}
