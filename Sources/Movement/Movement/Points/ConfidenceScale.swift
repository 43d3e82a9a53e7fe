internal import Platform

/// What the third number of a point means.
public enum ConfidenceScale: String, Sendable, Codable, CaseIterable {
  /// A score from 0 to 1. Where it is said to be one, larger numbers count as 1.
  case score
  /// COCO's visibility: 0 not labelled, 1 labelled but hidden, 2 visible.
  case visibility
  /// A score from 0 to 6, as AlphaPose wrote for COCO's points.
  case alphaPose = "alphapose"
  /// The logarithm of the odds, any number.
  case logit

  /// The confidence from 0 to 1; NaN stays NaN.
  func share(_ value: Double) -> Double {
    switch self {
    case .score: min(1, max(0, value))
    // A hidden point that a person has placed is trusted half.
    case .visibility: min(1, max(0, value / 2))
    case .alphaPose: min(1, max(0, value / 6))
    case .logit: 1 / (1 + exp(-value))
    }
  }

  /// The largest number that AlphaPose writes (its description says 6; scores are sums of floats).
  private static let largestOfAlphaPose = 6.5

  /// What numbers mean, or nil where that can't be told, and the smallest and the largest of them.
  struct Told {
    let scale: ConfidenceScale?
    let smallest, largest: Double
  }

  /// What numbers mean in files whose third value is a score; nil where that can't be told.
  static func ofScores(_ values: some Sequence<Double>) -> Told {
    let (low, high) = bounds(values)
    return Told(scale: low >= 0 && high <= 1 ? .score : nil, smallest: low, largest: high)
  }

  /// What numbers mean in COCO's `keypoints`; nil where that can't be told.
  ///
  /// - Parameters:
  ///   - isAnnotation: true where the file counts labelled points, as annotations do, false where it has scores of
  ///     people, as results do; nil where it has neither or both.
  ///   - isAlphaPose: true where people are described as AlphaPose does it. Scores beyond 1 alone could be any network's.
  static func ofCOCO(_ values: some Sequence<Double>, isAnnotation: Bool?, isAlphaPose: Bool) -> Told {
    let (low, high) = bounds(values)
    let scale = low < 0 ? nil : ofCOCO(values, upTo: high, isAnnotation: isAnnotation, isAlphaPose: isAlphaPose)
    return Told(scale: scale, smallest: low, largest: high)
  }

  private static func ofCOCO(
    _ values: some Sequence<Double>, upTo high: Double, isAnnotation: Bool?, isAlphaPose: Bool
  ) -> ConfidenceScale? {
    let isWhole = values.allSatisfy { !$0.isFinite || $0 == $0.rounded() }
    switch isAnnotation {
    case true?: return isWhole && high <= 2 ? .visibility : nil
    case false?:
      if high <= 1 { return .score }
      // Between 1 and 2 it may also be a network's raw output.
      return isAlphaPose && high > 2 && high <= largestOfAlphaPose && !isWhole ? .alphaPose : nil
    case nil:
      if !isWhole { return high <= 1 ? .score : nil }
      return high == 2 ? .visibility : nil
    }
  }

  private static func bounds(_ values: some Sequence<Double>) -> (low: Double, high: Double) {
    let found = values.reduce((low: Double.infinity, high: -Double.infinity)) {
      $1.isFinite ? (min($0.low, $1), max($0.high, $1)) : $0
    }
    return found.low <= found.high ? found : (0, 0)
  }
}
