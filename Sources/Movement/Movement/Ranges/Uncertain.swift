internal import Geometry
internal import Statistics

/// A mean in degrees with the parts of its variance. It is no `Estimate`: differences and further deviations need the parts
/// and their degrees of freedom, and only the last one's interval is told.
struct Uncertain: Sendable, Equatable {
  /// The value.
  var value: Double
  /// The variance of its mean as the data show it, in squared degrees, and the degrees of freedom of that.
  var variance, freedom: Double
  /// The deviation by what repeats do not show, in degrees.
  var systematic: Double
  /// The part of the variance that repeats have shown; the rest is the noise of their frames.
  var ofRepeats = 0.0

  /// The interval of 95 %.
  var interval: (low: Double, high: Double) { (value - reach, value + reach) }

  /// Half of the interval's width.
  var reach: Double {
    let seen = variance > 0 ? StudentT(freedom: freedom).quantile(0.975) * variance.squareRoot() : 0
    let unseen = Estimate.normalReach * systematic
    return (seen * seen + unseen * unseen).squareRoot()
  }

  /// The mean of repeats: from how they vary where there are several, but never surer than their own noise allows; from that
  /// noise alone for one.
  ///
  /// - Parameters:
  ///   - values: one a repeat; not empty.
  ///   - own: the variance of their mean by noise, in squared units, and the degrees of freedom of that.
  ///   - systematic: the deviation that is the same in every repeat.
  static func mean(of values: [Double], own: Double, freedom: Double, systematic: Double = 0) -> Uncertain {
    let value = RobustStatistics.mean(values)
    let single = Uncertain(value: value, variance: own, freedom: freedom, systematic: systematic)
    guard values.count > 1 else { return single }
    let n = Double(values.count)
    let deviation = RobustStatistics.standardDeviation(values)
    let variance = deviation * deviation / n
    let repeated = Uncertain(
      value: value, variance: variance, freedom: n - 1, systematic: systematic, ofRepeats: variance)
    return repeated.reach >= single.reach ? repeated : single
  }

  /// The difference of two values that are independent of each other (Welch 1947, Satterthwaite 1946).
  func minus(_ other: Uncertain) -> Uncertain {
    let sum = variance + other.variance
    let shares = variance * variance / freedom + other.variance * other.variance / other.freedom
    return Uncertain(
      value: value - other.value, variance: sum, freedom: shares > 0 ? max(1, sum * sum / shares) : 1,
      systematic: (systematic * systematic + other.systematic * other.systematic).squareRoot(),
      ofRepeats: ofRepeats + other.ofRepeats)
  }

  /// The value with a further deviation that is known, such as that of a pose model.
  func adding(_ deviation: Double) -> Uncertain {
    var sum = self
    sum.systematic = (systematic * systematic + deviation * deviation).squareRoot()
    return sum
  }
}
