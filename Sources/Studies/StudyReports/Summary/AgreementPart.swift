internal import Statistics
internal import Studies

/// How far the same heads measured by two protocols, observers, operators or devices, or by an outside reference, differ
/// (Docs/methods/statistics.md).
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

  let methods: AgreementPair.Kind
  let first, second: String
  /// `batch` or `remeasured`; nil of all but protocols.
  let firstOrigin, secondOrigin: String?
  let pairs, subjects: Int
  let leftOut: [LeftOut]
  let limits: Carried<Limits>
  /// Lin's concordance correlation, without its interval where children have several pairs.
  let concordance: Carried<SummaryEstimate>
  /// The variance of errors of the second method over that of the first for Deming's line: as it was stated of a reference,
  /// otherwise 1.
  let lambda: Double
  /// The second method as a straight line of the first, without intervals where children have several pairs.
  let deming, passingBablok: Carried<RegressionLine>
  let severity: Carried<LevelAgreement>
  /// The heads with both values.
  let points: [AgreementPair.Point]

  private enum CodingKeys: String, CodingKey {
    case methods, first, second, firstOrigin, secondOrigin, pairs, subjects, leftOut, limits, concordance, lambda
    case deming, passingBablok, severity
  }

  /// One for each other protocol by which scans were measured, for every two observers, operators and devices with heads in
  /// common, and for each method of a reference.
  ///
  /// - Parameter lambda: the variance of errors of the reference over that of the scans. Of two protocols, observers, operators
  ///   or devices nobody has stated any, and neither errs more than the other by its name.
  static func all(_ data: StudyData, _ reference: ReferenceTable?, lambda: Double) -> [AgreementPart] {
    let pairs =
      AgreementPair.protocols(data) + Raters.all(data).flatMap(\.pairs)
      + (reference.map { AgreementPair.references(data, $0) } ?? [])
    return pairs.map { AgreementPart($0, $0.kind == .reference ? lambda : 1) }
  }

  private init(_ pair: AgreementPair, _ lambda: Double) {
    self.lambda = lambda
    (methods, first, second) = (pair.kind, pair.first, pair.second)
    (firstOrigin, secondOrigin) = (pair.firstOrigin, pair.secondOrigin)
    let points = pair.points
    self.points = points
    pairs = points.count
    let groups = Dictionary(grouping: points, by: \.child).sorted { $0.key < $1.key }.map(\.value)
    subjects = groups.count
    leftOut = pair.leftOut
    let isRepeated = groups.contains { $0.count > 1 }
    limits = Carried { () throws(StatisticsError) in
      isRepeated ? try Self.repeated(groups) : try Self.single(points)
    }
    let (x, y) = (points.map(\.first), points.map(\.second))
    concordance = Carried { () throws(StatisticsError) in
      let found = try ConcordanceCorrelation(x, y).value
      return isRepeated ? SummaryEstimate(value: found.value) : SummaryEstimate(found)
    }
    deming = Carried { () throws(StatisticsError) in
      try RegressionLine.deming(x, y, lambda: lambda, isRepeated: isRepeated)
    }
    passingBablok = Carried { () throws(StatisticsError) in
      try RegressionLine.passingBablok(x, y, isRepeated: isRepeated)
    }
    severity = Carried { () throws(StatisticsError) in try LevelAgreement(pair.grades) }
  }

  private static func single(_ points: [AgreementPair.Point]) throws(StatisticsError) -> Limits {
    let found = try BlandAltman(points.map(\.first), points.map(\.second))
    return Limits(
      bias: SummaryEstimate(found.bias), lower: SummaryEstimate(found.lower), upper: SummaryEstimate(found.upper),
      sd: found.standardDeviation, slope: found.slope.map { SummaryEstimate($0) }, isRepeated: false)
  }

  private static func repeated(_ groups: [[AgreementPair.Point]]) throws(StatisticsError) -> Limits {
    let found = try RepeatedBlandAltman(differences: groups.map { $0.map(\.difference) })
    return Limits(
      bias: SummaryEstimate(found.bias), lower: SummaryEstimate(found.lower), upper: SummaryEstimate(found.upper),
      sd: found.standardDeviation, slope: nil, isRepeated: true)
  }
}
