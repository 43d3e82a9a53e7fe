internal import DistributionBridge

/// The noncentral t distribution: that of (z + shift) / √(χ² / freedom), z being standard normal.
struct NoncentralT {
  let freedom, shift: Double

  /// The probability of a value up to x.
  func probability(upTo x: Double) throws(StatisticsError) -> Double {
    let probability = distribution_noncentral_t_cdf(freedom, shift, x)
    guard probability.isFinite else { throw .notComputed(.noncentrality) }
    return probability
  }

  /// The value below which a share lies; the share is in (0, 1).
  func quantile(_ share: Double) throws(StatisticsError) -> Double {
    let value = distribution_noncentral_t_quantile(freedom, shift, share)
    guard value.isFinite else { throw .notComputed(.quantile) }
    return value
  }

  /// The shift at which a share of the distribution lies below x, by bisection: the share falls with the shift.
  static func shift(freedom: Double, x: Double, share: Double) throws(StatisticsError) -> Double {
    func isBelow(_ shift: Double) throws(StatisticsError) -> Bool {
      try NoncentralT(freedom: freedom, shift: shift).probability(upTo: x) > share
    }
    var reach = 5.0 + abs(x) / freedom.squareRoot()
    var (low, high) = (x - reach, x + reach)
    while try !isBelow(low) {
      reach *= 2
      low -= reach
      guard reach < 1e9 else { throw .notComputed(.noncentrality) }
    }
    while try isBelow(high) {
      reach *= 2
      high += reach
      guard reach < 1e9 else { throw .notComputed(.noncentrality) }
    }
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high, high - low > 1e-14 * max(1, abs(middle)) else { return middle }
      if try isBelow(middle) { low = middle } else { high = middle }
    }
  }
}
