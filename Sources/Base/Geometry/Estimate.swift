/// A value with its error, in the unit that its owner states. In files it is `{"value", "ci95": [low, high]}`, with null for
/// an interval that is not known.
public struct Estimate: Sendable, Equatable {
  /// The value.
  public let value: Double
  /// The standard deviation: 0 for a value that was held fixed, infinite where nothing is known of its error.
  public let sigma: Double
  /// The 95 % interval; nil for a value that was held fixed, and where nothing is known of its error.
  public let ci95: ClosedRange<Double>?

  /// The 0.975 quantile of the normal distribution: so many standard deviations lie between a value with a normal error and
  /// the ends of its 95 % interval.
  public static let normalReach = 1.959964

  /// A value with a normal error.
  public init(_ value: Double, sigma: Double) {
    let reach = Self.normalReach * sigma
    (self.value, self.sigma) = (value, sigma)
    ci95 = sigma > 0 ? ClosedRange(finite: value - reach, value + reach) : nil
  }

  /// A value whose interval was found by other means; its deviation is that of a normal error with an interval as wide.
  public init(_ value: Double, ci95: ClosedRange<Double>?) {
    (self.value, self.ci95) = (value, ci95)
    sigma = ci95.map { ($0.upperBound - $0.lowerBound) / (2 * Self.normalReach) } ?? .infinity
  }

  /// Half of the interval's width.
  public var halfWidth: Double { Self.normalReach * sigma }

  /// The value and the ends of its interval, each as a rising function makes it: rounded, or in another unit.
  public func mapped(_ function: (Double) -> Double) -> Estimate {
    guard let ci95 else { return Estimate(function(value), sigma: sigma) }
    return Estimate(function(value), ci95: ClosedRange(finite: function(ci95.lowerBound), function(ci95.upperBound)))
  }
}

extension Estimate: Codable {
  private enum Key: String, CodingKey { case value, ci95 }

  /// Reads a value with its interval; ends that make no interval are taken as none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let ends = try container.decodeIfPresent([Double].self, forKey: .ci95)
    self.init(try container.decode(Double.self, forKey: .value), ci95: ClosedRange(ends: ends))
  }

  /// Writes null for an interval that is not known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value, forKey: .value)
    try container.encode(ci95?.ends, forKey: .ci95)
  }
}
