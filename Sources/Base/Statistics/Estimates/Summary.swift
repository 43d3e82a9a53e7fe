public import Geometry

/// A sample in a few numbers.
public struct Summary: Sendable, Equatable {
  /// The number of values.
  public let count: Int
  /// The mean, with the interval of Student's t (nil for one value).
  public let mean: Estimate
  /// With n − 1; nil for one value.
  public let standardDeviation: Double?
  /// The order statistics, quartiles and median by linear interpolation (Hyndman & Fan 1996, type 7).
  public let minimum, lowerQuartile, median, upperQuartile, maximum: Double

  /// Sums up at least one value.
  public init(_ values: [Double]) throws(StatisticsError) {
    try Checks.finite(values)
    try Checks.count(values.count, of: .values, atLeast: 1)
    let moments = Moments(values)
    count = values.count
    var interval: ClosedRange<Double>?
    if count > 1 {
      let reach = StudentT(freedom: Double(count - 1)).quantile(Level.upperShare) * moments.standardError
      interval = ClosedRange(finite: moments.mean - reach, moments.mean + reach)
    }
    mean = Estimate(moments.mean, ci95: interval)
    standardDeviation = count > 1 ? moments.standardDeviation : nil
    let sorted = values.sorted()
    (minimum, maximum) = (sorted[0], sorted[count - 1])
    lowerQuartile = Self.quantile(0.25, ofSorted: sorted)
    median = Self.quantile(0.5, ofSorted: sorted)
    upperQuartile = Self.quantile(0.75, ofSorted: sorted)
  }

  /// The value below which a share of a sample lies (Hyndman & Fan 1996, type 7).
  /// - Parameter share: in [0, 1].
  public static func quantile(_ share: Double, of values: [Double]) throws(StatisticsError) -> Double {
    guard share >= 0, share <= 1 else { throw .outOfRange(.share, share) }
    try Checks.finite(values)
    try Checks.count(values.count, of: .values, atLeast: 1)
    return quantile(share, ofSorted: values.sorted())
  }

  static func quantile(_ share: Double, ofSorted values: [Double]) -> Double {
    let position = share * Double(values.count - 1)
    let low = min(Int(position), values.count - 1)
    let high = min(low + 1, values.count - 1)
    return values[low] + (values[high] - values[low]) * (position - Double(low))
  }
}
