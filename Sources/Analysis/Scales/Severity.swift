/// The side on which the back of the head is flattened: the back end of the shorter diagonal.
public enum FlattenedSide: String, Sendable, Codable {
  case leftPosterior = "left-posterior"
  case rightPosterior = "right-posterior"
  /// The difference of the diagonals is not distinguishable from none.
  case none
}

/// A value graded by a scale.
public struct Severity: Sendable, Equatable {
  /// The scale.
  public var scale: SeverityScale
  /// The level of the value.
  public var level: Int
  /// The probability of each level in the light of the value's uncertainty; at least the value's own level.
  public var probabilities: [Int: Double]
  /// True where the 95 % interval holds values of more than one level.
  public var crossesBorder: Bool
  /// Where the head is flattened.
  public var flattened: FlattenedSide
}
