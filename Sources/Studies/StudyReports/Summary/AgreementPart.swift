internal import Geometry
internal import Diagnostics
internal import Platform
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

  /// The agreement with each other protocol by which scans were measured, for every two observers, operators and devices with heads in
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

extension AgreementPart {
  /// Both in one label, such as that of a limit; of a protocol the other alone, since the first is that of the study.
  var label: String { methods == .protocols ? second : first + " − " + second }

  /// What both methods are called in texts: those of one name with where their values come from.
  func names(_ language: Language) -> [String: FindingValue] {
    let isAlike = first == second
    let name = { (name: String, origin: String?) -> FindingValue in
      let text = name.printable(limit: 60)
      guard isAlike, let origin else { return .text(text) }
      let words = origin.split(separator: ", ").map { language.term(String($0), of: "origin") }
      return .text("\(text) (\(words.joined(separator: ", ")))")
    }
    return ["first": name(first, firstOrigin), "second": name(second, secondOrigin)]
  }
}

/// A straight line between two methods.
struct RegressionLine: Encodable, Sendable, Equatable {
  /// The second method's value for each unit of the first, and where the first is 0.
  let slope, intercept: SummaryEstimate
  /// The probability of scatter at least as uneven along the line if it is straight; nil where it is not tested.
  let linearityProbability: Double?

  private init(_ slope: Estimate, _ intercept: Estimate, linearity: Double?, withIntervals: Bool) {
    self.slope = withIntervals ? SummaryEstimate(slope) : SummaryEstimate(value: slope.value)
    self.intercept = withIntervals ? SummaryEstimate(intercept) : SummaryEstimate(value: intercept.value)
    linearityProbability = withIntervals ? linearity : nil
  }

  /// The agreement of two methods whose errors have variances of a stated ratio.
  ///
  /// - Parameters:
  ///   - lambda: λ, that of the second method over that of the first.
  ///   - isRepeated: whether children have several pairs, which intervals do not allow for.
  static func deming(
    _ x: [Double], _ y: [Double], lambda: Double, isRepeated: Bool
  ) throws(StatisticsError) -> RegressionLine {
    let found = try DemingRegression(x, y, varianceRatio: lambda)
    return RegressionLine(found.slope, found.intercept, linearity: nil, withIntervals: !isRepeated)
  }

  /// Without an assumption on how they err.
  static func passingBablok(_ x: [Double], _ y: [Double], isRepeated: Bool) throws(StatisticsError) -> RegressionLine {
    let found = try PassingBablok(x, y)
    return RegressionLine(
      found.slope, found.intercept, linearity: found.linearity.probability, withIntervals: !isRepeated)
  }
}

/// Whether two methods put the same scans into the same level of severity.
struct LevelAgreement: Encodable, Sendable, Equatable {
  /// The scale that both are of, and how many scans both graded by it.
  let scale: String
  let scans: Int
  /// The share of them with the same level by both.
  let alike: Double
  /// κ with linear weights; its interval allows for several pairs of a child.
  let kappa: SummaryEstimate
  /// Pairs that have no two levels of this scale.
  let leftOut: [LeftOut]

  /// The levels by both methods, of one scan each; those of the scale that most share are taken.
  init(_ pairs: [AgreementPair.Grades]) throws(StatisticsError) {
    let common = pairs.filter { $0.first.scale == $0.second.scale }
    let byScale = Dictionary(grouping: common) { $0.first.scale }
    let largest = byScale.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let graded = largest?.value ?? []
    // More categories than are in use leave κ with linear weights as it is.
    let most = graded.reduce(1) { max($0, $1.first.level, $1.second.level) }
    let found = try Kappa(
      graded.map(\.first.level), graded.map(\.second.level), of: graded.map(\.child), categories: most + 1,
      weights: .linear)
    scale = largest?.key ?? ""
    scans = graded.count
    leftOut = LeftOut.list([(.otherScale, pairs.count - graded.count)])
    alike = found.agreement
    kappa = SummaryEstimate(found.value)
  }
}
