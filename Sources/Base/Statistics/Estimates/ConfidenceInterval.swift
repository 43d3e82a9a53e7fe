/// An interval of confidence.
public struct ConfidenceInterval: Sendable, Equatable {
  /// The bounds, in the unit of the estimate; finite.
  public let low, high: Double
  /// The share of studies whose interval holds the true value, in (0, 1).
  public let level: Double

  /// The interval between two computed bounds; nil where one of them is not finite or they are out of order.
  init?(_ low: Double, _ high: Double, _ level: Level) {
    guard low.isFinite, high.isFinite, low <= high else { return nil }
    (self.low, self.high, self.level) = (low, high, level.value)
  }

  /// Half of the distance between the bounds.
  public var halfWidth: Double { (high - low) / 2 }

  /// Whether a value lies between the bounds or on one of them.
  public func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The interval of what is a factor times the estimated value; the factor is positive.
  func scaled(_ factor: Double) -> ConfidenceInterval? {
    ConfidenceInterval(low * factor, high * factor, Level(unchecked: level))
  }
}
