internal import DistributionBridge

/// Student's t distribution.
struct StudentT {
  /// Above 0.
  let freedom: Double

  /// The value below which a share lies; the share is in (0, 1).
  func quantile(_ share: Double) -> Double { distribution_t_quantile(freedom, share) }

  /// The probability of a value at least as far from 0 as x.
  func probability(beyond x: Double) -> Double { 2 * distribution_t_cdf(freedom, -abs(x)) }
}
