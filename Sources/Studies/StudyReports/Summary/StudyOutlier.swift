internal import Studies

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
  /// Both methods, of a difference.
  let first, other: String?
  /// The same as a label.
  let label: String?

  private enum CodingKeys: String, CodingKey { case scan, subject, kind, value, low, high, first, other }

  /// As few values have fences.
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
