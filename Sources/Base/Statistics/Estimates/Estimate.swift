/// A value that was estimated from data.
public struct Estimate: Sendable, Equatable {
  /// The value.
  public let value: Double
  /// Its interval; nil where the data can't carry one.
  public let interval: ConfidenceInterval?
}
