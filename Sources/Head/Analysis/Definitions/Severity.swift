import Diagnostics

/// The side on which the back of the head is flattened: the back end of the shorter diagonal.
public enum FlattenedSide: String, Sendable, Codable {
  case leftPosterior = "left-posterior"
  case rightPosterior = "right-posterior"
  /// The difference of the diagonals is not distinguishable from none, and small whatever its errors: the whole interval of
  /// the CVAI lies below ``visible``.
  case none
  /// The difference is not distinguishable from none, but it may be large; or it is withheld.
  case unknown

  /// The CVAI in % from which a clinic sees an asymmetry: the second level of Holowka et al. 2017.
  static let visible = 3.5

  /// The side in words, as a clause.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "flattened") }

  /// The words for a side as results write it, nil where the measure is withheld.
  public static func title(_ written: String?, _ language: Language = .english) -> String {
    (written.flatMap(FlattenedSide.init) ?? .unknown).title(language)
  }
}

/// A value graded by a scale.
public struct Severity: Sendable, Equatable {
  /// The scale.
  public var scale: SeverityScale
  /// The level of the value.
  public var level: Int
  /// The probability of each level given the value's uncertainty; it holds at least the value's own level.
  public var probabilities: [Int: Double]
  /// True where the 95 % interval holds values of more than one level.
  public var crossesBorder: Bool
  /// Where the head is flattened.
  public var flattened: FlattenedSide
}
